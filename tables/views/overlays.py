"""Parts of the house over the picture of a broadcast: pages without a ground, for a browser source of its studio.

A part says what it is drawn with, under the word that its address has (`tournament.words.overlays`)::

    @shows("board", part="tables/overlays/_board.html")
    def board_on_air(air: Broadcast) -> dict[str, object]: ...

All are as of `air.then`: the moment that the picture shows, which is later than the room by what the address says. The
clock counts in the page by its end, as on the wall, only that page counts as much behind.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tables.forms.overlays import LONGEST_DELAY, PLACES, OverlayForm, OverlayLookForm
from tables.queries.checks.clock import clock_as_of
from tables.queries.hands.history import HandHistory, hand_history
from tables.queries.hands.public_hands import hands_for_broadcast, told_until
from tables.queries.room.as_of import FieldThen, StackThen, field_as_of, stacks_as_of
from tournament.models import Entry, EntryStatus, TokenScope, Tournament, TournamentStatus
from tournament.queries.clock import ClockBoard, clock_board
from tournament.queries.payouts.ladder import LadderRow, prize_board
from tournament.rules.clock import Clock
from tournament.services.setup.api_tokens import token_in_force
from tournament.timekeeping import house_now
from tournament.views.access import public, wants_part
from tournament.views.asked_language import in_asked_language
from tournament.words.overlays import OVERLAYS

# A picture that is late asks again by itself: nobody tells it when its moment has come.
LATE_POLLS: Final = 2
POLLS: Final = 15
# Rows of prizes that are shown below the next one.
BELOW_NEXT: Final = 2


# Without slots: what several parts show is read once.
@dataclass(frozen=True, kw_only=True)
class Broadcast:
    """What is asked for. then: the moment that the picture shows. hands_until: up to which it tells of hands."""

    tournament: Tournament
    now: datetime
    delay: timedelta
    rows: int
    entry: int | None
    table: int | None
    has_key: bool

    @property
    def then(self) -> datetime:
        return self.now - self.delay

    @cached_property
    def hands_until(self) -> datetime:
        return told_until(self.tournament, now=self.now, delay=self.delay)

    @cached_property
    def stacks(self) -> tuple[StackThen, ...]:
        return stacks_as_of(self.tournament, then=self.then, hands=self.hands_until)

    @cached_property
    def field(self) -> FieldThen:
        return field_as_of(self.tournament, then=self.then, hands=self.hands_until)

    @cached_property
    def hand(self) -> HandHistory | None:
        """The newest one that may be told, of the table that was asked for."""
        hands = hands_for_broadcast(self.tournament, until=self.hands_until, has_key=self.has_key)
        if self.table is not None:
            hands = hands.filter(table__number=self.table)
        newest = hands.first()
        return None if newest is None else hand_history(newest, is_public=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlayPart:
    part: str
    context: Callable[[Broadcast], dict[str, object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """What a player won in a hand, in all, and with what, "" where that was not seen."""

    name: str
    chips: int
    made: str


PARTS: Final[dict[str, OverlayPart]] = {}


def shows(word: str, *, part: str) -> Callable[..., Callable[[Broadcast], dict[str, object]]]:
    """Register a part; the function says what it is drawn with."""

    def register(
        context: Callable[[Broadcast], dict[str, object]],
    ) -> Callable[[Broadcast], dict[str, object]]:
        PARTS[word] = OverlayPart(part=part, context=context)
        return context

    return register


@public
@require_safe
@in_asked_language
def overlay(request: HttpRequest, code: str) -> HttpResponse:
    """The page, or what of it changes; without a word of what it shows: what there is."""
    tournament = get_object_or_404(Tournament, code=code)
    form = OverlayForm(request.GET)
    is_right = form.is_valid()
    if is_right and form.cleaned_data["entry"]:
        _require_entry(form, tournament)
    if form.errors:
        return _what_there_is(request, tournament, form)
    secret = request.GET.get("key", "")
    refusal = _refused_key(request, tournament, secret)
    # What has been on air stays there without what the key opened.
    if refusal and not wants_part(request):
        return _what_there_is(request, tournament, form, refusal=refusal)
    air = _on_air(tournament, form, has_key=bool(secret) and not refusal)
    parts = [{"show": word, "part": PARTS[word].part, **PARTS[word].context(air)} for word in _shown(form)]
    context = {
        "tournament": tournament,
        "parts": parts,
        "at": form.cleaned_data["at"],
        "now": air.now,
        "behind": int(air.delay.total_seconds()),
        "polls": LATE_POLLS if air.delay else POLLS,
        "address": request.get_full_path(),
        "look": _look_of(request),
        # To ask for it is to be given a cookie.
        "csrf_token": "",
    }
    template = "tables/overlays/_parts.html" if wants_part(request) else "tables/overlays/overlay.html"
    response = render(request, template, context)
    response.headers["X-Robots-Tag"] = "noindex"
    if not secret:
        # The same for everybody, so that it is made once for a blink (`tournament.front.kept`); no cache keeps it.
        response.headers["Cache-Control"] = "public, no-cache"
    return response


@public
@require_safe
def overlay_look(request: HttpRequest) -> HttpResponse:
    """The colours that an address asks for, as a style sheet: a page may have none in itself."""
    colours = OverlayLookForm(request.GET).colours()
    return render(request, "tables/overlays/look.css", {"colours": colours}, content_type="text/css")


def _on_air(tournament: Tournament, form: OverlayForm, *, has_key: bool) -> Broadcast:
    asked = form.cleaned_data
    return Broadcast(
        tournament=tournament,
        now=house_now(),
        delay=asked["delay"],
        rows=asked["rows"],
        entry=asked["entry"],
        table=asked["table"],
        has_key=has_key,
    )


def _shown(form: OverlayForm) -> tuple[str, ...]:
    shown: tuple[str, ...] = form.cleaned_data["show"]
    return shown


def _look_of(request: HttpRequest) -> str:
    """The part of the address that names colours."""
    asked = request.GET.copy()
    for name in list(asked):
        if name not in OverlayLookForm.base_fields:
            del asked[name]
    return asked.urlencode()


def _refused_key(request: HttpRequest, tournament: Tournament, secret: str) -> str:
    """Why a key opens nothing; "" for one that is in force, and without one."""
    if not secret:
        return ""
    if settings.HTTPS_PORT and not request.is_secure():
        return _("An address with a key works over https only.")
    token = token_in_force(secret, now=house_now())
    if token is None or token.tournament_id != tournament.pk or TokenScope.OVERLAY not in token.scopes:
        return _(
            "This key is not in force. A director can create another in the settings, under “Interface”."
        )
    return ""


def _require_entry(form: OverlayForm, tournament: Tournament) -> None:
    there = Entry.objects.filter(tournament=tournament, number=form.cleaned_data["entry"])
    if not there.exclude(status=EntryStatus.VOID).exists():
        form.add_error("entry", _("There is no entry with this number."))


def _what_there_is(
    request: HttpRequest, tournament: Tournament, form: OverlayForm, *, refusal: str = ""
) -> HttpResponse:
    """A page to read, in the studio and not on air."""
    is_asked = bool(request.GET.get("show"))
    problems = [(name, error) for name, errors in form.errors.items() for error in errors if is_asked]
    context = {
        "tournament": tournament,
        "refusal": refusal,
        "problems": problems,
        "shows": OVERLAYS.items(),
        "places": PLACES,
        "longest_delay": LONGEST_DELAY,
        "csrf_token": "",
    }
    status = HTTPStatus.OK
    if is_asked:
        status = HTTPStatus.FORBIDDEN if refusal else HTTPStatus.BAD_REQUEST
    return render(request, "tables/overlays/there_is.html", context, status=status)


@shows("clock", part="tables/overlays/_clock.html")
def clock_on_air(air: Broadcast) -> dict[str, object]:
    board = _board_as_of(air.tournament, air.then, is_late=bool(air.delay))
    # How many hands were counted at an earlier moment is not kept: the picture would say those of now.
    return {"board": board, "has_time": not (board.is_by_hands and air.delay)}


@shows("stacks", part="tables/overlays/_stacks.html")
def stacks_on_air(air: Broadcast) -> dict[str, object]:
    return {"stacks": air.stacks[: air.rows], "left": len(air.stacks)}


@shows("payouts", part="tables/overlays/_payouts.html")
def payouts_on_air(air: Broadcast) -> dict[str, object]:
    field = air.field
    board = prize_board(air.tournament, entries=field.entries, next_place=field.next_place)
    return {
        "prizes": _around_next(board.rows, field.next_place, count=air.rows),
        "places_paid": board.places_paid,
        "next_place": field.next_place,
    }


@shows("lower-third", part="tables/overlays/_lower_third.html")
def lower_third_on_air(air: Broadcast) -> dict[str, object]:
    if air.entry is not None:
        return {"player": _player(air)}
    return {"won": ()} if air.hand is None else {"hand": air.hand, "won": _won(air.hand)}


@shows("board", part="tables/overlays/_board.html")
def board_on_air(air: Broadcast) -> dict[str, object]:
    return {"hand": air.hand}


def _won(told: HandHistory) -> tuple[Won, ...]:
    """Those who won chips, the most first; with the best that they showed."""
    found: dict[str, Won] = {}
    for pot in told.pots:
        for name, chips, _half, made, _board in pot.winners:
            before = found.get(name, Won(name=name, chips=0, made=""))
            found[name] = Won(name=name, chips=before.chips + chips, made=before.made or made)
    return tuple(sorted(found.values(), key=lambda won: -won.chips))


def _player(air: Broadcast) -> StackThen | None:
    """The player of an entry; without a stack once they are out."""
    there = next((stack for stack in air.stacks if stack.number == air.entry), None)
    if there is not None:
        return there
    entry = (
        Entry.objects.filter(tournament=air.tournament, number=air.entry or 0)
        .select_related("player")
        .first()
    )
    return None if entry is None else StackThen(number=entry.number, name=entry.player.shown_name, chips=None)


def _around_next(rows: tuple[LadderRow, ...], next_place: int, *, count: int) -> tuple[LadderRow, ...]:
    """So many rows from the top, or further down, where the next place is."""
    at = next((i for i, row in enumerate(rows) if row.first <= next_place <= row.last), None)
    first = 0 if at is None else max(0, min(at + 1 + BELOW_NEXT, len(rows)) - count)
    return rows[first : first + count]


def _board_as_of(tournament: Tournament, then: datetime, *, is_late: bool) -> ClockBoard:
    """What the wall said of the clock at a moment; of the rest of the board only this is read."""
    if not is_late:
        return clock_board(tournament, now=then)
    was = copy(tournament)
    _set_clock(was, clock_as_of(tournament, then=then))
    if was.status == TournamentStatus.FINISHED and (was.finished_at is None or was.finished_at > then):
        was.status = TournamentStatus.RUNNING
    return clock_board(was, now=then)


def _set_clock(was: Tournament, clock: Clock) -> None:
    was.clock_state, was.clock_index = clock.state, clock.index
    was.clock_elapsed_ms, was.clock_added_ms = clock.elapsed_ms, clock.added_ms
    was.clock_running_since = clock.running_since
