"""What every screen of the room shows, and which hints each of them hears: for tests that nobody is left behind."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import fields, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.template.loader import render_to_string

from tables.models import Device, Table
from tables.queries.console.grid import table_grid
from tables.queries.console.moves import move_list
from tables.queries.console.overview import advice_shown, open_messages, room_tools
from tables.queries.console.plan import room_plan
from tables.queries.console.stage import stage_shown
from tables.queries.console.table import last_hands, messages_of, table_page, tablets_of
from tables.queries.room.board import room_board
from tables.queries.room.odd_stacks import odd_stacks
from tables.queries.room.seating import my_seat
from tables.views.public import standings_fragment
from tests.tables.looking import screen_of
from tournament.live.fragments import touched_by
from tournament.models import Entry, EntryStatus, Tournament
from tournament.queries.clock import clock_board
from tournament.queries.payouts.pay_desk import pay_desk
from tournament.realtime import send_hint
from tournament.templatetags.writing import PageWriter
from tournament.views.public import clock_fragment, payouts_fragment, strip_fragment

Capture = Callable[..., AbstractContextManager[list[Callable[[], None]]]]

# What each screen hears, as its template has it; {} is the number of the table.
HEARS: Mapping[str, frozenset[str]] = {
    "wall": touched_by("clock"),
    "strip": touched_by("strip"),
    "standings": touched_by("standings"),
    "payouts": touched_by("payouts"),
    "my seat": frozenset({"clock", "moves", "players", "standings"}),
    # In a large field; {} is the entry.
    "my entry": frozenset({"entry-{}", "field"}),
    "my entry out": frozenset({"entry-{}", "field", "places"}),
    "tablet": frozenset({"clock", "table-{}"}),
    "console status": frozenset({"clock", "hands", "players", "tables"}),
    "console grid": frozenset({"clock", "tables", "hands", "messages", "moves"}),
    "console advice": frozenset({"clock", "tables", "hands", "moves", "players", "payouts"}),
    "console calls": frozenset({"messages"}),
    "moves": frozenset({"moves", "tables", "hands", "players"}),
    "table felt": frozenset({"table-{}", "moves"}),
    "table tools": frozenset({"moves", "messages", "clock"}),
    "table words": frozenset({"messages"}),
    "table hands": frozenset({"table-{}"}),
    "table tablets": frozenset({"table-{}"}),
    "pay desk": frozenset({"payouts"}),
    "board": frozenset({"moves", "players", "clock"}),
    "plan": frozenset({"tables", "moves", "players"}),
}


def unheard(
    change: Callable[[], object], tournament: Tournament, now: datetime, capture: Capture
) -> list[str]:
    """Do it, and name the screens that it changed without a hint that they hear."""
    before = _shown(tournament, now)
    with capture() as callbacks:
        change()
    heard = _topics(callbacks)
    after = _shown(tournament, now)
    # A screen that there was no telling from before has just been opened.
    changed = [name for name, content in before.items() if after.get(name, content) != content]
    return sorted(name for name in changed if not heard & _heard_by(name))


def _topics(callbacks: Collection[Callable[[], None]]) -> frozenset[str]:
    hints = [call for call in callbacks if isinstance(call, partial) and call.func is send_hint]
    return frozenset(topic for hint in hints for topic in hint.args[1])


def _heard_by(name: str) -> frozenset[str]:
    kind, _, number = name.partition(" #")
    return frozenset(topic.format(number) for topic in HEARS[kind])


def _shown(tournament: Tournament, now: datetime) -> dict[str, object]:
    current = Tournament.objects.get(pk=tournament.pk)
    public: dict[str, Any] = {"public_id": current.code, "language": "en", "now": now}
    writer = PageWriter.of(current)
    board = clock_board(current, now=now)
    advice = advice_shown(current, writer=writer)
    odd = odd_stacks(current, now=now)
    grid = table_grid(current, now=now)
    shown: dict[str, object] = {
        "wall": clock_fragment(**public),
        "strip": strip_fragment(**public),
        "standings": standings_fragment(**public),
        "payouts": payouts_fragment(**public),
        "console status": render_to_string("tables/console/_status.html", {"board": board, "now": now}),
        "console grid": grid,
        "console advice": (
            advice,
            stage_shown(current, advice=advice, odd=odd, now=now),
            room_tools(current, now=now),
        ),
        "console calls": open_messages(current),
        "moves": (move_list(current, writer=writer), advice),
        "pay desk": pay_desk(current, entries=board.field.entries),
        "board": room_board(current),
        "plan": room_plan(current),
    }
    for entry in Entry.objects.filter(tournament=current):
        mine = my_seat(secret=entry.link_secret, now=now)
        context = {"mine": mine, "tournament": current, "board": board, "now": now}
        shown[f"my seat #{entry.number}"] = mine and render_to_string(
            "tournament/public/_my_seat.html", context
        )
        own = mine and (replace(mine.row, rank=0), mine.move)
        may_sink = entry.status == EntryStatus.ELIMINATED and current.registration_closed_at is None
        shown[f"my entry{' out' if may_sink else ''} #{entry.pk}"] = own
    for table in Table.objects.filter(tournament=current):
        page = table_page(current, number=table.number, seat=None, now=now)
        assert page is not None
        number = f"#{table.number}"
        shown[f"table felt {number}"] = (
            page.status,
            page.hold_reason,
            page.seats,
            page.hand,
            page.next_button,
            page.out,
        )
        shown[f"table tools {number}"] = (page.status, bool(page.players), current.is_over)
        shown[f"table words {number}"] = messages_of(table)
        shown[f"table hands {number}"] = last_hands(table)
        shown[f"table tablets {number}"] = tablets_of(table, now=now)
        for device in Device.objects.filter(table=table, revoked_at__isnull=True):
            screen = screen_of(device, now=now)
            # The version tells two looks apart, not two screens.
            parts = [getattr(screen, each.name) for each in fields(screen) if each.name != "version"]
            shown[f"tablet {number}"] = parts
    return shown
