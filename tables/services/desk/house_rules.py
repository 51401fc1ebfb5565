"""The director sets a rule of the house, before the event and, where that is lawful, during it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.house_rules import HouseRulePutBack, HouseRuleSet, OfRule
from tables.floor.errors import FloorError
from tables.queries.desk.house_rules import (
    HouseRule,
    NoSuchRule,
    find_rule,
    house_rules_of,
    read_value,
    with_value,
)
from tables.words.rules.stages import line_refused
from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.plans.plan import plan_of
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.setup.plan_checks import check_offers
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def set_house_rule(*, tournament_id: int, part: str, key: str, typed: str, by: By) -> LogEntry | None:
    """The house's value of one key, as a form sends it; "" is the book's. None where it is so already.

    A hand in play keeps the rules it was dealt under. Raises Refused for a key or a value that there is not, and for
    a rule that the first hand or the seat draw has fixed.
    """
    tournament = lock_tournament(tournament_id)
    try:
        rule = find_rule(tournament, part, key)
        value = read_value(rule, typed) if typed else rule.book
    except NoSuchRule:
        raise Refused(_("This rule cannot have this value."), code="bad_rule", field=key) from None
    except FloorError as error:
        raise Refused(line_refused(error), code=error.code, field=key) from None
    if value == rule.value:
        return None
    return _set(tournament, rule, value, by)


def _set(
    tournament: Tournament, rule: HouseRule, value: object, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    if tournament.status not in (TournamentStatus.REGISTERING, TournamentStatus.RUNNING):
        raise Refused(
            _("The tournament is over; its settings can no longer be changed."), code="over", field=rule.key
        )
    if rule.too_late:
        text = (
            _("The first hand is dealt: this rule stays as it is for this event.")
            if rule.too_late == "dealt"
            else _("The seats are drawn: this rule stays as it is for this event.")
        )
        raise Refused(text, code="too_late", field=rule.key)
    tournament.rule_overrides = with_value(tournament, rule.part, rule.key, value)
    if rule.key == "registration_through_break":
        check_offers(plan_of(tournament))
    tournament.save(update_fields=["rule_overrides"])
    change = (HouseRuleSet if undoes is None else HouseRulePutBack)(
        part=rule.part, key=rule.key, before=rule.value, after=value
    )
    line = record(change, tournament_id=tournament.pk, by=by, undoes=undoes)
    publish(tournament.code, ["clock", "tables", "log"])
    return line


def _open_rules(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the rule stands and nothing has fixed it. One query for all of them."""
    if tournament.is_over:
        return set()
    values: dict[tuple[str, str], object] = {
        (rule.part, rule.key): rule.value for rule in house_rules_of(tournament) if not rule.too_late
    }
    return {line.pk for line in lines if _stands(OfRule.of(line), values)}


def _stands(change: OfRule, values: dict[tuple[str, str], object]) -> bool:
    key = (change.part, change.key)
    return key in values and bool(values[key] == change.after)


def _undo_rule(line: LogEntry, by: By) -> None:
    """As it was before `line`. Raises Refused where the first hand or the seat draw has fixed it since."""
    tournament = lock_tournament(line.tournament_id)
    change = OfRule.of(line)
    _set(tournament, find_rule(tournament, change.part, change.key), change.before, by, undoes=line)


register_undo([HouseRuleSet, HouseRulePutBack], Undoable(open_lines=_open_rules, undo=_undo_rule, again=True))
