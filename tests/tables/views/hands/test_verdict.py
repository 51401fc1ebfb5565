"""Who wins with these cards: a page that asks by its address, without JavaScript and with htmx."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from tables import engine
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tests.factories import ACTOR
from tests.factories.floor import Floor
from tests.security.rows import digest
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure

pytestmark = pytest.mark.django_db

# What the form of a page in English sends beside what was typed.
SENT = {"letters": "en", "game": "NT"}


def ask(floor: Floor, **asked: str) -> Any:
    return floor.client.get(f"{floor.home}verdict/", asked)


def ask_live(floor: Floor, **asked: str) -> Any:
    """As htmx asks while somebody types or taps."""
    return floor.client.get(f"{floor.home}verdict/", asked, headers={"HX-Request": "true"})


def text(response: Any) -> str:
    """What the page says, without tags."""
    html = re.sub(r"<svg.*?</svg>", "", response.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def sentences(response: Any) -> list[str]:
    verdict = response.context["verdict"]
    return [] if verdict is None else [half.sentence for half in verdict.halves]


def errors(response: Any) -> dict[str, list[str]]:
    return {name: list(words) for name, words in response.context["form"].errors.items()}


def led_to(response: Any) -> dict[str, str]:
    """The address that an answer leads to, its cards as the engine writes them."""
    address = response.headers.get("Location") or response.headers["HX-Replace-Url"]
    asked = parse_qs(urlsplit(address).query, keep_blank_values=True)
    return {name: values[0] for name, values in asked.items()}


# --- The answer ---------------------------------------------------------------------------------------------


def test_an_address_is_answered_with_the_winner_its_cards_and_the_reason(client: Client) -> None:
    page = ask(Floor(client, 3), game="NT", h1="AsKc", h2="QsQd", board="Kd7c2h5s9c")

    assert sentences(page) == ["Hand 1 wins: pair of kings."]
    (half,) = page.context["verdict"].halves
    assert [(line.who, line.name, line.cards, line.outcome, line.why) for line in half.lines] == [
        ("Hand 1", "Pair of kings", "KcKdAs9c7c", "wins", ""),
        ("Hand 2", "Pair of queens", "QsQdKd9c7c", "beaten", "The pair decides: kings against queens."),
    ]
    assert page.context["verdict"].notes == (
        "Cards speak, not what was said about them (TDA 12); all cards of a hand are face up (TDA 13).",
    )
    assert "Hand 1 wins: pair of kings." in text(page)


def test_it_is_said_in_italian_too(client: Client) -> None:
    floor = Floor(client, 3)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "it"
    page = ask(floor, letters="it", game="NT", h1="Ap Kf", h2="Dp", board="")
    assert errors(page) == {
        "h2": ["«Dp» non è una carta. Scrivi ogni carta con valore e seme, per esempio Kq 10p."]
    }
    page = ask(floor, game="PO/8", h1="As2sKdQd", h2="KsQhJcTc", board="3c7h8dKcKh")
    assert sentences(page) == ["Mano 1 vince: tris di re.", "Mano 1 vince: low 8-7-3-2-A."]
    assert 'value="Ap 2p Kq Qq"' in page.content.decode()


def test_both_halves_of_a_hi_lo_pot_are_told_with_who_has_no_low(client: Client) -> None:
    page = ask(Floor(client, 3), game="FO/8", h1="As2s9d9c", h2="Ah2hKdKc", h3="Qc3cTcTd", board="3d7h8dKs9h")
    assert sentences(page) == [
        "Hand 2 wins: three of a kind, kings.",
        "Hand 1 and Hand 2 split: low 8-7-3-2-A.",
    ]
    low = page.context["verdict"].halves[1].lines
    assert [(line.who, line.outcome) for line in low] == [
        ("Hand 1", "shares"),
        ("Hand 2", "shares"),
        ("Hand 3", "none"),
    ]
    assert page.context["verdict"].notes[1:] == (
        "A low is five different ranks, none above the eight; straights and flushes do not count.",
        "An odd chip between the halves goes to the high (TDA 20-C).",
        "An odd chip between tied hands goes to the first hand left of the button (TDA 20-A).",
    )


@pytest.mark.parametrize(
    ("asked", "sentence", "note"),
    [
        (
            {"game": "PO/8", "h1": "As2sKdQd", "h2": "AdJcTcTd", "board": "3c4h9dJsKh"},
            "No hand qualifies for the low.",
            "Without a low, the high hand wins the whole pot.",
        ),
        (
            {"game": "PO/8", "h1": "As2sKdQd", "h2": "Ac2cKsQc", "board": "3c7h8dKcKh"},
            "Hand 1 and Hand 2 split: low 8-7-3-2-A.",
            "The same hands split both halves: the whole pot is divided evenly (WSOP 73).",
        ),
        (
            {"game": "FR", "h1": "As2d3c4h6sKdKc", "h2": "Ad2h3s4c6dQsQc"},
            "Hand 1 and Hand 2 split: low 6-4-3-2-A.",
            "An odd chip goes to the highest card by suit: Hand 1 (TDA 20-B).",
        ),
        (
            {"game": "NS", "h1": "Ah8h", "h2": "KsKd", "board": "Kh7h6hQcQd"},
            "Hand 1 wins: flush, ace high.",
            "With a short deck a flush beats a full house.",
        ),
        (
            {"game": "IT", "players": "4", "h1": "QhJh9h8h7h", "h2": "AsAdAcKcKd"},
            "Hand 1 wins: flush, queen high.",
            "In Italian poker a flush beats a full house.",
        ),
        (
            {"game": "IT", "players": "4", "h1": "KcKs7d7sAd", "h2": "KhKd7h7cAh"},
            "Hand 2 wins: two pair, kings and sevens.",
            "Of equal ranks the suit of the deciding card wins: hearts, diamonds, clubs, spades.",
        ),
        (
            {"game": "IT", "players": "4", "h1": "As7s8s9sTs", "h2": "9cTcJcQcKc", "h3": "ThJhQhKhAh"},
            "Hand 1, Hand 2 and Hand 3 split the pot.",
            (
                "Of straight flushes, the maximum beats the middle, the middle the minimum, and the "
                "minimum the maximum; all three split."
            ),
        ),
    ],
)
def test_the_rule_that_decides_is_named(
    client: Client, asked: dict[str, str], sentence: str, note: str
) -> None:
    page = ask(Floor(client, 3), **asked)
    assert sentence in sentences(page)
    assert note in page.context["verdict"].notes


def test_the_house_rules_of_the_tournament_decide(client: Client) -> None:
    rules = {"engine": {"italian_flush_vs_full": "full", "hand_reading": "declared", "quarter_odd": "low"}}
    floor = Floor(client, 3, rule_overrides=rules)
    page = ask(floor, game="IT", players="4", h1="QhJh9h8h7h", h2="AsAdAcKcKd")
    assert sentences(page) == ["Hand 2 wins: full house, aces over kings."]
    assert page.context["verdict"].notes == (
        "House rule: a hand counts as its player declared it. Here each is read at its best.",
        "House rule: a full house beats a flush.",
    )
    page = ask(floor, game="FO/8", h1="As2s9d9c", h2="Ah2hKdKc", board="3d7h8dKs9h")
    assert "House rule: an odd chip between the halves goes to the low half, which is shared." in (
        page.context["verdict"].notes
    )


def test_a_hand_alone_is_named_and_an_empty_row_is_no_hand(client: Client) -> None:
    page = ask(Floor(client, 3), game="NT", h1="", h2="AsKc", board="Kd7c2h5s9c", go="1")
    assert (sentences(page), errors(page)) == (["Hand 2: pair of kings."], {})


# --- What is wrong with a question --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        (
            {"h1": "Ah Kx"},
            {"h1": ["“Kx” is not a card. Enter each card as rank and suit, for example Kd 10s."]},
        ),
        (
            {"h1": "Ah Kx", "h2": "AhAd", "h3": "2h3h4h", "go": "1"},
            {
                "h1": ["“Kx” is not a card. Enter each card as rank and suit, for example Kd 10s."],
                "h2": ["Ace of hearts is already used here: Hand 1. Each card can be used only once."],
                "h3": ["A hand of this game has 2 cards, not 3."],
                "board": ["Enter 5 cards here, not 0."],
            },
        ),
        ({"h1": "AhAh"}, {"h1": ["Ace of hearts appears twice: remove one."]}),
        (
            {"h1": "AhKd", "h2": "Ah"},
            {"h2": ["Ace of hearts is already used here: Hand 1. Each card can be used only once."]},
        ),
        (
            {"h1": "AhKd", "board": "2c Kd"},
            {"board": ["King of diamonds is already used here: Hand 1. Each card can be used only once."]},
        ),
        ({"h1": "AhKdQd"}, {"h1": ["A hand of this game has 2 cards, not 3."]}),
        ({"h1": "AhKd", "board": "2c3c4c5c6c7c"}, {"board": ["Enter 5 cards here, not 6."]}),
        (
            {"h1": "Ah", "h2": "KdKc", "go": "1"},
            {"h1": ["A hand of this game has 2 cards, not 1."], "board": ["Enter 5 cards here, not 0."]},
        ),
        (
            {"go": "1"},
            {"h1": ["Enter the cards of at least one hand."], "board": ["Enter 5 cards here, not 0."]},
        ),
        (
            {"game": "NS", "h1": "Ah5d"},
            {"h1": ["Five of diamonds is not in this deck: the lowest card is 6."]},
        ),
        (
            {"game": "IT", "players": "4", "h1": "Ah6d"},
            {"h1": ["Six of diamonds is not in this deck: with 4 players the lowest card is 7."]},
        ),
        (
            {"game": "IT", "players": "2", "h1": "Ah", "h2": "Kh", "h3": "Qh"},
            {"players": ["With this many hands, choose 3 to 9 players."]},
        ),
        (
            {
                "game": "IT",
                **{f"h{number}": f"{rank}h" for number, rank in enumerate("AKQJT98765", 1)},
            },
            {"__all__": ["At most 9 can play this game: remove a hand."]},
        ),
        (
            {"h1": "Jk"},
            {"h1": ["This game has no joker: remove it, or choose a game that has one."]},
        ),
        (
            {"game": "F7S", "h1": "As2d3c4h6sKdKc", "board": "Qh"},
            {"h1": ["A hand of this game has 6 cards, not 7."]},
        ),
    ],
)
def test_an_error_names_the_bad_piece_and_the_cure(
    client: Client, asked: dict[str, str], wrong: dict[str, list[str]]
) -> None:
    page = ask(Floor(client, 3), **{**SENT, **asked})
    assert (page.status_code, sentences(page), errors(page)) == (200, [], wrong)


def test_cards_that_are_still_to_come_are_no_mistake(client: Client) -> None:
    page = ask(Floor(client, 3), game="NT", h1="AhK", h2="", board="2c3c4c")
    assert (errors(page), sentences(page)) == ({}, [])
    assert [(row.name, row.missing, row.is_next) for row in page.context["rows"]] == [
        ("h1", 1, True),
        ("h2", 2, False),
        ("board", 2, False),
    ]


@pytest.mark.parametrize(
    "asked",
    [
        {"h1": "x" * 10_000},
        {"h1": "²", "board": "\u202e🂡"},
        {"game": "XR", "players": "99", "to": "h99", "pick": "Zz", "drop": "h7", "table": "9" * 40},
        {"game": "none", "letters": "xx", "h1": "AsKs", "pick": "Jk"},
        {"table": "²", "add": "1", "h10": "As"},
    ],
)
def test_whatever_an_address_holds_is_answered(client: Client, asked: dict[str, str]) -> None:
    floor = Floor(client, 2)
    assert ask(floor, **asked).status_code in (200, 302)
    assert ask_live(floor, **asked).status_code == 200


# --- Typing and tapping -------------------------------------------------------------------------------------


def test_what_was_typed_is_shared_in_an_address_that_every_reader_understands(client: Client) -> None:
    floor = Floor(client, 3)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "it"
    typed = {"letters": "it", "game": "NT", "h1": "Ac 10q", "h2": "K♠, kf", "board": "2p 3p"}
    assert led_to(ask(floor, **typed)) == {"game": "NT", "h1": "AhTd", "h2": "KsKc", "board": "2s3s"}
    live = ask_live(floor, **typed)
    assert led_to(live) == {"game": "NT", "h1": "AhTd", "h2": "KsKc", "board": "2s3s"}
    assert "<html" not in live.content.decode()


def test_what_cannot_be_read_stays_as_it_was_typed_and_leads_nowhere(client: Client) -> None:
    floor = Floor(client, 3)
    typed = {**SENT, "h1": "Ah Qx", "h2": "KsKc"}
    assert 'value="Ah Qx"' in ask(floor, **typed).content.decode()
    assert "HX-Replace-Url" not in ask_live(floor, **typed).headers


def test_tapped_cards_fill_the_hands_then_the_board(client: Client) -> None:
    floor = Floor(client, 3)
    asked: dict[str, str] = {"h1": "", "h2": ""}
    for card in ("Ah", "Td", "Ks", "Kc", "2s"):
        asked = led_to(ask(floor, **{**SENT, **asked, "pick": card}))
    assert asked == {"game": "NT", "h1": "AhTd", "h2": "KsKc", "board": "2s"}


def test_a_tapped_card_goes_where_the_reader_says_and_a_second_tap_takes_it_back(client: Client) -> None:
    floor = Floor(client, 3)
    asked = led_to(ask(floor, **SENT, h1="", h2="", to="board", pick="2s"))
    assert asked == {"game": "NT", "h1": "", "h2": "", "board": "2s", "to": "board"}
    asked = led_to(ask(floor, **SENT, h1="AhTd", h2="KsKc", board="2s", pick="Kc"))
    assert asked == {"game": "NT", "h1": "AhTd", "h2": "Ks", "board": "2s"}
    page = ask_live(floor, **SENT, h1="AhTd", h2="KsKc", board="2s3s4s5s6s", pick="7s")
    assert led_to(page) == {"game": "NT", "h1": "AhTd", "h2": "KsKc", "board": "2s3s4s5s6s"}
    html = page.content.decode()
    assert re.search(r'id="pick-7s"[^>]*disabled', html)
    assert re.search(r'id="pick-Kc"[^>]*aria-pressed="true"', html)


def test_hands_are_added_and_taken_away(client: Client) -> None:
    floor = Floor(client, 3)
    asked = led_to(ask(floor, **SENT, h1="AhTd", h2="KsKc", add="1"))
    assert asked == {"game": "NT", "h1": "AhTd", "h2": "KsKc", "h3": ""}
    asked = led_to(ask(floor, **SENT, h1="AhTd", h2="KsKc", h3="QsQd", drop="h2"))
    assert asked == {"game": "NT", "h1": "AhTd", "h3": "QsQd"}
    ten = {f"h{number}": "" for number in range(1, 11)}
    assert not ask(floor, **ten).context["can_add"]
    assert led_to(ask(floor, **SENT, **ten, add="1")).keys() == {"game", *ten}


def test_the_deck_is_that_of_the_game(client: Client) -> None:
    floor = Floor(client, 3)

    def suits(**asked: str) -> list[int]:
        return [len(suit) for suit in ask(floor, **asked).context["deck"]]

    assert suits(game="NT") == [13, 13, 13, 13]
    assert suits(game="NS") == [9, 9, 9, 9]
    assert suits(game="F5DAw") == [13, 13, 13, 13, 1]
    assert suits(game="IT", players="4") == [8, 8, 8, 8]
    assert suits(game="IT", h1="", h2="", h3="") == [7, 7, 7, 7]
    joker = led_to(ask(floor, letters="en", game="F5DAb", h1="8c8d5h5s", pick="Jk"))
    assert joker == {"game": "F5DAb", "h1": "8c8d5h5sJk", "h2": ""}


def test_stud_has_a_place_for_a_common_card(client: Client) -> None:
    floor = Floor(client, 3)
    asked = {"game": "F7S", "h1": "AsAdKcQh7d5h", "h2": "AcAhKdQs7c5s"}
    page = ask(floor, letters="en", **asked, to="board", pick="Jh")
    assert led_to(page) == {**asked, "board": "Jh"}
    page = ask(floor, **asked, board="Jh")
    assert sentences(page) == ["Hand 1 and Hand 2 split: pair of aces."]
    assert str(page.context["form"]["board"].label) == "Community card"
    assert "board" not in ask(floor, game="F5D", h1="As", board="2c3c").context["form"].fields


# --- From a table, and who may ask --------------------------------------------------------------------------


def play(floor: Floor, *codes: str) -> None:
    ids: dict[str, Any] = {"tournament_id": floor.tournament.pk, "table_id": floor.table(1).pk}
    start_hand(**ids, by=ACTOR.at(timezone.now()))
    for code in codes:
        record_operation(**ids, operation=engine.decode(code), by=ACTOR.at(timezone.now()))


BETS = (
    "h2:QsQd",
    "r3:150",
    "f1",
    "c2",
    "b:Kd7c2h",
    "k2",
    "r3:200",
    "c2",
    "b:5s",
    "k2",
    "k3",
    "b:9c",
    "r2:500",
    "c3",
)


def test_a_tables_showdown_is_taken_over_with_its_seats(client: Client) -> None:
    floor = Floor(client, 3)
    play(floor, *BETS, "s2:")
    address = led_to(ask(floor, table="1"))
    assert address == {"table": "1", "game": "NT", "h2": "QsQd", "h3": "", "board": "Kd7c2h5s9c"}
    page = ask(floor, **{**address, "h3": "AsKc"})
    assert sentences(page) == ["Seat 3 wins: pair of kings."]
    assert f"/floor/{floor.tournament.code}/tables/1/" in page.content.decode()


def test_a_hand_that_is_over_keeps_what_was_tabled(client: Client) -> None:
    floor = Floor(client, 3)
    play(floor, *BETS, "s2:", "s3:AsKc")
    assert led_to(ask(floor, table="1"))["h3"] == "AsKc"


@pytest.mark.parametrize("codes", [BETS[:8], ("r3:150", "f1", "f2"), ()], ids=["in play", "unseen", "none"])
def test_no_card_is_taken_from_a_hand_that_was_not_tabled(client: Client, codes: tuple[str, ...]) -> None:
    floor = Floor(client, 3)
    if codes:
        play(floor, *codes)
    page = ask(floor, table="1")
    assert page.status_code == 200
    assert [row.cards for row in page.context["rows"]] == [(), (), ()]


def test_the_page_begins_with_the_game_of_the_level_and_stores_nothing(client: Client) -> None:
    floor = Floor(client, 3)
    before = digest()
    page = ask(floor)
    assert page.context["form"].kind == "NT"
    ask(floor, game="FO/8", h1="As2s9d9c", h2="Ah2hKdKc", board="3d7h8dKs9h")
    assert digest() == before


def test_a_question_costs_as_many_queries_for_one_hand_as_for_ten(
    client: Client, django_assert_num_queries: Any
) -> None:
    floor = Floor(client, 3)
    ask(floor)
    for hands in (1, 10):
        with django_assert_num_queries(3):
            ask(floor, game="NT", **{f"h{number}": "" for number in range(1, hands + 1)})


# --- Opened from a table --------------------------------------------------------------------------------------


def rotation(*games: LevelGame) -> Structure:
    level = Level.mixed(games=games, hands_per_game=1, duration_seconds=1200)
    return Structure(periods=(level,) * 4)


def test_opened_from_a_table_the_page_asks_about_the_game_that_is_played_there(client: Client) -> None:
    """The level begins with deuce-to-seven; table 1 plays razz, table 2 has not dealt yet."""
    lowball = LevelGame(game="F2L3D", small_blind=25, big_blind=50, small_bet=50, big_bet=100)
    razz = LevelGame(game="FR", ante=10, bring_in=15, small_bet=50, big_bet=100)
    limit = LevelGame(game="FT", small_blind=25, big_blind=50, small_bet=50, big_bet=100)
    floor = Floor(client, 3, 3, structure=rotation(lowball, razz, limit))
    games = [
        ask(floor, table="1").context["form"].kind,
    ]
    for codes in (("f3", "f1"), ("o1", "i1", "f2", "f3")):
        deal(floor, *codes)
        games.append(ask(floor, table="1").context["form"].kind)
    deal(floor)
    games.append(ask(floor, table="1").context["form"].kind)

    assert games == ["F2L3D", "F2L3D", "FR", "NT"]
    assert ask(floor, table="2").context["form"].kind == "F2L3D"


def deal(floor: Floor, *codes: str) -> None:
    ids: dict[str, Any] = {"tournament_id": floor.tournament.pk, "table_id": floor.table(1).pk}
    start_hand(**ids, by=ACTOR.at(timezone.now()))
    for code in codes:
        record_operation(**ids, operation=engine.decode(code), by=ACTOR.at(timezone.now()))
