"""Mixed games that change by orbit: HORSE as it is dealt, with a dead small blind, and by hands for the last three."""

from __future__ import annotations

from typing import Any

import pytest

from tables.models import Table
from tables.queries.table.next_game import NextGame, game_of_next_hand, games_of_next_hands
from tables.services.hands.recording import undo_operation
from tables.templatetags.prompt import prompt_lines
from tests.factories import ACTOR, NOW
from tests.factories.felt import Felt, add_felt
from tests.factories.mixed import fold_out, mixed_felt
from tests.tables.looking import screen_of
from tests.tables.services.hands.test_button import finish, put
from tournament.models import Entry
from tournament.queries.level import level_now
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Level

pytestmark = pytest.mark.django_db

_BETS: dict[str, Any] = {"small_bet": 100, "big_bet": 200}
HORSE = tuple(
    LevelGame(game=code, small_blind=50, big_blind=100, **_BETS)
    if code in ("FT", "FO/8")
    else LevelGame(game=code, ante=25, ante_kind="classic", bring_in=25, **_BETS)
    for code in ("FT", "FO/8", "FR", "F7S", "F7S/8")
)


def by_orbit(*, orbit_from: int = 4) -> Level:
    return Level.mixed(games=HORSE, hands_per_game=6, duration_seconds=1200, orbit_from=orbit_from)


def horse(players: int, *, orbit_from: int = 4) -> Felt:
    return mixed_felt(by_orbit(orbit_from=orbit_from), by_orbit(orbit_from=orbit_from), players=players)


def coming(felt: Felt) -> NextGame:
    return game_of_next_hand(felt.fresh(), level_now(felt.tournament, now=NOW))


def told(felt: Felt) -> tuple[str, int | None, bool]:
    due = coming(felt)
    return due.game, due.left, due.is_orbit


def deal(felt: Felt, hands: int) -> list[str]:
    """The games of so many hands. Of a stud hand the result is enough."""
    return [fold_out(felt).game for _hand in range(hands)]


@pytest.mark.rule("MIX-04")
def test_horse_changes_with_the_orbit() -> None:
    felt = horse(4)
    assert told(felt) == ("FT", 4, True)
    assert deal(felt, 3) == ["FT"] * 3
    assert told(felt) == ("FT", 1, True)
    assert deal(felt, 1) == ["FT"]
    assert told(felt) == ("FO/8", 4, True)
    assert deal(felt, 4) == ["FO/8"] * 4
    assert coming(felt).stakes == HORSE[2]


@pytest.mark.rule("MIX-04")
def test_horse_by_orbits_with_a_dead_small_blind() -> None:
    """Six play hold'em; the big blind of the second hand goes out. The third has no small blind, the fourth a button at
    the empty seat: the button has come round after six hands, and only then Omaha begins, for an orbit of five.
    """
    felt = horse(6)
    fold_out(felt)
    fold_out(felt)
    second = felt.fresh().positions
    assert second is not None
    Entry.objects.filter(pk=felt.entries[second.big_blind_position].pk).update(stack=0)

    assert told(felt) == ("FT", 4, True)
    assert deal(felt, 1) == ["FT"]
    third = felt.fresh().positions
    assert third is not None
    assert third.is_dead_small_blind
    assert deal(felt, 1) == ["FT"]
    fourth = felt.fresh().positions
    assert fourth is not None
    assert fourth.is_dead_button
    assert deal(felt, 2) == ["FT"] * 2
    assert told(felt) == ("FO/8", 5, True)
    assert deal(felt, 5) == ["FO/8"] * 5
    assert told(felt) == ("FR", 5, True)


@pytest.mark.rule("MIX-04")
def test_the_last_three_play_six_hands_of_each() -> None:
    felt = horse(4)
    deal(felt, 2)
    Entry.objects.filter(pk=felt.entries[1].pk).update(stack=0)

    assert told(felt) == ("FT", 4, False)
    assert deal(felt, 4) == ["FT"] * 4
    assert told(felt) == ("FO/8", 6, False)


