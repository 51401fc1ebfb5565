"""Who wins with these cards, and why: a page to settle a dispute. Nothing is stored; the address asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.forms import BoundField
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tables.floor.draws.cards import DECK
from tables.forms.cards import JOKER, picked_cards
from tables.forms.judging.verdict import BOARD, MOST_HANDS, VerdictForm, hand_name
from tables.forms.judging.verdict_address import LEAST_SHOWN, address_of, has_cards, typed_of, with_card
from tables.models import Table
from tables.models.rules import house_rules
from tables.queries.hands.showdown import showdown_at
from tables.queries.hands.verdict import cards_wanted_in_words, verdict_shown
from tables.queries.hands.verdict_games import kind_of
from tables.queries.table.hand import last_hand
from tables.queries.table.next_game import game_of_next_hand
from tournament.queries.level import level_now
from tournament.templatetags.writing import PageWriter
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest, staff


@dataclass(frozen=True, slots=True, kw_only=True)
class RowShown:
    """The cards of a hand or of the board: the field, what was understood, what is to come.

    is_target: tapped cards go there; is_next: and there is room for them.
    """

    name: str
    field: BoundField
    cards: tuple[str, ...]
    missing: int
    is_target: bool
    is_next: bool
    can_go: bool


@staff(*FLOOR_STAFF)
@require_safe
def verdict(request: StaffRequest) -> HttpResponse:
    """`?table=3` alone takes the hands that lie open at that table."""
    table = _table(request)
    if table is not None and not has_cards(request.GET):
        lies = showdown_at(table)
        if lies is not None:
            return redirect(f"{_home(request)}?{address_of(lies, table=table.number)}")
    form = _form(request, table)
    is_right = form.is_valid()
    address = (
        f"{_home(request)}?{address_of(form.asked, table=table.number if table else None, to=form.chosen)}"
    )
    if is_right and "letters" in request.GET and not request.htmx:
        return redirect(address)
    template = "_verdict.html" if request.htmx else "verdict.html"
    response = render(request, f"tables/verdict/{template}", _context(form, table))
    if is_right and request.htmx:
        response.headers["HX-Replace-Url"] = address
    return response


def _form(request: StaffRequest, table: Table | None) -> VerdictForm:
    """What the address asks, after the taps that it may end with."""
    asked = request.GET
    data, rows = typed_of(asked, game=_game(request, table))
    form = _bound(request, table, data, rows)
    for card in picked_cards(asked):
        if card in DECK or card == JOKER:
            form = _bound(request, table, with_card(form, card), rows)
    return form


def _bound(
    request: StaffRequest, table: Table | None, data: Mapping[str, str], rows: tuple[int, ...]
) -> VerdictForm:
    tournament = request.tournament
    return VerdictForm(
        data,
        rows=rows,
        seats=table is not None,
        rules=house_rules(tournament),
        writer=PageWriter.of(tournament),
    )


def _game(request: StaffRequest, table: Table | None) -> str:
    """What the table plays or has just played; the level's game for no table, or before its first hand."""
    level = level_now(request.tournament, now=house_now())
    if table is None:
        return kind_of(level.level.game)
    hand = last_hand(table)
    return kind_of(game_of_next_hand(table, level).game if hand is None else hand.game)


def _table(request: StaffRequest) -> Table | None:
    """The table whose seats the hands are of."""
    number = request.GET.get("table", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 5):
        return None
    return Table.objects.filter(tournament=request.tournament, number=int(number)).first()


def _context(form: VerdictForm, table: Table | None) -> dict[str, object]:
    rows = tuple(_row(form, name) for name in form.names)
    found = form.found
    return {
        "disputed": None if table is None else last_hand(table),
        "active": "hands",
        "table": table,
        "form": form,
        "rows": rows,
        "deck": [[(card, _holder(form, card)) for card in suit] for suit in form.deck_by_suit],
        "is_full": not any(form.room(name) > 0 for name in form.names),
        "can_add": len(form.rows) < MOST_HANDS,
        "needs": cards_wanted_in_words(form.kind),
        "letters": get_language(),
        "verdict": None if found is None else verdict_shown(form.question, found, form.rules, form.writer),
    }


def _row(form: VerdictForm, name: str) -> RowShown:
    return RowShown(
        name=name,
        field=form[name],
        cards=form.cards(name),
        missing=form.missing(name),
        is_target=name == form.to,
        is_next=name == form.to and form.room(name) > 0,
        can_go=name != BOARD and len(form.rows) > LEAST_SHOWN,
    )


def _holder(form: VerdictForm, card: str) -> str:
    """Where a card of the deck lies already: "2" for a hand, "B" for the board, "" for nowhere."""
    names = {**{hand_name(number): str(number) for number in form.rows}, BOARD: "B"}
    return next((names[name] for name in form.names if card in form.cards(name)), "")


def _home(request: StaffRequest) -> str:
    return reverse("tables:verdict", args=[request.tournament.code])
