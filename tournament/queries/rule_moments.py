"""When the rules of the screens act in an event: by what the clock will bring, and by what has happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.models import RuleWhen, ScreenRule, StopKind, Tournament, TournamentStatus
from tournament.queries.field_moments import in_the_money_since, left_since
from tournament.queries.registration import registration_closes_at
from tournament.rules import clock as clock_rules
from tournament.rules.clock import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleMoment:
    """A rule acts from `at` to `until`."""

    rule: ScreenRule
    at: datetime

    @property
    def until(self) -> datetime:
        return self.at + timedelta(minutes=self.rule.minutes)


def screen_rules() -> tuple[ScreenRule, ...]:
    """Those of the house, in the order in which they were made. One query."""
    return tuple(ScreenRule.objects.filter(removed_at=None).order_by("pk"))


def rule_moments(tournament: Tournament, *, now: datetime) -> list[RuleMoment]:
    """Every moment that is not over, the earliest first: of rules that are on, and of those that somebody tries."""
    rules = screen_rules()
    tried = [RuleMoment(rule=rule, at=rule.tried_at) for rule in rules if rule.tried_at is not None]
    acts = [
        RuleMoment(rule=rule, at=at) for rule in rules if rule.is_on for at in _moments(rule, tournament, now)
    ]
    return sorted((each for each in tried + acts if each.until > now), key=lambda each: each.at)


def _moments(rule: ScreenRule, tournament: Tournament, now: datetime) -> Iterator[datetime]:
    when, number = RuleWhen(rule.when), rule.number or 0
    if when == RuleWhen.WINNER:
        if tournament.status == TournamentStatus.FINISHED and tournament.finished_at is not None:
            yield tournament.finished_at
        return
    if tournament.status != TournamentStatus.RUNNING:
        return
    match when:
        case RuleWhen.PLAYERS_LEFT:
            yield from _once(left_since(tournament, number))
        case RuleWhen.IN_THE_MONEY:
            yield from _once(in_the_money_since(tournament))
        case RuleWhen.HAND_FOR_HAND:
            stop = tournament.stop
            if stop is not None and stop.kind == StopKind.HAND_FOR_HAND:
                yield stop.announced_at
        case RuleWhen.BEFORE_CLOSING:
            closes_at = registration_closes_at(tournament, now=now)
            if closes_at is not None:
                yield closes_at - timedelta(minutes=number)
        case _:
            yield from _of_the_clock(when, number, tournament, now)


def _once(at: datetime | None) -> Iterator[datetime]:
    if at is not None:
        yield at


def _of_the_clock(when: RuleWhen, number: int, tournament: Tournament, now: datetime) -> Iterator[datetime]:
    structure = tournament.structure
    clock = clock_rules.advance(tournament.clock, structure, now=now).clock
    ends_at = clock_rules.ends_at(clock, structure, now=now)
    is_break = structure.is_break(clock.index)
    if when in (RuleWhen.BEFORE_LEVEL, RuleWhen.BEFORE_BREAK_ENDS):
        if ends_at is not None and is_break == (when == RuleWhen.BEFORE_BREAK_ENDS):
            yield ends_at - timedelta(minutes=number)
        return
    starts = [(clock.index, _began(clock)), (clock.index + 1, ends_at)]
    for index, at in starts:
        if at is None or index > structure.last_index:
            continue
        if structure.is_break(index):
            if when == RuleWhen.BREAK:
                yield at
        elif when == RuleWhen.LEVEL and structure.level_number(index) == number:
            yield at


def _began(clock: Clock) -> datetime | None:
    if clock.running_since is None:
        return None
    return clock.running_since - timedelta(milliseconds=clock.elapsed_ms)
