"""What is disputed about a hand, and whether it still may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tables import engine
from tables.floor.disputes import HandPlayed, Window, dispute_windows
from tables.models import Dispute, DisputeAbout, Hand, HandStatus
from tables.models.rules import floor_rules
from tables.queries.table.hand import timed_operations
from tournament.changes.change import verbs
from tournament.changes.clock import (
    ClockStarted,
    LevelChanged,
    LevelJumped,
    LevelPlayed,
    LevelSetBack,
    LevelSkipped,
    PeriodBegun,
)
from tournament.models import LogEntry, Tournament
from tournament.rules import clock as clock_rules

# The lines of the log that say which period began.
PERIODS: Final = verbs(ClockStarted, LevelChanged, LevelPlayed, LevelSkipped, LevelSetBack, LevelJumped)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowShown:
    """`about` in words; `until` as in `tables.floor.disputes`."""

    about: str
    window: Window
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeLine:
    """`about` in words; `rule` is blank for one that was heard too late."""

    pk: int
    about: str
    said: str
    rule: str
    opened_at: datetime
    answer: str
    answered_at: datetime | None


def windows_of(tournament: Tournament, hand: Hand, *, now: datetime) -> tuple[WindowShown, ...]:
    """The windows of a hand that is over; () while it is in play. Three queries."""
    if hand.status != HandStatus.COMPLETE or hand.ended_at is None:
        return ()
    following = _following(hand)
    played = HandPlayed(
        ended_at=hand.ended_at,
        in_break=_is_in_break(tournament, hand.ended_at),
        next_at=following.started_at if following else hand.table.closed_at,
        next_action_at=_action_at(following) if following else hand.table.closed_at,
    )
    windows = dispute_windows(floor_rules(tournament).disputes, played)
    return tuple(
        WindowShown(about=str(DisputeAbout(window.kind).label), window=window, is_open=window.is_open(now))
        for window in windows
    )


def disputes_of(hand: Hand) -> tuple[DisputeLine, ...]:
    """The oldest first. One query."""
    return tuple(
        DisputeLine(
            pk=row.pk,
            about=str(DisputeAbout(row.about).label),
            said=row.said,
            rule=row.rule,
            opened_at=row.opened_at,
            answer=row.answer,
            answered_at=row.answered_at,
        )
        for row in Dispute.objects.filter(hand=hand).order_by("pk")
    )


def substantial_action_at(
    setup: engine.Setup, recorded: Sequence[tuple[engine.Operation, datetime]]
) -> datetime | None:
    """When a hand saw substantial action (TDA 36), None for not yet; undone operations do not count."""
    kept: list[tuple[engine.Operation, datetime]] = []
    for operation, at in recorded:
        if isinstance(operation, engine.Undo):
            del kept[operation.to :]
        else:
            kept.append((operation, at))
    state = engine.replay(setup, [])
    for operation, at in kept:
        state = engine.apply(state, operation)
        # With the next street the betting begins again: what was substantial stays so.
        if state.substantial_action or state.street:
            return at
    return None


def _following(hand: Hand) -> Hand | None:
    hands = Hand.objects.filter(table_id=hand.table_id, number__gt=hand.number)
    return hands.exclude(status=HandStatus.VOID).order_by("number").first()


def _action_at(hand: Hand) -> datetime | None:
    """At the latest with its end: of a counted hand nothing else is known."""
    if hand.is_counted:
        return hand.ended_at
    return substantial_action_at(hand.setup, timed_operations(hand)) or hand.ended_at


def _is_in_break(tournament: Tournament, moment: datetime) -> bool:
    """Whether a break was on then, by the log, which knows of every period that began."""
    lines = LogEntry.objects.filter(tournament=tournament, verb__in=PERIODS, at__lte=moment)
    line = lines.order_by("-at", "-pk").first()
    structure = tournament.structure
    index = None if line is None else PeriodBegun.of(line).to_index
    if index is None:
        index = clock_rules.current_index(tournament.clock, structure, now=moment)
    return structure.is_break(index)
