"""Dealers change at a table: the level of the next hand, what the log says, and the undo."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tables.changes.pushes import DealerPushed
from tables.queries.table.hand import look_at_table
from tables.services.hands.pushing import think_push
from tables.services.table.lease import make_change
from tests.factories import ACTOR, after
from tests.factories.felt import Felt, make_felt
from tournament.models import LogEntry
from tournament.services.clock import pause_clock
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db

# Blinds 25/50 for twenty minutes, then 50/100 for twenty, then a break.
LEVEL_2 = 20.0
BREAK = 40.0


def at(minutes: float, seconds: float = 0) -> datetime:
    return after(minutes) + timedelta(seconds=seconds)


def push(felt: Felt, now: datetime) -> LogEntry:
    make_change(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        lease=None,
        think=lambda look: think_push(look, by=ACTOR.at(now)),
    )
    return LogEntry.objects.filter(verb="dealer_pushed").latest("pk")


def dealt(felt: Felt, now: datetime) -> tuple[int, int]:
    """The level and the big blind of a hand that all fold."""
    hand = felt.deal(now=now)
    state = look_at_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk).open_hand
    assert state is not None
    first, second = state.state.order[-1], state.state.order[0]
    felt.play(f"f{first}", f"f{second}", now=now)
    return hand.level_number, hand.setup.stakes.big_blind


@pytest.mark.rule("LVL-03")
def test_lvl_03_the_incoming_dealer_deals_one_hand_at_the_old_level_and_then_the_new_one() -> None:
    felt = make_felt(1000, 1000, 1000)
    assert dealt(felt, at(18)) == (1, 50)

    push(felt, at(LEVEL_2, -20))

    assert dealt(felt, at(LEVEL_2, 30)) == (1, 50)
    assert dealt(felt, at(LEVEL_2, 90)) == (2, 100)


@pytest.mark.rule("LVL-03")
def test_lvl_03_without_a_push_the_first_hand_is_one_of_the_new_level() -> None:
    felt = make_felt(1000, 1000, 1000)

    assert dealt(felt, at(LEVEL_2, 30)) == (2, 100)


@pytest.mark.rule("LVL-05")
@pytest.mark.parametrize(("seconds", "said"), [(91, None), (90, 90), (45, 45)])
def test_lvl_05_a_push_within_90_seconds_of_a_level_is_marked_and_named(
    seconds: int, said: int | None
) -> None:
    felt = make_felt(1000, 1000, 1000)

    assert DealerPushed.of(push(felt, at(LEVEL_2, -seconds))).seconds == said


@pytest.mark.rule("LVL-05")
def test_lvl_05_so_is_one_before_a_break() -> None:
    felt = make_felt(1000, 1000, 1000)

    assert DealerPushed.of(push(felt, at(BREAK, -60))).seconds == 60


def test_while_the_clock_stands_no_level_is_near() -> None:
    felt = make_felt(1000, 1000, 1000)
    pause_clock(tournament_id=felt.tournament.pk, by=ACTOR.at(at(LEVEL_2, -60)))

    assert DealerPushed.of(push(felt, at(LEVEL_2, -30))).seconds is None


def test_a_push_that_is_undone_leaves_the_level_of_the_clock() -> None:
    felt = make_felt(1000, 1000, 1000)
    line = push(felt, at(LEVEL_2, -20))
    assert lines_to_undo(felt.fresh().tournament, [line]) == {line.pk}

    undo_line(tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(at(LEVEL_2, -10)))

    assert felt.fresh().push is None
    assert dealt(felt, at(LEVEL_2, 30)) == (2, 100)


def test_once_a_hand_is_dealt_on_it_the_push_stands() -> None:
    felt = make_felt(1000, 1000, 1000)
    line = push(felt, at(5))
    dealt(felt, at(6))

    assert lines_to_undo(felt.fresh().tournament, [line]) == frozenset()


def test_dealers_change_between_two_hands_and_a_break_needs_no_mark() -> None:
    felt = make_felt(1000, 1000, 1000)
    felt.deal(now=at(1))
    with pytest.raises(Refused, match=r"^Dealers change between two hands\.$"):
        push(felt, at(2))

    felt = make_felt(1000, 1000, 1000)
    with pytest.raises(Refused, match=r"^In a break dealers change without a mark\.$"):
        push(felt, at(BREAK, 60))


def test_it_is_a_change_of_the_table_that_every_tablet_sees() -> None:
    felt = make_felt(1000, 1000, 1000)
    version = felt.fresh().version

    push(felt, at(1))

    assert felt.fresh().version == version + 1


@pytest.mark.rule("LVL-06")
def test_lvl_06_by_wsop_a_level_that_starts_during_the_push_applies_to_the_next_hand() -> None:
    felt = make_felt(1000, 1000, 1000, rule_profile="wsop2024")
    assert dealt(felt, at(18)) == (1, 50)

    push(felt, at(LEVEL_2, -20))

    assert dealt(felt, at(LEVEL_2, 30)) == (2, 100)
