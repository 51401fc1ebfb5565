"""The dealer's tablet: the table, and every tap.

A tap comes by `fetch` from the tablet's outbox, marked by a header, or as a plain form. The outbox
gets a fragment and a status that tells it what to do with its queue; a plain form gets a page. The fragment is what
has changed on the screen whose marks were sent along (`Floorman-Parts`), or the whole screen where there were none.

    200  recorded; with `Idempotent-Replay: 1` it was recorded before
    409  the table has changed, or another tablet has it: the fresh screen, nothing recorded
    422  not allowed here and now: the reason with the legal range, nothing recorded
    503  the database is busy or away (tournament.views.outages): the same tap again
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID, uuid4

from django.http import HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tables import engine
from tables.engine.cards.ranks import RANKS
from tables.forms.tablet import (
    AnnouncementForm,
    DealForm,
    Fields,
    NotUnderstood,
    OperationForm,
    TabletAbsenceForm,
    TabletClockForm,
    TabletCountForm,
    TabletMessageForm,
    TabletRecordingForm,
    TabletResultForm,
    TapForm,
    counts_of,
    read_tap,
)
from tables.forms.tablet_rulings import RulingForm, ruling_of
from tables.models import Device, FloorMessage, Recording
from tables.models.statements import TabletRow
from tables.queries.room.sale_offers import seat_buyers
from tables.queries.table.hand import Look, TableHand, load_open_hand, look_at
from tables.queries.table.typed_counts import typed_counts
from tables.queries.tablet.players import players_at
from tables.queries.tablet.rulings import irregularities
from tables.queries.tablet.screen import TabletScreen, tablet_screen
from tables.services.chips.recounts import count_again
from tables.services.desk.chip_sales import announce_sale
from tables.services.desk.rebuy_answers import decline_rebuy
from tables.services.hands.absence import think_absence
from tables.services.hands.counted import result_at, think_hand_over, think_uncount
from tables.services.hands.dealing import think_deal
from tables.services.hands.decision_clock import think_call_clock, think_stop_clock, think_use_chip
from tables.services.hands.pushing import think_push
from tables.services.hands.recording import think_operation, think_undo
from tables.services.hands.rulings import think_ruling
from tables.services.table.lease import (
    LOOKS,
    Lease,
    LeaseLost,
    StaleVersion,
    TableChange,
    TableChanged,
    answer_change,
    check_lease,
    stale_version,
)
from tables.services.table.messages import call_floor, close_message
from tables.services.table.tablets import take_over_table
from tables.services.table.ways import think_recording
from tables.templatetags.refusals import refusal_words
from tables.templatetags.screen import Plain, render_screen
from tables.views.gesture import gesture_context
from tables.views.tablet.access import DeviceRequest, dealer_device, find_tablet
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.replies import AlreadyAnswered, KeyReused, Reply, find_reply
from tournament.timekeeping import house_now

OUTBOX_HEADER = "Floorman-Tap"
# The marks of the screen that the tablet has; it is told what differs.
PARTS_HEADER = "Floorman-Parts"
PAGE = "tables/tablet/table.html"
# As the picker lays them out: a row for each suit, the ace first; then the joker, where there is one.
DECK_BY_SUIT = (*(rank + suit for suit in "shdc" for rank in reversed(RANKS)), "Jk")
AMOUNT_DIGITS = 13
WHAT_COUNTS = "what_counts"
SHEETS = (
    "result",
    "count",
    "bet",
    "pick",
    "winners",
    "opens",
    "games",
    "chips",
    "menu",
    "irregular",
    "players",
)


# --- The table ------------------------------------------------------------------------------------


@dealer_device
@require_safe
def table(request: DeviceRequest) -> HttpResponse:
    """The table of this tablet; the outbox asks for the screen alone."""
    return _show(request, _screen(request.tablet, now=house_now()))


@dealer_device
@require_POST
def deal(request: DeviceRequest) -> HttpResponse:
    """The next hand; with the straddle that the screen offers, if it was asked for."""

    def think(look: Look, tap: Tap) -> TableChange:
        said = tap.said.values
        offer = (
            tablet_screen(request.tablet.device, look, now=tap.by.now).straddle if said["straddle"] else None
        )
        return think_deal(
            look,
            by=tap.by,
            straddles=[(offer.seat, offer.amount)] if offer else (),
            game=said["game"],
            title=said["title"],
        )

    return _answer(request, DealForm, think)


@dealer_device
@require_POST
def over(request: DeviceRequest) -> HttpResponse:
    """The hand is over, at a table whose results are entered."""

    def think(look: Look, tap: Tap) -> TableChange:
        result = result_at(look, tap.said.values)
        return think_hand_over(look, result=result, by=tap.by)

    return _answer(request, TabletResultForm, think)


@dealer_device
@require_POST
def count(request: DeviceRequest) -> HttpResponse:
    """Stacks that nobody knew, of players who sat down, and what was just typed of them: the table deals on."""

    def write(tap: Tap) -> object:
        return count_again(**tap.at_table, counts=counts_of(tap.said.values))

    return _answer(request, TabletCountForm, beside_the_hand(write))


@dealer_device
@require_POST
def recording(request: DeviceRequest) -> HttpResponse:
    """Another way of recording from the next hand on."""

    def think(look: Look, tap: Tap) -> TableChange:
        way = Recording(tap.said.values["recording"])
        if look.table.recording == way:
            return TableChange(before=look, counts=False)
        return think_recording(look, recording=way, by=tap.by)

    return _answer(request, TabletRecordingForm, think)


@dealer_device
@require_POST
def act(request: DeviceRequest) -> HttpResponse:
    """One operation of the hand in play."""

    def think(look: Look, tap: Tap) -> TableChange:
        return think_operation(look, operation=tap.said.operation, by=tap.by)

    return _answer(request, OperationForm, think)


@dealer_device
@require_POST
def rule(request: DeviceRequest) -> HttpResponse:
    """What went wrong: recorded, or proposed to the floor where the rule asks for the floor."""

    def think(look: Look, tap: Tap) -> TableChange:
        ruling = ruling_of(tap.said.values)
        return think_ruling(look, ruling=ruling, by=tap.by, lease=tap.lease)

    return _answer(request, RulingForm, think)


@dealer_device
@require_POST
def clock(request: DeviceRequest) -> HttpResponse:
    """Call the clock on the player in turn, or stop it; or use a time-bank chip."""

    def think(look: Look, tap: Tap) -> TableChange:
        said = tap.said.values
        if said["chip"]:
            return think_use_chip(look, by=tap.by)
        think_clock = think_stop_clock if said["stop"] else think_call_clock
        return think_clock(look, by=tap.by)

    return _answer(request, TabletClockForm, think)


@dealer_device
@require_POST
def push(request: DeviceRequest) -> HttpResponse:
    """The dealer leaves, another one comes."""

    def think(look: Look, tap: Tap) -> TableChange:
        return think_push(look, by=tap.by)

    return _answer(request, TapForm, think)


@dealer_device
@require_POST
def undo(request: DeviceRequest) -> HttpResponse:
    """Undo the last operation, also one that completed the hand, or the deal."""

    def think(look: Look, tap: Tap) -> TableChange:
        think_back = think_undo if look.counted is None else think_uncount
        return think_back(look, by=tap.by)

    return _answer(request, TapForm, think)


@dealer_device
@require_POST
def absence(request: DeviceRequest) -> HttpResponse:
    """A player is not at the table, or is back."""

    def think(look: Look, tap: Tap) -> TableChange:
        said = tap.said.values
        number = said["absent"] or said["back"]
        entry = next((seat.entry_id for seat in look.seats if seat.number == number), None)
        return think_absence(look, entry_id=entry or 0, absent=said["absent"] is not None, by=tap.by)

    return _answer(request, TabletAbsenceForm, think)


@dealer_device
@require_POST
def sell(request: DeviceRequest) -> HttpResponse:
    """A player of this table announces a rebuy, two of them or an add-on: the chips come, the desk takes the money
    (TDA 27). Or says no to a rebuy: the seat is free.
    """

    def write(tap: Tap) -> object:
        said = tap.said.values
        if said["no_rebuy"] is not None:
            return decline_rebuy(**tap.at_table, entry_id=said["no_rebuy"])
        return announce_sale(
            **tap.at_table,
            entry_id=said["rebuy"] or said["two_rebuys"] or said["add_on"],
            kind="rebuy" if said["add_on"] is None else "add_on",
            count=1 if said["two_rebuys"] is None else 2,
        )

    return _answer(request, AnnouncementForm, beside_the_hand(write))


@dealer_device
@require_POST
def call(request: DeviceRequest) -> HttpResponse:
    """Call the floor to this table."""

    def write(tap: Tap) -> object:
        return call_floor(**tap.at_table)

    return _answer(request, TapForm, beside_the_hand(write), needs_lease=False)


@dealer_device
@require_POST
def read(request: DeviceRequest) -> HttpResponse:
    """The dealer has read a message of the floor."""

    def write(tap: Tap) -> object:
        return close_message(**tap.at_table, message_id=tap.said.values["message"])

    return _answer(request, TabletMessageForm, beside_the_hand(write), needs_lease=False)


@dealer_device
@require_POST
def take_over(request: DeviceRequest) -> HttpResponse:
    """From now on only this tablet records the table."""

    def write(tap: Tap) -> object:
        return take_over_table(device_id=tap.lease.device_id, now=tap.by.now)

    return _answer(request, TapForm, beside_the_hand(write), needs_lease=False)


# --- One tap --------------------------------------------------------------------------------------


class TableArguments(TypedDict):
    """The arguments that every write at a table takes."""

    tournament_id: int
    table_id: int
    by: By


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """A tap that was understood: where it writes, and by which right."""

    key: UUID
    said: Fields
    body: bytes
    at_table: TableArguments
    lease: Lease
    by: By


Think = Callable[[Look, Tap], TableChange]


def beside_the_hand(write: Callable[[Tap], object]) -> Think:
    """What any tablet of the table may do, whether or not it has the table, and whatever has changed there."""
    return lambda look, tap: TableChange(before=look, write=lambda: write(tap), counts=False)


def _answer(
    request: DeviceRequest, form_class: type[TapForm], think: Think, *, needs_lease: bool = True
) -> HttpResponse:
    """Record a tap once and answer; a refused tap leaves nothing behind."""
    try:
        tap = _tap(request, read_tap(form_class, request.POST), by=request.actor.at(house_now()))
        reply = _reply_to(tap, request, think, needs_lease=needs_lease)
    except NotUnderstood as problem:
        return _refuse(request, 422, str(problem))
    except engine.EngineError as error:
        return _refuse(request, 422, refusal_words(error))
    except KeyReused:
        return _refuse(request, 422, _("This tap was already sent with different content. Tap again."))
    except (LeaseLost, StaleVersion) as error:
        return _refuse(request, 409, str(error))
    except Refused as refusal:
        return _refuse(request, 422 if refusal.field else 409, refusal.message)
    except (FloorMessage.DoesNotExist, Device.DoesNotExist):
        return _refuse(request, 409, _("The table has changed. Check it and tap again."))
    if OUTBOX_HEADER not in request.headers:
        return _back_to_the_table(request)
    response = HttpResponse(reply.body, status=reply.status)
    if reply.is_replay:
        response.headers["Idempotent-Replay"] = "1"
    return response


def _back_to_the_table(request: DeviceRequest) -> HttpResponse:
    """After a plain form: the page. Where htmx runs and the outbox could not be loaded, htmx has to be told."""
    address = reverse("tables:tablet_table")
    if "HX-Request" in request.headers:
        return HttpResponse(headers={"HX-Redirect": address})
    return HttpResponseRedirect(address)


def _reply_to(tap: Tap, request: DeviceRequest, think: Think, *, needs_lease: bool) -> Reply:
    """Look, think, draw, write. If somebody was quicker, look again: the reply is there, or it is too late."""
    tablet, seen = request.tablet, request.headers.get(PARTS_HEADER, "")
    for _attempt in range(LOOKS):
        answered = find_reply(tablet.reply, tap.body)
        if answered is not None:
            return answered
        if needs_lease:
            check_lease(tablet.device.table, tablet.device, tap.lease)
        change = think(look_at(tablet.stands), tap)
        after = change.after
        foreseen = (
            render_screen(tablet_screen(tablet.device, after, now=tap.by.now), seen=seen) if after else ""
        )

        def draw(change: TableChange = change, foreseen: str = foreseen) -> str:
            return foreseen or render_screen(
                _screen(_find(request), now=tap.by.now, hand=change.hand), seen=seen
            )

        try:
            return answer_change(change, key=tap.key, body=tap.body, now=tap.by.now, draw=draw)
        except (TableChanged, AlreadyAnswered):
            tablet = _find(request)
    raise stale_version()


def _find(request: DeviceRequest) -> TabletRow:
    """The request's tablet as it is now; it may have been revoked meanwhile."""
    return find_tablet(request) or request.tablet


