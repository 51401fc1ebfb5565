"""The registration desk: find or add a player, take the buy-in, give a seat; the draw; voiding an entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypedDict

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tables.floor.draws.seats import tables_needed
from tables.forms.desk import HeadsForm, NewPlayerForm
from tables.models import Table
from tables.queries.desk.entries import (
    PlayerMatch,
    SeatTicket,
    entries_page,
    find_players,
    matches_of,
    seat_ticket,
)
from tables.queries.desk.queue import queue_of
from tables.queries.desk.seat_list import seat_list
from tables.queries.room.alternates import waiting_list
from tables.queries.room.next_table import number_plan, number_to_open
from tables.services.desk.alternates import call_alternate, pass_alternate, seat_alternate
from tables.services.desk.heads import register_heads
from tables.services.desk.seating import (
    Seated,
    WhenFull,
    add_and_seat,
    make_seat_draw,
    register_and_seat,
    void_and_unseat,
)
from tables.services.moves.refunds import refund_and_unseat
from tables.views.desk.sorting import column_heads, read_sort
from tables.views.pace import hands_topic
from tournament.changes.change import sentence_of
from tournament.links import absolute_url
from tournament.models import Entry, Player, Tournament, TournamentStatus
from tournament.queries.chip_sales import sales_owed
from tournament.queries.flights import LIVE
from tournament.queries.ledger.handing_back import to_hand_back
from tournament.queries.level import seats_in_play
from tournament.queries.names import namesakes
from tournament.queries.prices import desk_prices
from tournament.queries.registration import (
    RegistrationNow,
    ids_checked,
    minimum_missing,
    registration_closes_at,
    registration_now,
    registration_state,
)
from tournament.rules.names import fold_name
from tournament.rules.payouts.prices import PriceQuote, read_quote
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.templatetags.writing import PageWriter
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.drawer import warn_of_drawer
from tournament.views.reasons import ask_why
from tournament.views.refusals import add_refusal
from tournament.views.taps import Done, done_of_line, not_understood, result_of_tap, say, tap
from tournament.words.rules import say_error

SHORTEST_SEARCH = 2
LONGEST_SEARCH = 120
PLAYERS_AT_A_TABLE = 9


class OneAlternate(TypedDict):
    """What is done with one of the waiting list, by whom, when."""

    tournament_id: int
    entry_id: int
    by: By


@staff(*ANY_STAFF)
@require_safe
def desk(request: StaffRequest) -> HttpResponse:
    if request.GET.get("part") == "alternates":
        context = {"alternates": waiting_list(request.tournament)}
        return render(request, "tables/desk/_alternates.html", context)
    if request.GET.get("part") == "queue":
        registration = registration_now(request.tournament, now=house_now())
        return render(request, "tables/desk/_queue.html", _queue_context(request, registration))
    if request.GET.get("part") == "hand_back":
        left = {"to_hand_back": to_hand_back(request.tournament)}
        return render(request, "tables/desk/_to_hand_back.html", left)
    if request.GET.get("part") == "owed":
        return render(request, "tables/desk/_owed.html", {"owed": sales_owed(request.tournament)})
    if request.htmx:
        registration = registration_now(request.tournament, now=house_now())
        return render(request, "tables/desk/_answer.html", _desk_context(request, registration))
    return _desk(request, NewPlayerForm(initial={"name": _typed(request)}))


@staff(*ANY_STAFF)
@require_POST
def register(request: StaffRequest) -> HttpResponse:
    """A buy-in of a player who is known."""
    typed = request.POST.get("player", "")
    player_id = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 18 else 0
    if not Player.objects.filter(pk=player_id).exists():
        raise Http404
    by = by_of(request)
    return buy_in(request, lambda: _seat(request, player_id, by))


@staff(*ANY_STAFF)
@require_POST
def add(request: StaffRequest) -> HttpResponse:
    """A new player and their buy-in, both or neither."""
    form = NewPlayerForm(request.POST)
    if not form.is_valid():
        return _desk(request, form, status=422)
    is_another = request.POST.get("another") == "1"

    def produce() -> Seated:
        return add_and_seat(
            tournament_id=request.tournament.pk,
            **form.cleaned_data,
            is_another=is_another,
            by=by_of(request),
            when_full=when_full(request),
            quote=quote_of(request),
            id_seen=id_seen(request),
        )

    return buy_in(request, produce, form=form)


@staff(*ANY_STAFF)
@tap("tables:desk", then=warn_of_drawer)
def heads(request: StaffRequest) -> Done:
    """Buy-ins of players whose names nobody has asked for yet."""
    form = HeadsForm(request.POST)
    if not form.is_valid():
        raise Refused(str(next(iter(form.errors.values()))[0]), code="heads", field="heads")
    entries = register_heads(
        tournament_id=request.tournament.pk,
        heads=form.cleaned_data["heads"],
        by=by_of(request),
        quote=quote_of(request),
    )
    words = ngettext(
        "%(count)d entry registered without a name.",
        "%(count)d entries registered without names.",
        len(entries),
    )
    return Done(text=words % {"count": len(entries)})


@staff(*ANY_STAFF)
@tap("tables:desk")
def alternate(request: StaffRequest, entry_id: int) -> Done:
    """Somebody on the waiting list is here, does not come, or is called out of turn."""
    if not Entry.objects.filter(tournament=request.tournament, pk=entry_id).exists():
        raise Http404
    what = request.POST.get("do", "")
    one: OneAlternate = {"tournament_id": request.tournament.pk, "entry_id": entry_id, "by": by_of(request)}
    if what == "seat":
        line = seat_alternate(**one)
    elif what == "pass":
        line = pass_alternate(**one)
    elif what == "call":
        line = call_alternate(**one)
    else:
        raise not_understood()
    text = sentence_of(line, PageWriter.of(request.tournament))
    return Done(text=text, line=line.pk)


@staff(*FLOOR_STAFF)
@tap("tables:desk")
def draw(request: StaffRequest) -> Done:
    drawn = make_seat_draw(tournament_id=request.tournament.pk, by=by_of(request))
    return Done(text=_("Seats are drawn. New entries are seated at once."), line=drawn.log_entry_id)


@staff(*ANY_STAFF)
@require_safe
def players(request: StaffRequest) -> HttpResponse:
    typed = _typed(request)
    page = request.GET.get("page", "")
    sort = read_sort(request.GET.get("sort", ""))
    found = entries_page(
        request.tournament,
        folded=fold_name(typed),
        typed=typed,
        page=int(page) if page.isascii() and page.isdigit() and len(page) < 6 else 1,
        order=sort.order,
        is_turned=sort.is_turned,
        now=house_now(),
    )
    context = {
        "active": "players",
        "sort": sort,
        "heads": column_heads(sort),
        "typed": typed,
        "page": found,
        "sells": request.tournament.sells_chips,
        "has_bounties": request.tournament.has_bounties,
    }
    # Stacks change with every hand; there are about so many tables.
    context["topics"] = f"players tables {hands_topic(found.total // PLAYERS_AT_A_TABLE)}"
    template = "_players.html" if request.htmx else "players.html"
    return render(request, f"tables/desk/{template}", context)


@staff(*ANY_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def void(request: StaffRequest, entry_id: int) -> HttpResponse:
    entry = seat_ticket(request.tournament, entry_id=entry_id)
    if entry is None:
        raise Http404

    def do(reason: str) -> None:
        void_and_unseat(
            tournament_id=request.tournament.pk, entry_id=entry_id, by=by_of(request), reason=reason
        )
        text = _("Entry %(number)d of %(name)s is voided.") % {"number": entry.number, "name": entry.name}
        messages.success(request, text)

    return _ask_why(request, do, template="tables/desk/void_entry.html", entry=entry)


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def refund(request: StaffRequest, entry_id: int) -> HttpResponse:
    """The money of an entry that has played goes back: a decision of the floor, with its reason."""
    entry = seat_ticket(request.tournament, entry_id=entry_id)
    if entry is None:
        raise Http404

    def do(reason: str) -> None:
        line = refund_and_unseat(
            tournament_id=request.tournament.pk, entry_id=entry_id, reason=reason, by=by_of(request)
        )
        say(request, done_of_line(request, line))
        warn_of_drawer(request)

    return _ask_why(request, do, template="tables/desk/refund_entry.html", entry=entry)


def _ask_why(
    request: StaffRequest, do: Callable[[str], None], *, template: str, entry: SeatTicket
) -> HttpResponse:
    return ask_why(
        request,
        do,
        template=template,
        context={"entry": entry, "active": "players"},
        home=reverse("tables:players", args=[request.tournament.code]),
    )


def _seat(request: StaffRequest, player_id: int, by: By) -> Seated:
    return register_and_seat(
        tournament_id=request.tournament.pk,
        player_id=player_id,
        by=by,
        forfeits=request.POST.get("forfeit") == "1",
        when_full=when_full(request),
        quote=quote_of(request),
        id_seen=id_seen(request),
        voucher_id=voucher_of(request),
    )


def voucher_of(request: StaffRequest) -> int | None:
    """The voucher on the button that was tapped; None: it is paid at the desk."""
    text = request.POST.get("voucher", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 18):
        raise not_understood()
    return int(text)


def quote_of(request: StaffRequest) -> PriceQuote | None:
    """The price on the button that was tapped; None sells at the price to pay now."""
    text = request.POST.get("price", "")
    quote = read_quote(text)
    if text and quote is None:
        raise not_understood()
    return quote


def when_full(request: StaffRequest) -> WhenFull:
    """What to do where every seat is taken: ask, until the desk has chosen."""
    chosen: dict[str, WhenFull] = {"open": "open", "wait": "wait"}
    return chosen.get(request.POST.get("full", ""), "ask")


def id_seen(request: StaffRequest) -> bool:
    """Whether the desk says that it has seen the player's ID."""
    return request.POST.get("id") == "seen"


