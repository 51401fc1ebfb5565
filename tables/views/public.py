"""Public pages that know seats: the standings, find my seat, the board of the room, and a player's own page.

A player's page is opened by a secret in its address, so what only that player sees is never pushed whole: the
page hears that something changed and asks again. The clock below is pushed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import BytesIO
from typing import Final, cast

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tables.changes.moves import MoveSaid
from tables.forms.counts import ReportedStackForm
from tables.queries.hands.feature import feature_table
from tables.queries.room.board import room_board
from tables.queries.room.draws import newest_anchor
from tables.queries.room.on_screens import (
    last_break,
    moves_on_screen,
    seats_on_screen,
    sent_away,
    tables_on_screen,
)
from tables.queries.room.seating import MySeat, StandingRow, seats_by_name, standings_page
from tables.queries.room.seating import my_seat as find_my_seat
from tables.queries.room.stop_board import stop_board
from tournament.links import absolute_url
from tournament.live.fragments import public_fragment, public_topic
from tournament.models import LogEntry, ScreenContent, StopKind, Tournament
from tournament.options.sounds import RoomSound
from tournament.queries.announcements import NEWS_LASTS, Announcement
from tournament.queries.chain.seals import head
from tournament.queries.clock import clock_board
from tournament.queries.messages import messages_shown
from tournament.queries.payouts.chop_wall import chop_on_wall
from tournament.queries.phones import PhonesShown, phones_shown
from tournament.queries.registration import registration_is_open
from tournament.realtime import entry_topic
from tournament.rules.names import fold_name
from tournament.rules.screens.voice.sentences import seat_to_seat, tables_break
from tournament.services.errors import Refused
from tournament.services.field.reported_stacks import report_stack
from tournament.services.phones.keys import house_key
from tournament.timekeeping import house_now
from tournament.views.access import public, wants_part
from tournament.views.contents import ScreenCall, calls_screens, in_frame, on_screens
from tournament.views.embeds import embedded
from tournament.views.sounds import announces

SHORTEST_SEARCH = 2
# How long the seats of a table that broke, and those of a draw, stay on the screens.
BREAK_STAYS: Final = timedelta(minutes=3)
DRAW_STAYS: Final = timedelta(minutes=10)
FEATURE_POLL_SECONDS: Final = 3
# What a list of all seats hears.
SEATED: Final = ("moves", "players", "field", "tables")

# A player's page hears these by name and fetches its own part.
for topic in ("clock", "standings", "moves", "players", "entry-*", "field", "places"):
    public_topic(topic)

# Entries up to which a player's page follows the whole field: rank and average move with every hand in the room. In
# a larger one it hears of its own entry alone, and they are as old as the player's last hand.
SMALL_FIELD: Final = 200
# A draw, a redraw, a restart concern every page at once: they ask one after the other, a hundred a second.
SPREAD_MS_PER_ENTRY: Final = 10
PLACES_REST: Final = "600s"


@public
@require_safe
def standings(request: HttpRequest, code: str) -> HttpResponse:
    context = _standings_asked_for(request, code)
    if wants_part(request):
        return render(request, "tournament/public/_standings.html", context)
    tournament = cast("Tournament", context["tournament"])
    context["may_join"] = tournament.phone_queue and registration_is_open(tournament, now=house_now())
    return render(request, "tournament/public/standings.html", context)


@embedded("standings", part="tournament/public/_standings.html", page="tables:standings")
def standings_in_frame(request: HttpRequest, code: str) -> dict[str, object]:
    context = _standings_asked_for(request, code)
    return {**context, "embed_title": context["tournament"]}


def _standings_asked_for(request: HttpRequest, code: str) -> dict[str, object]:
    page = request.GET.get("page", "1")
    return _standings_context(
        get_object_or_404(Tournament, code=code),
        now=house_now(),
        page=int(page) if page.isdecimal() and len(page) < 6 else 1,
    )


# The level and its end stand above the list: a change of the clock waits for no rest (tournament/live/channels.py).
@public_fragment("standings", also=["clock", "ends"])
def standings_fragment(*, public_id: str, language: str, now: datetime) -> str:
    tournament = Tournament.objects.get(code=public_id)
    return render_to_string(
        "tournament/public/_standings.html", _standings_context(tournament, now=now, page=1)
    )


@public
@require_safe
def rounds(request: HttpRequest, code: str) -> HttpResponse:
    """The board of hand-for-hand for the wall: one light a table, who is out, what they share."""
    tournament = get_object_or_404(Tournament, code=code)
    template = "_rounds.html" if wants_part(request) else "rounds.html"
    return render(request, f"tournament/public/{template}", _rounds_context(tournament, house_now()))


# A deal, the end of a hand, a decision of the floor: each changes a light.
@public_fragment("rounds", also=["hands", "tables", "clock"])
def rounds_fragment(*, public_id: str, language: str, now: datetime) -> str:
    tournament = Tournament.objects.get(code=public_id)
    return render_to_string("tournament/public/_rounds.html", _rounds_context(tournament, now))


@public
@require_safe
def find_seat(request: HttpRequest, code: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, code=code)
    typed = " ".join(request.GET.get("name", "")[:120].split())
    folded = fold_name(typed)
    # Punctuation alone is a search too, one that matches nobody.
    rows: tuple[StandingRow, ...] | None = () if len(typed) >= SHORTEST_SEARCH and not folded else None
    if len(folded) >= SHORTEST_SEARCH:
        rows = seats_by_name(tournament, folded=folded)
    context = {"active": "seat", "tournament": tournament, "typed": typed, "rows": rows}
    return render(request, "tournament/public/find_seat.html", context)


@public
@require_safe
def board(request: HttpRequest, code: str) -> HttpResponse:
    """What hangs on the wall of the room: the breaking order, and a chop while the floor shows it."""
    tournament = get_object_or_404(Tournament, code=code)
    now = house_now()
    context = {
        "active": "board",
        "tournament": tournament,
        "room": room_board(tournament),
        "chop": chop_on_wall(tournament),
        "seal": head(tournament.pk),
        "anchor": newest_anchor(tournament),
        "queue_link": _queue_link(request, tournament, now),
        "board": clock_board(tournament, now=now),
        "now": now,
    }
    template = "_board.html" if wants_part(request) else "board.html"
    return render(request, f"tournament/public/{template}", context)


def _queue_link(request: HttpRequest, tournament: Tournament, now: datetime) -> str:
    """What the QR code of the desk's queue opens, "" while nobody can join."""
    if not (tournament.phone_queue and registration_is_open(tournament, now=now)):
        return ""
    return absolute_url(request, reverse("tables:join_queue", args=[tournament.code]))


