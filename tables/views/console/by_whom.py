"""Out by whom: asked after the tap that puts somebody out, where a bounty or the stacks of the table follow from it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from tables.forms.busts import BustForm
from tables.queries.console.table import ConsoleSeat, TablePage
from tables.services.hands.busting import Out
from tournament.models import TournamentStatus
from tournament.views.access import StaffRequest

# What a tap says that is no part of what is said: it gets a key of its own, and the answer is still to come.
_SAID_ANEW = frozenset({"csrfmiddlewaretoken", "key", "by", "nobody"})
CONSOLE = "console"
# Where on the page it is asked, by what the tap says.
_PLACES = {"out": "result"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ByWhom:
    """The question: players who are `out`, asked where the tap was made (`asked_at`), answered at `address`.

    `kept` is what that tap said already. `others` could have knocked them out. `is_about_chips`: no bounty follows
    from it, but without it nobody would know the stacks.
    """

    address: str
    asked_at: str
    out: tuple[ConsoleSeat, ...]
    others: int
    kept: tuple[tuple[str, str], ...]
    is_about_chips: bool
    home: str

    @property
    def entries(self) -> frozenset[int]:
        return frozenset(seat.entry_id or 0 for seat in self.out)

    @property
    def names(self) -> str:
        return str(get_text_list([seat.name for seat in self.out], _("and")))


def by_whom(request: StaffRequest, page: TablePage, form: BustForm) -> ByWhom | None:
    """What is to be asked before these players are out; None where it was said, or where nothing follows from it.

    None too where only one player stays: nobody else can have their chips; see `said_of`.
    """
    may_be_out = request.tournament.status == TournamentStatus.RUNNING and page.hand is None
    if not may_be_out or not page.asks_by_whom or not form.is_valid() or form.says_by_whom():
        return None
    out = tuple(seat for seat in page.seats if seat.entry_id in form.cleaned_data["out"])
    others = page.players - len(out)
    if not out or others < 2:
        return None
    seat = page.selected.number if page.selected else 0
    kept = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in _SAID_ANEW
        for value in values
        if value
    ]
    asked_at = form.cleaned_data["at"] or ("out" if "over" in request.path else "bust")
    return ByWhom(
        address=request.get_full_path(),
        asked_at=asked_at,
        out=out,
        others=others,
        kept=tuple(kept),
        is_about_chips=not request.tournament.has_bounties,
        home=f"{_home(request, page.number, seat)}#{_PLACES.get(asked_at, asked_at)}",
    )


def said_of(page: TablePage, form: BustForm) -> Out:
    """Who is out, by those who were named; where it matters the only one who stays has knocked them out."""
    out = form.said()
    staying = [seat.entry_id for seat in page.seats if seat.entry_id and seat.entry_id not in out.entries]
    if out.entries and page.asks_by_whom and not form.says_by_whom() and len(staying) == 1:
        return replace(out, credited_to=staying)
    return out


def _home(request: StaffRequest, table: int, seat: int) -> str:
    """Where the tap came from, with the same seat looked at."""
    code = request.tournament.code
    query = f"?seat={seat}" if seat else ""
    if request.htmx.target != CONSOLE:
        return reverse("tables:table", args=[code, table]) + query
    return f"{reverse('tables:console', args=[code])}?table={table}{query.replace('?', '&')}"