def buy_in(
    request: StaffRequest, produce: Callable[[], Seated], *, form: NewPlayerForm | None = None
) -> HttpResponse:
    """Register once, then show the desk with the ticket; a refusal shows the desk with what was typed."""
    try:
        entry_id = result_of_tap(request, lambda: produce().entry.pk)
    except Refused as refusal:
        if form is not None and refusal.code == "same_name":
            return _desk(request, form, same_name=refusal.message, status=422)
        if refusal.code == "room_full":
            return _desk(request, form or NewPlayerForm(), full=_full(request, refusal), status=422)
        if refusal.code == "id_not_checked":
            return _desk(request, form or NewPlayerForm(), ask_id=_sent_again(request, refusal), status=422)
        form = form or NewPlayerForm({})
        form.errors.clear()
        add_refusal(form, refusal)
        return _desk(request, form, status=422)
    warn_of_drawer(request)
    return redirect(f"{reverse('tables:desk', args=[request.tournament.code])}?ticket={entry_id}")


def _full(request: StaffRequest, refusal: Refused) -> dict[str, object]:
    """What the desk is asked where every seat is taken, with all that it had sent."""
    tables = Table.objects.filter(tournament=request.tournament)
    return _sent_again(request, refusal) | {
        "next_table": number_to_open(tables, number_plan(request.tournament, now=house_now())),
        "place": len(waiting_list(request.tournament).waiting) + 1,
    }


