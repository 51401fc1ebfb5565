"""Rules of the screens: when this happens, do that.

    added --> on <--switched--> off
      ^        |                 |
      └──undo──┴─── removed <────┘

They are the house's: the screens of every event obey them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.screen_rules import (
    OfScreenRule,
    ScreenRuleAdded,
    ScreenRulePutBack,
    ScreenRuleRemoved,
    ScreenRuleSwitched,
    ScreenRuleTried,
)
from tournament.models import LogEntry, RuleWhen, ScreenRule, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

MOST_RULES = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleWanted:
    """A rule as it was typed; `sound`, `message` and `content` may each be empty, and are not all."""

    when: RuleWhen
    number: int | None
    sound: str
    message: str
    content: str
    minutes: int


@transaction.atomic
def add_screen_rule(*, tournament_id: int, wanted: RuleWanted, by: By) -> LogEntry:
    """Make a rule, which is on at once. Raises Refused for one that does nothing or lacks its number."""
    tournament = lock_tournament(tournament_id)
    if not (wanted.sound or wanted.message or wanted.content):
        raise Refused(
            _("Choose what the rule does: a sound, a message or a content."),
            code="rule_empty",
            field="message",
        )
    if wanted.when.has_number and not wanted.number:
        raise Refused(_("This rule needs a number."), code="rule_number", field="number")
    if ScreenRule.objects.filter(removed_at=None).count() >= MOST_RULES:
        raise Refused(
            _("There are %(count)d rules already: remove one first.") % {"count": MOST_RULES},
            code="rules_full",
        )
    rule = ScreenRule.objects.create(
        when=wanted.when,
        number=wanted.number if wanted.when.has_number else None,
        sound=wanted.sound,
        message=wanted.message,
        content=wanted.content,
        minutes=wanted.minutes,
    )
    return _record(ScreenRuleAdded, rule, tournament, by)


@transaction.atomic
def switch_screen_rule(*, tournament_id: int, rule_id: int, is_on: bool, by: By) -> LogEntry | None:
    """Switch a rule on or off; None where it is like that."""
    tournament = lock_tournament(tournament_id)
    rule = _locked(rule_id)
    return None if rule.is_on == is_on else _switch(rule, is_on, tournament, by)


def _switch(
    rule: ScreenRule, is_on: bool, tournament: Tournament, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    rule.is_on = is_on
    rule.save(update_fields=["is_on"])
    switched = ScreenRuleSwitched(rule=rule.pk, when=rule.when, figure=rule.number or 0, is_on=is_on)
    line = record(switched, tournament_id=tournament.pk, by=by, undoes=undoes)
    publish(tournament.code, ["screens", "log"])
    return line


@transaction.atomic
def try_screen_rule(*, tournament_id: int, rule_id: int, by: By) -> LogEntry:
    """Have the screens do now what the rule says, for as long as it says."""
    tournament = lock_tournament(tournament_id)
    rule = _locked(rule_id)
    rule.tried_at = by.now
    rule.save(update_fields=["tried_at"])
    return _record(ScreenRuleTried, rule, tournament, by)


@transaction.atomic
def remove_screen_rule(*, tournament_id: int, rule_id: int, by: By) -> LogEntry:
    tournament = lock_tournament(tournament_id)
    return _remove(_locked(rule_id), tournament, by)


def _remove(rule: ScreenRule, tournament: Tournament, by: By, undoes: LogEntry | None = None) -> LogEntry:
    rule.removed_at = by.now
    rule.save(update_fields=["removed_at"])
    return _record(ScreenRuleRemoved, rule, tournament, by, undoes=undoes)


def _locked(rule_id: int) -> ScreenRule:
    """Raises ScreenRule.DoesNotExist for one that was removed."""
    return ScreenRule.objects.select_for_update().get(pk=rule_id, removed_at=None)


def _record(
    change: type[OfScreenRule],
    rule: ScreenRule,
    tournament: Tournament,
    by: By,
    undoes: LogEntry | None = None,
) -> LogEntry:
    told = change(rule=rule.pk, when=rule.when, figure=rule.number or 0)
    line = record(told, tournament_id=tournament.pk, by=by, undoes=undoes)
    publish(tournament.code, ["screens", "log"])
    return line


def _there(lines: Sequence[LogEntry], change: type[OfScreenRule]) -> dict[int, ScreenRule]:
    """By line the rule that it is about, removed or not."""
    named = {line.pk: change.of(line).rule for line in lines}
    rules = ScreenRule.objects.in_bulk(set(named.values()))
    return {pk: rules[rule] for pk, rule in named.items() if rule in rules}


def _open_additions(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    return {pk for pk, rule in _there(lines, ScreenRuleAdded).items() if rule.removed_at is None}


def _take_away(line: LogEntry, by: By) -> None:
    rule = _locked(ScreenRuleAdded.of(line).rule)
    _remove(rule, Tournament.objects.get(pk=line.tournament_id), by, undoes=line)


def _open_switchings(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    """Those of rules that are as they were switched."""
    switched = {line.pk: ScreenRuleSwitched.of(line).is_on for line in lines}
    there = _there(lines, ScreenRuleSwitched)
    return {pk for pk, rule in there.items() if rule.removed_at is None and rule.is_on == switched[pk]}


def _switch_back(line: LogEntry, by: By) -> None:
    switched = ScreenRuleSwitched.of(line)
    event = Tournament.objects.get(pk=line.tournament_id)
    _switch(_locked(switched.rule), not switched.is_on, event, by, undoes=line)


def _open_removals(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    return {pk for pk, rule in _there(lines, ScreenRuleRemoved).items() if rule.removed_at is not None}


def _put_back(line: LogEntry, by: By) -> None:
    rule = ScreenRule.objects.get(pk=ScreenRuleRemoved.of(line).rule)
    rule.removed_at = None
    rule.save(update_fields=["removed_at"])
    _record(ScreenRulePutBack, rule, Tournament.objects.get(pk=line.tournament_id), by, undoes=line)


register_undo([ScreenRuleAdded], Undoable(open_lines=_open_additions, undo=_take_away))
register_undo([ScreenRuleSwitched], Undoable(open_lines=_open_switchings, undo=_switch_back))
register_undo([ScreenRuleRemoved], Undoable(open_lines=_open_removals, undo=_put_back))
