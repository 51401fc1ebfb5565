"""A seat that was kept for a rebuy, as the log says it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.queries.words.log import Sentence

REBUY_SENTENCES: dict[str, Sentence] = {
    "rebuy_declined": lambda d, _w: (
        _("%(name)s does not buy back: seat %(seat)d at table %(table)d is free.") % d
    ),
    "rebuy_asked_again": lambda d, _w: (
        _("%(name)s may buy back after all: seat %(seat)d at table %(table)d is kept again.") % d
    ),
}
