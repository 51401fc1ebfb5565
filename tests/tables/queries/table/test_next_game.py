from __future__ import annotations

from typing import Any

import pytest

from tables.engine.games.rotations import GameTurn
from tables.models import Device, Table
from tables.queries.console.grid import table_grid
from tables.queries.console.table import table_page
from tables.queries.table.next_game import NextGame, game_of_next_hand, games_of_next_hands, turn_with
from tables.queries.tablet.screen import TabletScreen
from tests.factories import NOW, after
from tests.factories.felt import Felt, add_felt, make_felt
from tests.factories.mixed import LIMIT, NO_LIMIT, POT_LIMIT, STUD, fold_out, mixed, mixed_felt
from tests.tables.looking import screen_of
from tests.tournament.rules.mixed import raised
from tests.tournament.rules.structures import pause_of
from tournament.queries.level import level_now

pytestmark = pytest.mark.django_db

THREE = (NO_LIMIT, POT_LIMIT, LIMIT)


def coming(felt: Felt) -> NextGame:
    return game_of_next_hand(felt.fresh(), level_now(felt.tournament, now=NOW))


def screen(felt: Felt) -> TabletScreen:
    device = Device.objects.filter(table=felt.table).first() or felt.pair()[0]
    device.refresh_from_db()
    return screen_of(device, now=NOW)


def test_the_next_game_is_told_with_its_hands_and_what_follows() -> None:
    felt = mixed_felt()
    told = [coming(felt)]
    for _ in range(4):
        fold_out(felt)
        told.append(coming(felt))
    assert told == [
        NextGame(stakes=NO_LIMIT, left=2, following="PO"),
        NextGame(stakes=NO_LIMIT, left=1, following="PO"),
        NextGame(stakes=POT_LIMIT, left=2, following="FT"),
        NextGame(stakes=POT_LIMIT, left=1, following="FT"),
        NextGame(stakes=LIMIT, left=2, following="NT"),
    ]


def test_the_hand_in_play_counts_as_played() -> None:
    felt = mixed_felt()
    fold_out(felt)
    felt.deal()
    assert coming(felt) == NextGame(stakes=POT_LIMIT, left=2, following="FT")


def test_a_level_of_one_game_has_nothing_to_tell(django_assert_num_queries: Any) -> None:
    felt = make_felt(1000, 1000)
    table, level = felt.fresh(), level_now(felt.tournament, now=NOW)
    with django_assert_num_queries(0):
        told = game_of_next_hand(table, level)
    assert (told.game, told.left, told.following) == ("NT", None, "")


@pytest.mark.parametrize("tables", [1, 3])
def test_the_turns_of_all_tables_take_one_query(tables: int, django_assert_num_queries: Any) -> None:
    felt = mixed_felt()
    fold_out(felt)
    for number in range(2, tables + 1):
        add_felt(felt.tournament, 10_000, 10_000, 10_000, number=number)
    rows = list(Table.objects.filter(tournament=felt.tournament).order_by("number"))
    level = level_now(felt.tournament, now=NOW)
    with django_assert_num_queries(1):
        turns = games_of_next_hands([table.pk for table in rows], level)
    assert [turns[table.pk].left for table in rows] == [1, 2, 2][:tables]


def test_in_a_break_the_next_hand_keeps_its_place() -> None:
    games = (POT_LIMIT, LIMIT)
    felt = mixed_felt(mixed(*games), pause_of(10), mixed(*(raised(game) for game in games)))
    fold_out(felt)
    in_break = game_of_next_hand(felt.fresh(), level_now(felt.tournament, now=after(25)))
    following = game_of_next_hand(felt.fresh(), level_now(felt.tournament, now=after(31)))
    assert (in_break.game, in_break.left, following.game, following.left) == ("PO", 1, "PO", 1)
    assert following.stakes == raised(POT_LIMIT)


@pytest.mark.parametrize(
    ("told", "playing", "expected"),
    [
        (NextGame(stakes=LIMIT, left=5, following="PO"), "", GameTurn(game="FT", left=5, following="PO")),
        (NextGame(stakes=LIMIT, left=5, following="PO"), "FT", GameTurn(game="FT", left=6, following="PO")),
        (NextGame(stakes=LIMIT, left=6, following="PO"), "NT", GameTurn(game="NT", left=1, following="FT")),
        (NextGame(stakes=LIMIT), "FT", None),
    ],
)
def test_the_hand_in_play_is_one_of_its_game(told: NextGame, playing: str, expected: GameTurn | None) -> None:
    assert turn_with(told, playing) == expected


