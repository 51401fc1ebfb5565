"""Check-in and no-shows as the log says them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.queries.log import register_kind
from tournament.queries.words.log import Data, Writer, register_sentences


def register() -> None:
    """Called once, when the application starts."""
    register_sentences(
        {
            "check_in_opened": _opened,
            "check_in_closed": lambda _d, _w: _("Undid the check-in: no player is awaited."),
            "player_arrived": lambda d, _w: _("%(name)s has arrived.") % {"name": d["name"]},
            "arrival_undone": lambda d, _w: _("Undid the check-in of %(name)s.") % {"name": d["name"]},
            "no_show_removed": _removed,
            "no_shows_removed": lambda d, _w: (
                ngettext("Removed %(count)d no-show.", "Removed %(count)d no-shows.", d["count"])
                % {"count": d["count"]}
            ),
            "no_show_undone": lambda d, _w: (
                _("Undid the removal of %(name)s: chips and buy-in are in play again.") % {"name": d["name"]}
            ),
        }
    )
    register_kind(
        "arrivals",
        gettext_lazy("Check-in and no-shows"),
        [
            *("check_in_opened", "check_in_closed", "player_arrived", "arrival_undone"),
            *("no_show_removed", "no_shows_removed", "no_show_undone"),
        ],
    )


def _opened(data: Data, writer: Writer) -> str:
    return ngettext(
        "Opened check-in: %(count)s player is awaited.",
        "Opened check-in: %(count)s players are awaited.",
        data["players"],
    ) % {"count": writer.chips(data["players"])}


def _removed(data: Data, writer: Writer) -> str:
    if not data["level"]:
        return _(
            "Removed %(name)s as a no-show: %(chips)s chips are out of play, and the buy-in of %(paid)s is "
            "at the desk until it is handed back (WSOP 16)."
        ) % {
            "name": data["name"],
            "chips": writer.chips(data["chips"]),
            "paid": writer.money(data["paid"] + data["bought"]),
        }
    if data.get("sales"):
        sentence = _(
            "Removed %(name)s as a no-show at level %(level)s: %(chips)s chips, the buy-in and all rebuys and add-ons "
            "are out (WSOP 16)."
        )
    else:
        sentence = _(
            "Removed %(name)s as a no-show at level %(level)s: %(chips)s chips and the buy-in are out (WSOP 16)."
        )
    return sentence % {"name": data["name"], "level": data["level"], "chips": writer.chips(data["chips"])}