@pytest.mark.rule("MIX-04")
def test_a_carried_pot_is_one_hand_more_and_not_an_orbit_more() -> None:
    """Nobody opens the last hand of the orbit: its pot is played for in one more hand of jacks or better."""
    jacks = LevelGame(game="N5DJ", small_blind=25, big_blind=50, ante=25, ante_kind="classic", min_bet=100)
    level = Level.mixed(games=(jacks, HORSE[0]), hands_per_game=6, duration_seconds=1200, orbit_from=2)
    felt = mixed_felt(level, level, players=3)
    deal(felt, 2)
    felt.deal()
    state = felt.play("k3", "k1", "k2")
    assert state.outcome == "carried"

    assert deal(felt, 1) == ["N5DJ"]
    assert told(felt) == ("FT", 3, True)


@pytest.mark.rule("MIX-04")
def test_a_button_that_the_floor_moves_past_where_it_began_ends_the_orbit() -> None:
    felt = horse(6)
    began = fold_out(felt).setup.button
    deal(felt, 4)
    assert told(felt) == ("FT", 1, True)
    put(felt, began % 6 + 1, (began + 1) % 6 + 1)

    assert told(felt) == ("FO/8", 6, True)


@pytest.mark.rule("MIX-04")
def test_a_button_that_the_floor_moved_past_where_it_began_in_the_hand_in_play_ends_the_orbit() -> None:
    """The last hand of the orbit is corrected before substantial action: it is played from two seats further."""
    felt = horse(6)
    began = fold_out(felt).setup.button
    deal(felt, 4)
    felt.deal()
    put(felt, began % 6 + 1, (began + 1) % 6 + 1)
    finish(felt)

    assert told(felt) == ("FO/8", 6, True)


@pytest.mark.rule("MIX-04")
def test_a_button_that_the_floor_puts_back_ends_no_orbit() -> None:
    """It was a seat too far in the first hand already."""
    felt = horse(6)
    began = fold_out(felt).setup.button
    put(felt, began, began % 6 + 1)

    assert told(felt) == ("FT", 6, True)
    assert deal(felt, 6) == ["FT"] * 6
    assert told(felt)[0] == "FO/8"


def test_an_undone_hand_gives_its_step_back() -> None:
    felt = horse(4)
    deal(felt, 4)
    undo: dict[str, Any] = {
        "tournament_id": felt.tournament.pk,
        "table_id": felt.table.pk,
        "by": ACTOR.at(NOW),
    }
    felt.deal()
    undo_operation(**undo)
    assert told(felt) == ("FO/8", 4, True)
    undo_operation(**undo)
    assert coming(felt).game == "FO/8"
    while told(felt)[0] != "FT":
        undo_operation(**undo)
    assert told(felt) == ("FT", 1, True)


@pytest.mark.parametrize("tables", [1, 3])
def test_the_orbits_of_all_tables_take_four_queries(tables: int, django_assert_num_queries: Any) -> None:
    felt = horse(4)
    fold_out(felt)
    for number in range(2, tables + 1):
        add_felt(felt.tournament, *[10_000] * 4, number=number)
    rows = list(Table.objects.filter(tournament=felt.tournament).order_by("number"))
    level = level_now(felt.tournament, now=NOW)
    with django_assert_num_queries(4):
        turns = games_of_next_hands([table.pk for table in rows], level)
    assert [turns[table.pk].left for table in rows] == [3, 4, 4][:tables]


def test_the_tablet_says_that_it_is_an_orbit() -> None:
    felt = horse(4)
    device = felt.pair()[0]
    shown = screen_of(device, now=NOW)
    assert prompt_lines(shown).title == "Fixed-limit hold'em, orbit: 4 hands"
    assert (shown.header.stakes.coming.left, shown.header.stakes.coming.is_orbit) == (4, True)
