"""Colouring up a table from the floor's screen: preview as often as needed, book once, undo.

Cards that are drawn are booked with the tap that draws them, and shown then.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tables.floor.draws.cards import DECK
from tables.forms.cards import picked_cards, write_cards
from tables.forms.colour_up import ColourUpForm, read_cards
from tables.models import Table
from tables.queries.table.seat_stacks import seat_stacks
from tables.services.chips.colour_up import colour_up_table, exchange_late_chips, race_chips
from tables.views.console.colour_up_part import DRAWN, colour_up_context, step_words
from tables.views.console.table_parts import find_table, render_table, table_context, table_home
from tournament.models import LogEntry
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_from_form, handle_tap, not_understood


@staff(*FLOOR_STAFF)
@require_POST
def colour_up(request: StaffRequest, number: int) -> HttpResponse:
    """`step=book` books, `step=draw` draws the cards of a race and books; any other tap of the form changes nothing and
    shows what booking would do."""
    found = find_table(request, number)
    form = ColourUpForm(_typed(request.POST), stacks=seat_stacks(found), steps=step_words(request.tournament))
    if not form.is_of_our_page():
        return handle_tap(request, _refuse, home=table_home(request, number))
    is_drawn = request.POST.get("step") == "draw"
    books = is_drawn or request.POST.get("step") == "book"
    if books and done_from_form(request, form, lambda: _book(request, found, form, is_drawn=is_drawn)):
        shown = f"?colour_up={DRAWN}#colour-up" if is_drawn else ""
        return redirect(table_home(request, number) + shown)
    context = colour_up_context(request, found, form, way=form.data["way"], step=form.step())
    if request.htmx and not books:
        # Unfinished input is not an error yet.
        return render(request, "tables/table/_colour_up.html", context)
    status = 200 if form.is_valid() else 422
    return render_table(request, table_context(request, number, **context), status=status)


def _book(request: StaffRequest, found: Table, form: ColourUpForm, *, is_drawn: bool) -> Done:
    line = _colour_up(request, found, form, is_drawn=is_drawn)
    if line is None:
        return Done(text=_("Stacks unchanged."))
    return Done(text=_("Coloured up table %(table)d.") % {"table": found.number}, line=line.pk)


def _colour_up(request: StaffRequest, found: Table, form: ColourUpForm, *, is_drawn: bool) -> LogEntry | None:
    ids = {"tournament_id": request.tournament.pk, "table_id": found.pk}
    seen, by = form.cleaned_data["seen"], by_of(request)
    way, step = form.cleaned_data["way"], form.step()
    if way == "counted":
        stacks = {seat: stack for seat, stack in form.counted().items() if stack is not None}
        return colour_up_table(**ids, stacks=stacks, by=by, seen=seen)
    if step is None:
        raise not_understood()
    old, new = step
    if way == "late":
        return exchange_late_chips(**ids, old=old, new=new, by=by, seen=seen)
    cards = None if is_drawn else form.dealt()
    return race_chips(**ids, old=old, new=new, cards=cards, by=by, seen=seen)


def _typed(posted: QueryDict) -> QueryDict:
    """What the form holds after the tap: cards picked or undone, none typed where they are drawn."""
    data = posted.copy()
    if posted.get("step") == "draw":
        data["cards"] = ""
    picked = [card for card in picked_cards(posted) if card in DECK]
    if picked:
        try:
            cards = list(read_cards(posted.get("cards", "")))
        except ValidationError:
            return data
        for card in picked:
            if card in cards:
                cards.remove(card)
            else:
                cards.append(card)
        data["cards"] = write_cards(cards)
    return data


def _refuse() -> Done:
    raise not_understood()
