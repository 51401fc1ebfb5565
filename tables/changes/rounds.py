"""Rounds of the room, tables that are done with theirs, and run-outs that wait for the floor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop, ngettext

from tables.changes.at_table import AtTable, OfTable
from tables.changes.kinds import STOPS
from tables.changes.stops import OfStop
from tournament.changes.change import Change, logged
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfRound(OfStop):
    """round: from 1."""

    round: int

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return {"kind": str(self.stop_kind.label), "round": self.round}


@logged(STOPS)
class RoundDealt(OfRound):
    says = gettext_noop("%(kind)s: hand %(round)d is dealt at every table.")


@logged(STOPS)
class RoundOver(OfRound):
    """clock_before, clock_after: the tournament's clock, as its row keeps it."""

    says = gettext_noop("%(kind)s: hand %(round)d is over at every table.")

    clock_before: dict[str, Any]
    clock_after: dict[str, Any]


@logged(STOPS)
class RoundHeld(OfRound):
    says = gettext_noop("%(kind)s: hand %(round)d is not dealt yet.")


@logged(STOPS)
class RoundReopened(OfRound):
    says = gettext_noop("%(kind)s: hand %(round)d is in play again.")


@logged(STOPS)
class TableMarkedDone(AtTable):
    """stop: by its id. deals_until: how many hands the table could have dealt in all before the mark."""

    says = gettext_noop("Marked table %(table)d as done.")

    stop: int
    round: int
    deals_until: int | None


@logged(STOPS)
class TableNotDone(OfTable):
    says = gettext_noop("Table %(table)d is not done yet.")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOuts(Change):
    """numbers: of the tables."""

    numbers: tuple[int, ...]

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return {"tables": ", ".join(map(str, self.numbers))}


@logged(STOPS)
class RunOutReleased(RunOuts):
    def said(self, writer: Writer) -> str:
        return ngettext(
            "Released the run-out at table %(tables)s.",
            "Released the run-outs at tables %(tables)s.",
            len(self.numbers),
        ) % self.in_words(writer)


@logged(STOPS)
class RunOutLocked(RunOuts):
    says = gettext_noop("The cards wait again at tables %(tables)s.")
