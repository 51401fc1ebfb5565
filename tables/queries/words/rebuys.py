"""A seat that was kept for a rebuy, and what was sold in one go, as the log says it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.queries.words.log import Data, Sentence, Writer


def _sold_together(data: Data, writer: Writer) -> str:
    words = {
        "count": data["count"],
        "name": data["name"],
        "chips": writer.chips(data["chips"]),
        "paid": writer.money(data["paid"]),
    }
    if data["kind"] == "rebuy":
        said = _("%(count)d rebuys of %(name)s: %(chips)s for %(paid)s.") % words
    else:
        said = _("%(count)d add-ons of %(name)s: %(chips)s for %(paid)s.") % words
    return f"{said} {_('Announced at the table; the money is owed.')}" if data["is_owed"] else said


REBUY_SENTENCES: dict[str, Sentence] = {
    "rebuy_declined": lambda d, _w: _("No rebuy for %(name)s: seat %(seat)d at table %(table)d is open.") % d,
    "rebuy_asked_again": lambda d, _w: (
        _("%(name)s may rebuy after all: seat %(seat)d at table %(table)d is reserved again.") % d
    ),
    "sales_together": _sold_together,
}
