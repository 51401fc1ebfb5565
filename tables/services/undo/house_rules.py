"""Undoing a rule of the house, as long as it stands and nothing has fixed it."""

from __future__ import annotations

from collections.abc import Sequence

from tables.queries.desk.house_rules import house_rules_of
from tables.services.desk.house_rules import RULE_VERBS, put_house_rule_back
from tournament.models import LogEntry, Tournament
from tournament.services.actor import By
from tournament.services.undo import Undoable, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(RULE_VERBS, Undoable(open_lines=_open_lines, undo=_undo, again=True))


def _open_lines(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """One query for all of them."""
    if tournament.is_over:
        return set()
    values: dict[tuple[str, str], object] = {
        (rule.part, rule.key): rule.value for rule in house_rules_of(tournament) if not rule.too_late
    }
    return {line.pk for line in lines if _stands(line, values)}


def _stands(line: LogEntry, values: dict[tuple[str, str], object]) -> bool:
    key = (line.data["part"], line.data["key"])
    return key in values and values[key] == line.data["after"]


def _undo(line: LogEntry, by: By) -> None:
    put_house_rule_back(tournament_id=line.tournament_id, line=line, by=by)
