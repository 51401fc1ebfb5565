"""The round of the public beacon that decides the next draw of all seats, announced before it comes out."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from tables.changes.kinds import TABLES
from tournament.changes.change import Change, logged


@logged(TABLES)
class RoundNamed(Change):
    """draw: the number that the draw will have. tables_left: of a redraw, None for the first seats. entries: the
    fingerprint of the list as it was. number: the round (tournament.draws.beacon).
    """

    says = gettext_noop("Announced round %(number)d of the public beacon for draw %(draw)d.")

    draw: int
    tables_left: int | None
    entries: str
    number: int


@logged(TABLES)
class RoundWithdrawn(Change):
    says = gettext_noop("Withdrew the announcement of round %(number)d for draw %(draw)d.")

    draw: int
    number: int
