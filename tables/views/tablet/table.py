"""The dealer's tablet: the table, and every tap.

A tap comes by `fetch` from the tablet's outbox, marked by a header, or as a plain form. The outbox
gets a fragment and a status that tells it what to do with its queue; a plain form gets a page.

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
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tables import engine
from tables.engine.cards.ranks import RANKS
from tables.forms.tablet import DealForm, MessageForm, OperationForm, TapForm
from tables.forms.tablet_rulings import RulingForm
from tables.models import Device, FloorMessage
from tables.queries.table.hand import TableHand
from tables.queries.tablet.rulings import irregularities
from tables.queries.tablet.screen import TabletScreen, tablet_screen
from tables.services.hands.recording import record_operation, start_hand, undo_operation
from tables.services.hands.rulings import make_ruling
from tables.services.table.lease import Lease, LeaseLost, StaleVersion
from tables.services.table.messages import call_floor, close_message
from tables.services.table.tablets import take_over_table
from tables.templatetags.refusals import refusal_words
from tables.views.tablet.access import DeviceRequest, dealer_device
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.replies import KeyReused, Reply, reply_to_tap

OUTBOX_HEADER = "Floorman-Tap"
SCREEN = "tables/tablet/_screen.html"
PAGE = "tables/tablet/table.html"
# As the picker lays them out: a row for each suit, the ace first; then the joker, where there is one.
DECK_BY_SUIT = (*(rank + suit for suit in "shdc" for rank in reversed(RANKS)), "Jk")
AMOUNT_DIGITS = 13
SHEETS = ("bet", "pick", "winners", "opens", "games", "chips", "menu", "irregular")


# --- The table ------------------------------------------------------------------------------------


@dealer_device
@require_safe
def table(request: DeviceRequest) -> HttpResponse:
    """The table of this tablet; the outbox asks for the screen alone."""
    return _show(request, tablet_screen(request.device, now=timezone.now()))


@dealer_device
@require_POST
def deal(request: DeviceRequest) -> HttpResponse:
    """The next hand; with the straddle that the screen offers, if it was asked for."""
    form = DealForm(request.POST)

    def write(tap: Tap) -> None:
        offer = tablet_screen(request.device, now=tap.now).straddle if form.cleaned_data["straddle"] else None
        start_hand(
            **tap.at_table,
            lease=tap.lease,
            straddles=[(offer.seat, offer.amount)] if offer else (),
            game=form.cleaned_data["game"],
            title=form.cleaned_data["title"],
        )

    return _answer(request, form, write)


@dealer_device
@require_POST
def act(request: DeviceRequest) -> HttpResponse:
    """One operation of the hand in play."""
    form = OperationForm(request.POST)

    def write(tap: Tap) -> TableHand:
        return record_operation(**tap.at_table, lease=tap.lease, operation=form.decoded())

    return _answer(request, form, write)


@dealer_device
@require_POST
def rule(request: DeviceRequest) -> HttpResponse:
    """What went wrong: recorded, or proposed to the floor where the rule asks for the floor."""
    form = RulingForm(request.POST)

    def write(tap: Tap) -> TableHand | None:
        return make_ruling(**tap.at_table, lease=tap.lease, ruling=form.decoded())

    return _answer(request, form, write)


@dealer_device
@require_POST
def undo(request: DeviceRequest) -> HttpResponse:
    """Undo the last operation, also one that completed the hand, or the deal."""

    def write(tap: Tap) -> TableHand | None:
        return undo_operation(**tap.at_table, lease=tap.lease)

    return _answer(request, TapForm(request.POST), write)


@dealer_device
@require_POST
def call(request: DeviceRequest) -> HttpResponse:
    """Call the floor to this table."""

    def write(tap: Tap) -> None:
        call_floor(**tap.at_table)

    return _answer(request, TapForm(request.POST), write)


@dealer_device
@require_POST
def read(request: DeviceRequest) -> HttpResponse:
    """The dealer has read a message of the floor."""
    form = MessageForm(request.POST)

    def write(tap: Tap) -> None:
        close_message(**tap.at_table, message_id=form.cleaned_data["message"])

    return _answer(request, form, write)


@dealer_device
@require_POST
def take_over(request: DeviceRequest) -> HttpResponse:
    """From now on only this tablet records the table."""

    def write(tap: Tap) -> None:
        request.device = take_over_table(device_id=request.device.pk, now=tap.now)

    return _answer(request, TapForm(request.POST), write)


# --- One tap --------------------------------------------------------------------------------------


class AtTable(TypedDict):
    """The arguments that every write at a table takes."""

    tournament_id: int
    table_id: int
    actor: Actor
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """A tap that was understood: where it writes, and by which right."""

    key: UUID
    at_table: AtTable
    lease: Lease
    now: datetime


def _answer(request: DeviceRequest, form: TapForm, write: Callable[[Tap], TableHand | None]) -> HttpResponse:
    """Record a tap once and answer; a refused tap leaves nothing behind.

    `write` gives the hand that it has left, or None where the screen is to look for itself.
    """
    if not form.is_valid():
        name, problems = next(iter(form.errors.items()))
        label = form.fields[name].label if name in form.fields else None
        return _refuse(request, 422, f"{label}: {problems[0]}" if label else str(problems[0]))
    tap = _tap(request, form, now=timezone.now())

    def produce() -> Reply:
        recorded = write(tap)
        # A take-over has changed the tablet: it is the request's as it is then.
        return Reply(
            status=200, body=_fragment(tablet_screen(request.device, now=tap.now, recorded=recorded))
        )

    try:
        reply = reply_to_tap(
            tournament_id=tap.at_table["tournament_id"],
            key=tap.key,
            body=f"{request.path}\n{tap.lease.device_id}\n{form.what()}".encode(),
            now=tap.now,
            produce=produce,
        )
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
        return HttpResponseRedirect(reverse("tables:tablet_table"))
    response = HttpResponse(reply.body, status=reply.status)
    if reply.is_replay:
        response.headers["Idempotent-Replay"] = "1"
    return response


def _tap(request: DeviceRequest, form: TapForm, *, now: datetime) -> Tap:
    device, data = request.device, form.cleaned_data
    return Tap(
        key=data["key"],
        at_table=AtTable(
            tournament_id=device.tournament_id, table_id=device.table_id, actor=request.actor, now=now
        ),
        lease=Lease(device_id=device.pk, epoch=data["epoch"], version=data["version"]),
        now=now,
    )


def _refuse(request: DeviceRequest, status: int, words: str) -> HttpResponse:
    request.device.refresh_from_db()
    return _show(request, tablet_screen(request.device, now=timezone.now()), status=status, refusal=words)


def _show(
    request: DeviceRequest, screen: TabletScreen, *, status: int = 200, refusal: str = ""
) -> HttpResponse:
    if OUTBOX_HEADER in request.headers:
        return HttpResponse(_fragment(screen, refusal), status=status)
    # A form of a sheet names it, so that a refusal is read where the amount was typed.
    sheet = request.GET.get("sheet", "") or request.POST.get("sheet", "")
    context = {
        "screen": screen,
        "refusal": refusal,
        "key": uuid4(),
        "sheet": sheet if sheet in SHEETS else "",
        "picker": screen.sheets.picker_for(request.GET.get("pick", "")),
        "chosen_seat": request.GET.get("seat", "") or request.POST.get("seat", ""),
        "typed": request.POST.get("amount", "")[:AMOUNT_DIGITS],
        "deck": DECK_BY_SUIT,
        "irregular": (
            irregularities(request.device.table, chosen=request.GET.get("kind", ""))
            if sheet == "irregular" and screen.may_write
            else None
        ),
    }
    return render(request, PAGE, context, status=status)


def _fragment(screen: TabletScreen, refusal: str = "") -> str:
    """The screen without anything of the request in it: the same for a tap and for its replay."""
    return render_to_string(SCREEN, {"screen": screen, "refusal": refusal})