def test_the_tablet_announces_the_game_between_hands() -> None:
    felt = mixed_felt()
    shown = screen(felt)
    assert (shown.header.game, shown.header.stakes.coming.left, shown.header.stakes.coming.following) == (
        "NT",
        2,
        "PO",
    )
    assert (shown.header.stakes.is_mixed, shown.header.stakes.is_new) == (True, False)


def test_in_the_last_hand_of_a_game_the_tablet_announces_the_next() -> None:
    felt = mixed_felt()
    felt.deal()
    assert not screen(felt).header.stakes.is_new
    felt.play("f3", "f1")
    felt.deal()
    stakes = screen(felt).header.stakes
    assert (stakes.is_new, stakes.now, stakes.coming.stakes) == (True, NO_LIMIT, POT_LIMIT)


def test_marks_before_the_deal_are_those_of_the_deal_from_game_to_game() -> None:
    felt = mixed_felt()
    for _ in range(4):
        before = [(p.number, p.has_button, p.blind) for p in screen(felt).felt.seats]
        hand = felt.deal()
        assert [(p.number, p.has_button, p.blind) for p in screen(felt).felt.seats] == before
        state = felt.play(f"f{hand.setup.button}")
        felt.play(f"f{state.actor}")


def test_mix_01_the_tablet_shows_where_the_button_rests_and_no_blinds() -> None:
    felt = mixed_felt(mixed(LIMIT, STUD), mixed(LIMIT, STUD))
    fold_out(felt)
    assert fold_out(felt).setup.button == 1
    before = screen(felt)
    assert [(p.has_button, p.blind, p.state) for p in before.felt.seats[:3]] == [
        (False, "", "in"),
        (True, "", "in"),
        (False, "", "in"),
    ]
    assert [(remark.code, remark.params) for remark in before.feed.remarks] == [("button_rests", {"seat": 2})]
    hand = felt.deal()
    assert (hand.game, hand.setup.button) == ("F7S", 3)
    shown = screen(felt)
    assert [(p.has_button, p.blind) for p in shown.felt.seats[:3]] == [(False, ""), (True, ""), (False, "")]
    page = table_page(felt.tournament, number=1, seat=None, now=NOW)
    assert page is not None
    assert [seat.has_button for seat in page.seats[:3]] == [False, True, False]


def test_a_table_of_stud_alone_has_no_button_to_speak_of() -> None:
    felt = mixed_felt(mixed(STUD), mixed(STUD))
    shown = screen(felt)
    assert (shown.header.game, shown.feed.remarks, shown.straddle) == ("F7S", (), None)


@pytest.mark.parametrize("players", [2, 9])
def test_the_screen_of_a_mixed_level_takes_one_more_query(
    players: int, django_assert_num_queries: Any
) -> None:
    felt = mixed_felt(players=players)
    device, _secret = felt.pair()
    felt.deal()
    with django_assert_num_queries(2):
        screen_of(device, now=NOW)


def test_the_console_shows_each_tables_turn() -> None:
    felt = mixed_felt()
    fold_out(felt)
    felt.deal()
    add_felt(felt.tournament, 10_000, 10_000, number=2)
    cards = table_grid(felt.tournament, now=NOW).cards
    assert [card.turn for card in cards] == [
        GameTurn(game="NT", left=1, following="PO"),
        GameTurn(game="NT", left=2, following="PO"),
    ]


def test_the_console_shows_no_turn_in_a_level_of_one_game() -> None:
    felt = make_felt(1000, 1000)
    assert [card.turn for card in table_grid(felt.tournament, now=NOW).cards] == [None]


@pytest.mark.parametrize("tables", [1, 3])
def test_the_console_takes_the_same_queries_for_one_table_and_for_three(
    tables: int, django_assert_num_queries: Any
) -> None:
    felt = mixed_felt()
    for number in range(2, tables + 1):
        add_felt(felt.tournament, 10_000, 10_000, number=number)
    with django_assert_num_queries(12):
        table_grid(felt.tournament, now=NOW)