def _tap(request: DeviceRequest, said: Fields, *, by: By) -> Tap:
    device, data = request.tablet.device, said.values
    return Tap(
        key=data["key"],
        said=said,
        body=f"{request.path}\n{device.pk}\n{said.what}".encode(),
        at_table=TableArguments(tournament_id=device.tournament_id, table_id=device.table_id, by=by),
        lease=Lease(device_id=device.pk, epoch=data["epoch"], version=data["version"]),
        by=by,
    )


def _refuse(request: DeviceRequest, status: int, words: str) -> HttpResponse:
    return _show(request, _screen(_find(request), now=house_now()), status=status, refusal=words)


def _irregular(request: DeviceRequest) -> dict[str, object]:
    """What the sheet of irregularities asks: what was put in and said, or a ruling."""
    kind, table = request.GET.get("kind", ""), request.tablet.device.table
    if kind == WHAT_COUNTS:
        context = gesture_context(table.tournament, load_open_hand(table), request.GET)
        if context["gesture"] is not None:
            return context
    return {"irregular": irregularities(table, chosen=kind)}


def _players(request: DeviceRequest) -> dict[str, object]:
    """What the sheet of players asks: who is there, who may buy chips, and which counts can still be corrected."""
    stands = request.tablet.stands
    return {
        "players": players_at(stands.table, stands.seats),
        "typed_counts": typed_counts(stands.table, tablet=request.tablet.device.pk),
        "buyers": seat_buyers(stands.table, stands.seats, now=house_now()),
        "currency": stands.table.tournament.currency,
    }