@public
@require_safe
def my_seat(request: HttpRequest, secret: str) -> HttpResponse:
    now = house_now()
    mine = find_my_seat(secret=secret, now=now)
    if mine is None:
        raise Http404
    board = clock_board(mine.tournament, now=now)
    context = {
        "active": "seat",
        "tournament": mine.tournament,
        "mine": mine,
        "secret": secret,
        "news": _news_of(mine, entries=board.field.entries),
        "phones": None if wants_part(request) else _phones_of(mine),
        "services": [] if wants_part(request) else messages_shown(mine.row.entry_id, mine.tournament),
        "board": board,
        "now": now,
    }
    template = "_my_seat.html" if wants_part(request) else "my_seat.html"
    response = render(request, f"tournament/public/{template}", context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _phones_of(mine: MySeat) -> PhonesShown | None:
    return phones_shown(mine.row.entry_id, mine.tournament, key=house_key())


@public
@require_POST
def report_my_stack(request: HttpRequest, secret: str) -> HttpResponse:
    """The player says how many chips they have; what is wrong with it is said on their page."""
    if find_my_seat(secret=secret, now=house_now()) is None:
        raise Http404
    form = ReportedStackForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(str(next(iter(form.errors.values()))[0]), code="unread", field="chips")
        report_stack(secret=secret, chips=form.cleaned_data["chips"], now=house_now())
        messages.success(request, _("Your stack is reported."))
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("tables:my_seat", secret)


@public
@require_safe
def my_seat_qr(request: HttpRequest, secret: str) -> HttpResponse:
    """The address of a player's page as a QR code, to carry it from a ticket or a screen to a phone."""
    if find_my_seat(secret=secret, now=house_now()) is None:
        raise Http404
    return qr_of(absolute_url(request, reverse("tables:my_seat", args=[secret])))


@public
@require_safe
def event_qr(request: HttpRequest, code: str) -> HttpResponse:
    """The address of the event's public pages as a QR code, for a screen of the room."""
    tournament = get_object_or_404(Tournament, code=code)
    return qr_of(absolute_url(request, reverse("tables:standings", args=[tournament.code])))


def qr_of(address: str) -> HttpResponse:
    picture = BytesIO()
    # Dark on light in both themes: not every phone reads it the other way round.
    segno.make_qr(address, error="m").save(
        picture, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False, nl=False
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What a player's page hears, and when it asks again (htmx's triggers).

    `seldom` is for news that come all the time: an element that rests after one of them would be deaf to the others.
    """

    topics: str
    triggers: str
    seldom: str


def _news_of(mine: MySeat, *, entries: int) -> News:
    if entries <= SMALL_FIELD:
        return News(
            topics="clock moves players standings",
            triggers="sse:moves delay:200ms, sse:players delay:200ms, sse:clock delay:200ms, "
            "reconnect from:body, clock-due from:body",
            seldom="sse:standings throttle:15s",
        )
    own = entry_topic(mine.row.entry_id)
    spread = 200 + random.randrange(SPREAD_MS_PER_ENTRY * entries)  # noqa: S311  # who asks first is no secret
    # Who is out finishes one place lower with every further entry.
    may_sink = not mine.row.is_in and mine.tournament.registration_closed_at is None
    return News(
        topics=f"{own} field places" if may_sink else f"{own} field",
        triggers=f"sse:{own} delay:200ms, sse:field delay:{spread}ms, reconnect from:body delay:{spread}ms",
        seldom=f"sse:places throttle:{PLACES_REST}",
    )


@on_screens(ScreenContent.ROUNDS, part="tournament/public/_rounds.html", shows="rounds")
def _rounds_context(tournament: Tournament, now: datetime) -> dict[str, object]:
    return {
        "tournament": tournament,
        "board": clock_board(tournament, now=now),
        "stop": stop_board(tournament, now=now),
        "now": now,
    }


@in_frame(
    ScreenContent.SEATS,
    "tournament/screens/contents/seats.html",
    also=SEATED,
)
def seats_on_television(tournament: Tournament, _now: datetime) -> dict[str, object]:
    seats = seats_on_screen(tournament)
    # Before the draw it is shown what the draw will come from.
    return {"seats": seats, "anchor": "" if seats else newest_anchor(tournament)}


@in_frame(
    ScreenContent.TABLES,
    "tournament/screens/contents/tables.html",
    also=SEATED,
)
def tables_on_television(tournament: Tournament, _now: datetime) -> dict[str, object]:
    return {"tables": tables_on_screen(tournament)}


@in_frame(
    ScreenContent.MOVES,
    "tournament/screens/contents/moves.html",
    also=["moves", "players", "tables"],
    rest=0,
)
def moves_on_television(tournament: Tournament, now: datetime) -> dict[str, object]:
    # A move that is ten minutes old goes without news of it.
    return {"shown": moves_on_screen(tournament, now=now), "polls": 60}


@in_frame(ScreenContent.CHIPS, "tournament/screens/contents/chips.html", also=["standings"])
def chips_on_television(tournament: Tournament, _now: datetime) -> dict[str, object]:
    return {"page": standings_page(tournament)}


# It comes after a while, and with every tap of one table: the screens that show it ask.
@in_frame(ScreenContent.FEATURE, "tournament/screens/contents/feature.html", also=["tables"])
def feature_on_television(tournament: Tournament, now: datetime) -> dict[str, object]:
    return {"feature": feature_table(tournament, now=now), "polls": FEATURE_POLL_SECONDS}


@in_frame(
    ScreenContent.QUEUE, "tournament/screens/contents/queue.html", also=["players", "tables", "moves", "log"]
)
def queue_on_television(tournament: Tournament, _now: datetime) -> dict[str, object]:
    return {"room": room_board(tournament)}


@calls_screens(rank=20)
def table_break_calls(tournament: Tournament, now: datetime) -> ScreenCall | None:
    """Seats of a table that breaks, and of a redraw: until three minutes after the last of them have moved."""
    since = last_break(tournament, since=now - BREAK_STAYS)
    return ScreenCall(content=ScreenContent.MOVES, since=since, until=since + BREAK_STAYS) if since else None


@calls_screens(rank=30)
def rounds_call(tournament: Tournament, _now: datetime) -> ScreenCall | None:
    """Hand-for-hand, while it is in force."""
    stop = tournament.stop
    is_on = stop is not None and StopKind(stop.kind).is_by_rounds
    return ScreenCall(content=ScreenContent.ROUNDS, since=stop.announced_at) if stop and is_on else None


@in_frame(ScreenContent.QR, "tournament/screens/contents/qr.html", also=["log"])
def qr_on_television(_tournament: Tournament, _now: datetime) -> dict[str, object]:
    return {}


@in_frame(ScreenContent.CHOP, "tournament/screens/contents/chop.html", also=["payouts", "field", "log"])
def chop_on_television(tournament: Tournament, _now: datetime) -> dict[str, object]:
    return {"chop": chop_on_wall(tournament)}


@calls_screens(rank=35)
def chop_calls(tournament: Tournament, _now: datetime) -> ScreenCall | None:
    """The chop, while the floor shows it to the players."""
    is_shown = tournament.chop_on_wall is not None and chop_on_wall(tournament) is not None
    return ScreenCall(content=ScreenContent.CHOP) if is_shown else None


@calls_screens(rank=40)
def draw_calls(tournament: Tournament, now: datetime) -> ScreenCall | None:
    """Everybody's seat, for ten minutes after the draw or until the first hand."""
    drawn = tournament.draw_made_at
    if drawn is None or now >= drawn + DRAW_STAYS or tournament.started_at is not None:
        return None
    return ScreenCall(content=ScreenContent.SEATS, since=drawn, until=drawn + DRAW_STAYS)


@announces
def new_seats(tournament: Tournament, now: datetime, language: str) -> Iterator[Announcement]:
    """The seats are drawn, a table breaks, or only the final table is left."""
    drawn = tournament.draw_made_at
    if drawn is not None and tournament.started_at is None:
        yield Announcement(sound=RoomSound.TABLE_BREAKS, at=drawn, clips=("seats-drawn",), about="draw")
    sent = sent_away(tournament, since=now - NEWS_LASTS)
    if sent is None:
        return
    if clock_board(tournament, now=now).is_final_table:
        yield Announcement(sound=RoomSound.FINAL_TABLE, at=sent.at, clips=("final-table",))
    else:
        said = tables_break(sent.tables, language)
        yield Announcement(
            sound=RoomSound.TABLE_BREAKS, at=sent.at, clips=said, about=f"{sent.at.timestamp():.0f}"
        )


@announces
def moves_said(tournament: Tournament, now: datetime, language: str) -> Iterator[Announcement]:
    """Players whom the floor asks to move, by seat and table."""
    lines = LogEntry.objects.filter(
        tournament=tournament, verb=MoveSaid.verb, at__gt=now - NEWS_LASTS
    ).order_by("pk")
    for line in lines:
        move = MoveSaid.of(line)
        said = seat_to_seat(
            seat=move.from_seat,
            table=move.from_table,
            to_table=move.to_table,
            to_seat=move.to_seat,
            language=language,
        )
        yield Announcement(sound=RoomSound.TABLE_BREAKS, at=line.at, clips=said, about=f"move-{line.pk}")


def _standings_context(tournament: Tournament, *, now: datetime, page: int) -> dict[str, object]:
    return {
        "active": "standings",
        "tournament": tournament,
        "board": clock_board(tournament, now=now),
        "page": standings_page(tournament, page=page),
        "now": now,
    }
