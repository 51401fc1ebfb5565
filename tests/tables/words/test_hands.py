from __future__ import annotations

import pytest
from django.utils import translation

from tables.engine.cards.cards import parse_cards
from tables.engine.cards.evaluation import strength
from tables.engine.cards.naming import hand_name, reason, reason_to_share
from tables.engine.cards.ranking_tables import order_for
from tables.engine.cards.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    RANKINGS,
    STANDARD_BUG,
    STANDARD_HIGH,
    Ranking,
    Selection,
    italian,
)
from tables.words.hands import NAMES, say_hand, say_reason
from tests.breadth import sample
from tests.factories import STRUCTURE
from tournament.templatetags.writing import PageWriter

WRITER = PageWriter(currency="EUR", structure=STRUCTURE)
ITALIAN = italian("7", flush_over_full=True)


def rate(ranking: Ranking, text: str) -> int:
    selection: Selection = "distinct" if ranking is BADUGI else "any"
    return strength(ranking, selection, parse_cards(text), ()) if text else 0


def in_both_languages(ranking: Ranking, text: str) -> tuple[str, str]:
    name = hand_name(ranking, rate(ranking, text))
    with translation.override("en"):
        english = say_hand(name)
    with translation.override("it"):
        return english, say_hand(name)


@pytest.mark.parametrize(
    ("ranking", "hand", "english", "italiano"),
    [
        (STANDARD_HIGH, "AcKd9h4s2c", "ace high", "carta alta: asso"),
        (STANDARD_HIGH, "AcAd9h4s2c", "pair of aces", "coppia d’assi"),
        (STANDARD_HIGH, "QcQd9h4s2c", "pair of queens", "coppia di donne"),
        (STANDARD_HIGH, "KcKd7h7s2c", "two pair, kings and sevens", "doppia coppia, re e sette"),
        (STANDARD_HIGH, "JcJdJh7s2c", "three of a kind, jacks", "tris di jack"),
        (STANDARD_HIGH, "QcJdTh9s8c", "straight, queen high", "scala alla donna"),
        (STANDARD_HIGH, "5cAd4h3s2c", "straight, five high", "scala al cinque"),
        (STANDARD_HIGH, "AcJc9c4c2c", "flush, ace high", "colore all’asso"),
        (STANDARD_HIGH, "5c5d5hKsKc", "full house, fives over kings", "full di cinque con re"),
        (STANDARD_HIGH, "AcAdAhTsTc", "full house, aces over tens", "full d’assi con dieci"),
        (STANDARD_HIGH, "8c8d8h8sKc", "four of a kind, eights", "poker di otto"),
        (STANDARD_HIGH, "8c7c6c5c4c", "straight flush, eight high", "scala colore all’otto"),
        (STANDARD_HIGH, "AcKcQcJcTc", "royal flush", "scala reale"),
        (STANDARD_BUG, "AcAdAhAsJk", "five of a kind, aces", "pokerissimo d’assi"),
        (ACE_TO_FIVE, "Tc7d3h2sAc", "low 10-7-3-2-A", "low 10-7-3-2-A"),
        (ACE_TO_FIVE, "2c2d3h4sAc", "pair of twos", "coppia di due"),
        (BADUGI, "Ac2d3h5s", "badugi 5-3-2-A", "badugi 5-3-2-A"),
        (BADUGI, "Ac2d3hKh", "three cards, 3-2-A", "tre carte, 3-2-A"),
        (BADUGI, "AcAdKhKd", "two cards, K-A", "due carte, K-A"),
        (BADUGI, "7c7d7h7s", "one card, 7", "una carta, 7"),
        (ITALIAN, "As7s8s9sTs", "minimum straight flush", "scala reale minima"),
        (ITALIAN, "9cTcJcQcKc", "middle straight flush, king high", "scala reale media al re"),
        (ITALIAN, "ThJhQhKhAh", "maximum straight flush", "scala reale massima"),
    ],
)
def test_a_hand_is_said_as_players_say_it(ranking: Ranking, hand: str, english: str, italiano: str) -> None:
    assert in_both_languages(ranking, hand) == (english, italiano)


