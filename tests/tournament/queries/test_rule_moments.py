"""When the rules of the screens act: by the clock, by the field, and when somebody tries them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tests.factories import ACTOR, NOW, after
from tests.factories.field import bust, started
from tests.factories.rounds import Rounds
from tournament.models import RuleWhen, ScreenRule, Tournament, TournamentStatus
from tournament.queries.rule_moments import rule_moments
from tournament.services.clock import next_period, pause_clock
from tournament.services.field.registration import close_registration
from tournament.services.screen_rules import switch_screen_rule, try_screen_rule

pytestmark = pytest.mark.django_db


def make(when: RuleWhen, number: int | None = None, **more: Any) -> ScreenRule:
    return ScreenRule.objects.create(when=when, number=number, **{"message": "Now", "minutes": 2} | more)


def moments(tournament: Tournament, now: datetime) -> list[datetime]:
    return [each.at for each in rule_moments(Tournament.objects.get(pk=tournament.pk), now=now)]


@pytest.mark.parametrize(
    ("when", "number", "minutes", "at"),
    [
        # Levels of twenty minutes, a break of ten behind the second.
        (RuleWhen.BEFORE_LEVEL, 5, 1, 15),
        (RuleWhen.BEFORE_LEVEL, 5, 16, 15),
        (RuleWhen.BEFORE_LEVEL, 5, 18, None),
        (RuleWhen.BEFORE_LEVEL, 5, 41, None),
        (RuleWhen.LEVEL, 1, 0, 0),
        (RuleWhen.LEVEL, 2, 1, 20),
        (RuleWhen.LEVEL, 2, 21, 20),
        (RuleWhen.LEVEL, 3, 1, None),
        (RuleWhen.LEVEL, 3, 41, 50),
        (RuleWhen.BREAK, None, 1, None),
        (RuleWhen.BREAK, None, 30, 40),
        (RuleWhen.BREAK, None, 41, 40),
        (RuleWhen.BEFORE_BREAK_ENDS, 3, 30, None),
        (RuleWhen.BEFORE_BREAK_ENDS, 3, 41, 47),
        (RuleWhen.BEFORE_CLOSING, 10, 1, 40),
        (RuleWhen.WINNER, None, 1, None),
    ],
)
def test_the_clock_says_beforehand_when_a_rule_acts(
    when: RuleWhen, number: int | None, minutes: float, at: float | None
) -> None:
    tournament, _ = started(3, late_registration_level=2)
    make(when, number)
    assert moments(tournament, after(minutes)) == ([] if at is None else [after(at)])


def test_a_clock_that_stands_promises_nothing() -> None:
    tournament, _ = started(3)
    make(RuleWhen.BEFORE_LEVEL, 5)
    make(RuleWhen.LEVEL, 2)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    assert moments(tournament, after(6)) == []
    next_period(tournament_id=tournament.pk, by=ACTOR.at(after(7)))
    assert moments(tournament, after(7)) == []


def test_so_many_left_and_in_the_money_begin_with_the_one_who_goes_out() -> None:
    tournament, entries = started(5, late_registration_level=3)
    make(RuleWhen.PLAYERS_LEFT, 4)
    bust(tournament, entries[0], winner=entries[4], now=after(2))
    # While players may enter nobody knows how many are left.
    assert moments(tournament, after(2)) == []
    close_registration(tournament_id=tournament.pk, by=ACTOR.at(after(3)))
    assert moments(tournament, after(3)) == [after(2)]
    assert moments(tournament, after(4)) == []
    ScreenRule.objects.all().delete()
    make(RuleWhen.IN_THE_MONEY)
    found = []
    for number, loser in enumerate(entries[1:4], start=5):
        bust(tournament, loser, winner=entries[4], now=after(number * 10))
        found += moments(tournament, after(number * 10))
    assert len(found) == 1


def test_hand_for_hand_and_the_end_begin_when_they_are_said() -> None:
    room = Rounds((10_000,) * 3, (10_000,) * 3)
    make(RuleWhen.HAND_FOR_HAND)
    make(RuleWhen.WINNER)
    assert moments(room.tournament, NOW) == []
    room.announce()
    assert moments(room.tournament, NOW) == [NOW]
    Tournament.objects.filter(pk=room.tournament.pk).update(
        status=TournamentStatus.FINISHED, finished_at=after(9)
    )
    assert moments(room.tournament, after(9)) == [after(9)]


def test_a_rule_that_is_off_acts_only_when_it_is_tried() -> None:
    tournament, _ = started(3)
    rule = make(RuleWhen.LEVEL, 1)
    by = ACTOR.at(after(1))
    switch_screen_rule(tournament_id=tournament.pk, rule_id=rule.pk, is_on=False, by=by)
    assert moments(tournament, NOW) == []
    try_screen_rule(tournament_id=tournament.pk, rule_id=rule.pk, by=by)
    assert moments(tournament, after(1)) == [after(1)]
    assert moments(tournament, after(3)) == []
