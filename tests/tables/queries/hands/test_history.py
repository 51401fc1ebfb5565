"""What is told of hands with up-cards, draws, openers and two halves: by streets, in lines."""

from __future__ import annotations

import pytest

from tables.queries.hands.history import HandHistory, hand_history
from tests.factories.felt import make_felt
from tests.factories.mixed import sheet
from tests.tables.queries.tablet.test_offers import level_of

pytestmark = pytest.mark.django_db


def history(game: str, *codes: str, stack: int = 1000, players: int = 3) -> HandHistory:
    felt = make_felt(*[stack] * players, structure=sheet(level_of(game), level_of(game)))
    hand = felt.deal()
    felt.play(*codes)
    hand.refresh_from_db()
    return hand_history(hand)


def lines(told: HandHistory) -> list[tuple[str, list[tuple[str, int, int, str]]]]:
    return [
        (street.name, [(line.kind, line.seat, line.amount, line.cards) for line in street.lines])
        for street in told.streets
    ]


def test_stud_is_told_by_its_streets_with_the_up_cards_as_they_came() -> None:
    told = history(
        "F7S", "t1:2c", "t2:Kh", "t3:??", "o1", "i1", "r2:50", "f3", "c1",
        "t1:5d", "t2:Ks", "r2:50", "f1",
    )  # fmt: skip
    assert lines(told) == [
        ("third street", [
            ("ante", 1, 10, ""), ("ante", 2, 10, ""), ("ante", 3, 10, ""),
            ("up_card", 1, 0, "2c"), ("up_card", 2, 0, "Kh"), ("up_card", 3, 0, "??"),
            ("speaks_first", 1, 0, ""), ("bring_in", 1, 20, ""), ("complete", 2, 50, ""), ("fold", 3, 0, ""),
            ("call", 1, 30, ""),
        ]),
        ("fourth street", [
            ("up_card", 1, 0, "5d"), ("up_card", 2, 0, "Ks"), ("bet", 2, 50, ""), ("fold", 1, 0, ""),
            ("returned", 2, 50, ""),
        ]),
    ]  # fmt: skip
    assert told.streets[1].pot == 130


def test_all_in_stud_is_told_street_by_street_with_the_card_that_came_to_each() -> None:
    told = history(
        "F7S", "t1:2c", "t2:Kh", "t3:4d", "i1", "r2:50", "c3", "f1", "t2:5d", "t3:Ks",
        "r2:50", "c3", "s3:4dKs4h4s", "s2:KhKd5d5c", "b:2h2d", "b:????", "b:??8c", "w0:3", stack=110,
    )  # fmt: skip
    assert lines(told)[2:] == [
        ("fifth street", [("up_card", 2, 0, "2h"), ("up_card", 3, 0, "2d")]),
        ("sixth street", []),
        ("seventh street", [("up_card", 3, 0, "8c")]),
        ("showdown", [("declare", 0, 0, "")]),
    ]
    assert [street.cards for street in told.streets] == [""] * 6


def test_a_hand_in_play_shows_the_up_cards_and_hides_the_others() -> None:
    told = history("F7S", "h1:AsAd2c", "t2:Kh", "t3:4s", "i1", "f2")
    assert [player.cards for player in told.players] == ["????2c", "????Kh", "????4s"]
    assert [line.cards for line in told.streets[0].lines if line.kind == "knows"] == [""]


def test_draws_are_told_with_what_came_from_a_reshuffle() -> None:
    # Six players: 52 - 30 dealt - 1 burned = 21 cards, of which the fifth player gets the last.
    told = history(
        "F2L3D", "c3", "c4", "c5", "c6", "c1", "k2",
        "d1:??????????", "d2:As", "d3:??????????", "d4:??????????", "d5:??????????", "d6:",
        players=6,
    )  # fmt: skip
    assert [street.name for street in told.streets] == ["deal", "first draw"]
    draws = [(line.kind, line.seat, line.amount, line.reshuffled) for line in told.streets[1].lines]
    assert draws == [
        ("draw", 1, 5, 0), ("draw", 2, 1, 0), ("draw", 3, 5, 0),
        ("draw", 4, 5, 0), ("draw", 5, 5, 1), ("draw", 6, 0, 0),
    ]  # fmt: skip


def test_openers_are_said_and_a_carried_pot_is_said_twice() -> None:
    felt = make_felt(1000, 1000, structure=sheet(level_of("N5DJ"), level_of("N5DJ")))
    unopened = felt.deal()
    felt.play("k1", "k2")
    opened = felt.deal()
    felt.play("r2:50", "f1", "j2:JhJs")
    unopened.refresh_from_db()
    opened.refresh_from_db()
    assert lines(hand_history(unopened))[0][1][-1] == ("waits", 0, 20, "")
    told = lines(hand_history(opened))
    assert told[0][1][0] == ("waited", 0, 20, "")
    assert told[-1] == ("showdown", [("openers", 2, 0, "JhJs")])


def test_halves_of_a_pot_are_told_with_who_won_them() -> None:
    told = history(
        "FO/8", "c3", "c1", "k2", "b:??????", "k1", "k2", "k3", "b:??", "k1", "k2", "k3", "b:??", "k1", "k2",
        "k3", "w0h:3", "w0l:1,2",
    )  # fmt: skip
    said = [(line.kind, line.half, line.names) for line in told.streets[-1].lines]
    assert said == [
        ("declare", "high", ("Carla Rossi",)),
        ("declare", "low", ("Anna Verdi", "Bruno Neri")),
    ]
    assert [pot.winners for pot in told.pots] == [
        (
            ("Carla Rossi", 105, "high", "", 0),
            ("Anna Verdi", 50, "low", "", 0),
            ("Bruno Neri", 25, "low", "", 0),
        ),
    ]


def test_nobody_may_have_a_low() -> None:
    told = history(
        "FO/8", "c3", "c1", "k2", "b:??????", "k1", "k2", "k3", "b:??", "k1", "k2", "k3", "b:??", "k1", "k2",
        "k3", "w0l:", "w0h:3",
    )  # fmt: skip
    assert [(line.kind, line.half) for line in told.streets[-1].lines] == [
        ("no_low", "low"),
        ("declare", "high"),
    ]
    assert told.pots[0].winners == (("Carla Rossi", 180, "high", "", 0),)


def test_a_pot_is_told_with_the_hand_that_won_it_and_each_hand_with_its_name() -> None:
    told = history(
        "FO/8", "c3", "f1", "k2", "b:As2d8c", "k2", "k3", "b:Kh", "k2", "k3", "b:Kd", "k2", "k3",
        "s2:3c4cQhQs", "s3:KcJc9d9c",
    )  # fmt: skip
    assert [pot.winners for pot in told.pots] == [
        (
            ("Carla Rossi", 80, "high", "three of a kind, kings", 0),
            ("Bruno Neri", 75, "low", "low 8-4-3-2-A", 0),
        ),
    ]
    assert [player.made for player in told.players] == [
        "",
        "two pair, kings and queens, low 8-4-3-2-A",
        "three of a kind, kings",
    ]


def test_the_first_card_of_courchevel_is_told_before_the_flop() -> None:
    told = history("PC", "b:Ah", "c3", "c1", "k2", "b:KhQh", "k1")
    assert [(street.name, street.cards) for street in told.streets] == [("preflop", "Ah"), ("flop", "KhQh")]
