"""The round of the public beacon that decides the next draw of all seats, announced before it comes out."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop

from tables.changes.kinds import TABLES
from tournament.changes.change import Change, logged


@logged(TABLES)
class RoundNamed(Change):
    """draw: the number that the draw will have. tables_left: of a redraw, None for the first seats. listed: the
    fingerprint of all that would have been drawn from then, entries and seats. number: the round
    (tournament.draws.beacon).
    """

    says = gettext_noop("Announced round %(number)d of the public beacon for draw %(draw)d.")

    draw: int
    tables_left: int | None
    listed: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedRound(Change):
    draw: int
    number: int


@logged(TABLES)
class RoundWithdrawn(EndedRound):
    says = gettext_noop("Withdrew the announcement of round %(number)d for draw %(draw)d.")


@logged(TABLES)
class RoundReplaced(EndedRound):
    """line: that of the announcement that another one replaces."""

    says = gettext_noop("Round %(number)d, announced for draw %(draw)d, is replaced by another.")

    line: int