@pytest.mark.parametrize(
    ("ranking", "better", "worse", "english", "italiano"),
    [
        (
            STANDARD_HIGH,
            "AcJc9c4c2c",
            "QcJdTh9s8c",
            "A flush beats a straight.",
            "Il colore batte la scala.",
        ),
        (
            STANDARD_HIGH,
            "KcKd2h2sAc",
            "KhKs9h4s3c",
            "Two pair beats a pair.",
            "La doppia coppia batte la coppia.",
        ),
        (
            ACE_TO_FIVE,
            "KcQdJhTs9c",
            "AcAd4h3s2c",
            "For low, a hand without a pair beats a pair.",
            "Per il low una mano senza coppie batte la coppia.",
        ),
        (
            DEUCE_TO_SEVEN,
            "7c6d5h4s3c",
            "Ac9c5c4c3c",
            "For low, a straight beats a flush.",
            "Per il low la scala batte il colore.",
        ),
        (
            STANDARD_HIGH,
            "KcKd9h4s2c",
            "TcTdAh4c2d",
            "The pair decides: kings against tens.",
            "Decide la coppia: re contro dieci.",
        ),
        (
            STANDARD_HIGH,
            "7c7d3h3sQc",
            "7h7s2d2sAc",
            "The lower pair decides: threes against twos.",
            "Decide la seconda coppia: tre contro due.",
        ),
        (
            STANDARD_HIGH,
            "7c7d3h3sQc",
            "6h6s2d2sAc",
            "The higher pair decides: sevens against sixes.",
            "Decide la coppia più alta: sette contro sei.",
        ),
        (
            STANDARD_HIGH,
            "4c4d4h7s7c",
            "2c2d2hKsKc",
            "The three of a kind decides: fours against twos.",
            "Decide il tris: quattro contro due.",
        ),
        (
            STANDARD_HIGH,
            "5c5d5h9s9c",
            "5c5d5h6s6c",
            "The pair decides: nines against sixes.",
            "Decide la coppia: nove contro sei.",
        ),
        (
            STANDARD_HIGH,
            "8c8d8h8s2c",
            "7c7d7h7sAc",
            "The four of a kind decides: eights against sevens.",
            "Decide il poker: otto contro sette.",
        ),
        (
            STANDARD_HIGH,
            "7c7d3h3sQc",
            "7h7s3c3dJc",
            "The kicker decides: queen against jack.",
            "Decide il kicker: donna contro jack.",
        ),
        (
            STANDARD_HIGH,
            "7c7dAhKsQc",
            "7h7sAcKdJc",
            "The third kicker decides: queen against jack.",
            "Decide il terzo kicker: donna contro jack.",
        ),
        (
            STANDARD_HIGH,
            "6c5d4h3s2c",
            "5c4d3h2sAc",
            "The top card of the straight decides: six against five.",
            "Decide la carta più alta della scala: sei contro cinque.",
        ),
        (
            ACE_TO_FIVE,
            "8c6d5h4s3c",
            "8c7d4h3s2c",
            "The second card decides: six against seven.",
            "Decide la seconda carta: sei contro sette.",
        ),
        (
            BADUGI,
            "Kc2d3h5s",
            "Ac2d3h3s",
            "4 cards of different ranks and suits beat 3.",
            "4 carte di valore e seme diversi battono 3.",
        ),
        (
            ITALIAN,
            "KcKs7d7sAh",
            "KhKd7h7cAd",
            "The ranks are equal and the suit decides: ace of hearts against ace of diamonds.",
            "A parità di valore decide il seme: asso di cuori contro asso di quadri.",
        ),
        (
            ITALIAN,
            "As7s8s9sTs",
            "ThJhQhKhAh",
            "The minimum straight flush beats the maximum.",
            "La scala reale minima batte la massima.",
        ),
        (
            ITALIAN,
            "9cTcJcQcKc",
            "As7s8s9sTs",
            "A middle straight flush beats a minimum straight flush.",
            "La scala reale media batte la scala reale minima.",
        ),
        (
            ACE_TO_FIVE,
            "8c6d5h4s3c",
            "",
            "The other hand does not qualify for the low.",
            "L’altra mano non si qualifica per il low.",
        ),
        (ACE_TO_FIVE, "", "", "No hand qualifies for the low.", "Nessuna mano si qualifica per il low."),
        (
            STANDARD_HIGH,
            "AcKd9h4s2c",
            "AhKs9d4c2h",
            "The hands tie and split the pot.",
            "Le mani sono pari e si dividono il piatto.",
        ),
    ],
)
def test_the_reason_is_one_sentence(
    ranking: Ranking, better: str, worse: str, english: str, italiano: str
) -> None:
    why = reason(ranking, rate(ranking, better), rate(ranking, worse))
    with translation.override("en"):
        assert say_reason(why, WRITER) == english
    with translation.override("it"):
        assert say_reason(why, WRITER) == italiano


def test_the_three_of_the_triangle_hear_why_they_share() -> None:
    three = [rate(ITALIAN, text) for text in ("As7s8s9sTs", "9cTcJcQcKc", "ThJhQhKhAh")]
    with translation.override("it"):
        said = say_reason(reason_to_share(ITALIAN, three), WRITER)
    assert (
        said == "Scala reale minima, media e massima si battono a vicenda: le tre mani si dividono il piatto."
    )


@pytest.mark.sampled
@pytest.mark.parametrize("ranking", [*RANKINGS.values(), ITALIAN], ids=lambda ranking: ranking.name)
def test_every_hand_and_every_reason_between_neighbours_has_words(ranking: Ranking) -> None:
    categories, step = order_for(ranking).category, sample("every so many hands put into words")
    # The best and the worst of each category, and of the others between them as many as are asked.
    pairs = [
        (place - 1, place)
        for place in range(2, len(categories))
        if place % step == 0 or categories[place] != categories[place - 1]
    ]
    if ranking.suits:
        pairs = [(worse << 10, better << 10) for worse, better in pairs]
    # Two ranks are all that is put into words; the rest of a low stands as it is.
    named = {hand_name(ranking, strength) for pair in pairs for strength in pair}
    hands = {name._replace(ranks=name.ranks[:2]) for name in named}
    steps = {reason(ranking, best, qualifier) for qualifier, best in pairs}
    for language in ("en", "it"):
        with translation.override(language):
            names = {say_hand(name) for name in hands}
            reasons = {say_reason(step, WRITER) for step in steps}
        assert len(names) > 13
        assert len(reasons) > 13
        assert not any("%" in said for said in names | reasons)
        assert all(said[0].isupper() or said[0].isdigit() for said in reasons)


def test_every_category_of_every_ranking_has_a_name() -> None:
    categories = {category for ranking in (*RANKINGS.values(), ITALIAN) for category in ranking.categories}
    assert categories | {"low"} == set(NAMES)