def _screen(tablet: TabletRow, *, now: datetime, hand: TableHand | None = None) -> TabletScreen:
    """The screen of a tablet as its table stands; `hand` is the newest one where that is known."""
    return tablet_screen(tablet.device, look_at(tablet.stands, hand=hand), now=now)


def _show(
    request: DeviceRequest, screen: TabletScreen, *, status: int = 200, refusal: str = ""
) -> HttpResponse:
    if OUTBOX_HEADER in request.headers:
        seen = request.headers.get(PARTS_HEADER, "")
        return HttpResponse(render_screen(screen, refusal, seen=seen), status=status)
    # A form of a sheet names it, so that a refusal is read where the amount was typed.
    sheet = request.GET.get("sheet", "") or request.POST.get("sheet", "")
    plain = Plain(
        key=str(uuid4()),
        csrf_token=get_token(request),
        sheet=sheet if sheet in SHEETS else "",
        typed=request.POST.get("amount", "")[:AMOUNT_DIGITS],
        seat=request.GET.get("seat", "") or request.POST.get("seat", ""),
    )
    context = {
        "screen": screen,
        "drawn": render_screen(screen, refusal, plain),
        "plain": plain,
        "picker": screen.sheets.picker_for(request.GET.get("pick", "")),
        "deck": DECK_BY_SUIT,
        **(_players(request) if sheet == "players" and screen.may_write else {}),
        **(_irregular(request) if sheet == "irregular" and screen.may_write else {}),
    }
    response = render(request, PAGE, context, status=status)
    if "HX-Request" in request.headers:
        response.headers["HX-Retarget"], response.headers["HX-Reswap"] = "body", "innerHTML"
    return response