def _sent_again(request: StaffRequest, refusal: Refused) -> dict[str, object]:
    """What the desk had sent, to be sent again with the answer to what it is asked."""
    ours = ("key", "csrfmiddlewaretoken", {"room_full": "full"}.get(refusal.code, "id"))
    return {
        "message": refusal.message,
        "action": request.path,
        "fields": [(name, value) for name, value in request.POST.items() if name not in ours],
    }


def _queue_context(request: StaffRequest, registration: RegistrationNow) -> dict[str, object]:
    """Those who wait with their phones, and the QR code by which others join them."""
    tournament, now = request.tournament, house_now()
    refusal = registration.refusal()
    return {
        "queue": queue_of(tournament, registration=registration, now=now),
        "prices": desk_prices(tournament, now=now),
        "newcomer_refused": "" if refusal is None else say_error(refusal),
        "queue_link": absolute_url(request, reverse("tables:join_queue", args=[tournament.code])),
    }


def _typed(request: StaffRequest) -> str:
    return " ".join(request.GET.get("q", "")[:LONGEST_SEARCH].replace("\x00", "").split())


def _namesakes(request: StaffRequest, form: NewPlayerForm) -> tuple[PlayerMatch, ...]:
    known = namesakes(form.cleaned_data["name"], club_number=form.cleaned_data["club_number"])
    now = house_now()
    registration = registration_now(request.tournament, now=now)
    return matches_of(request.tournament, known, registration=registration, now=now)


def _desk_context(request: StaffRequest, registration: RegistrationNow) -> dict[str, object]:
    """What is fetched again while one types, and when registration closes: who is found, who may enter."""
    typed = _typed(request)
    folded = fold_name(typed)
    tournament, now = request.tournament, house_now()
    matches = None
    if len(folded) >= SHORTEST_SEARCH or typed.isdigit():
        matches = find_players(tournament, folded=folded, typed=typed, registration=registration, now=now)
    refusal = registration.refusal()
    closes_at = registration_closes_at(tournament, now=now)
    return {
        "typed": typed,
        "matches": matches,
        "entries": registration.entries,
        "missing": minimum_missing(tournament, entries=registration.entries),
        "registration": registration_state(tournament, closes_at=closes_at, now=now),
        "closes_at": closes_at,
        "newcomer_refused": "" if refusal is None else say_error(refusal),
        "prices": desk_prices(tournament, now=now),
        "now": now,
    }


def _waits_for_the_start(tournament: Tournament) -> bool:
    """Whether players look for the seats that were drawn; later somebody moves with every bust."""
    return tournament.draw_made_at is not None and tournament.status == TournamentStatus.REGISTERING


def _desk(
    request: StaffRequest,
    form: NewPlayerForm,
    *,
    same_name: str = "",
    full: Mapping[str, object] | None = None,
    ask_id: Mapping[str, object] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The whole page. Before money changes hands `same_name` asks whether it is another person, `full` whether a table
    is opened where every seat is taken, `ask_id` whether the player's ID was seen.
    """
    tournament = request.tournament
    number = request.GET.get("ticket", "")
    is_number = number.isascii() and number.isdigit() and len(number) < 18
    waiting = 0
    if tournament.draw_made_at is None and tournament.status == TournamentStatus.REGISTERING:
        waiting = Entry.objects.filter(tournament=tournament, status="registered").count()
    tables = tables_needed(waiting, seats_in_play(tournament)) if waiting else 0
    registration = registration_now(tournament, now=house_now())
    ticket = seat_ticket(tournament, entry_id=int(number)) if is_number else None
    context = _desk_context(request, registration) | _queue_context(request, registration)
    context |= {
        "same_name": same_name,
        "chosen_price": request.POST.get("price", ""),
        "full": full,
        "ask_id": ask_id,
        "alternates": waiting_list(tournament),
        "owed": sales_owed(tournament),
        "to_hand_back": to_hand_back(tournament),
        "namesakes": _namesakes(request, form) if same_name else (),
        "active": "desk",
        "form": form,
        "heads": HeadsForm(),
        "has_tickets": Entry.objects.filter(tournament=tournament, status__in=LIVE).exists(),
        "ticket": ticket,
        "ticket_id_seen": None
        if ticket is None
        else ids_checked(tournament, [ticket.player_id]).get(ticket.player_id),
        "can_draw": waiting >= 2 and request.role != "registration",
        "draw_words": ngettext("at %(tables)d table", "at %(tables)d tables", tables) % {"tables": tables},
        "waiting": waiting,
        "is_drawn": tournament.draw_made_at is not None,
        "seats": seat_list(tournament) if _waits_for_the_start(tournament) else None,
    }
    return render(request, "tables/desk/desk.html", context, status=status)
