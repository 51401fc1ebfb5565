"""Whatever changes a screen sends a hint that this screen hears: nobody has to reload a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tables.models import Table
from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, NOW, after, enter, make_player, make_tournament
from tests.tables.heard_changes import CHANGES
from tests.tables.screens import unheard
from tests.tables.two_tables import make_room
from tournament.models import LogEntry, Tournament
from tournament.services.clock import start_clock, sweep_clock
from tournament.services.field.entries import register_entry
from tournament.services.setup.tournaments import cancel_tournament
from tournament.services.undo import undo_line

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.long_on_postgresql(
        reason="whole pages before and after; the services have their own tests there"
    ),
]

ANOTHER = pytest.mark.long(reason="the same look at every screen, after one change more")


# Each fourteenth is from another part of the list: moves, hands, money, people.
@pytest.mark.parametrize(
    "change",
    [
        change if not number % 14 else pytest.param(change, marks=ANOTHER)
        for number, change in enumerate(CHANGES)
    ],
)
def test_no_screen_has_to_be_reloaded_when(change: str, django_capture_on_commit_callbacks: Any) -> None:
    room = make_room()
    before, do = CHANGES[change]
    before(room)

    assert unheard(lambda: do(room), room.one.tournament, NOW, django_capture_on_commit_callbacks) == []


@pytest.mark.parametrize("step", ["enter", "draw", "undo the draw", "start", "cancel"])
def test_no_screen_has_to_be_reloaded_before_the_start(
    step: str, django_capture_on_commit_callbacks: Any
) -> None:
    tournament = make_tournament()
    enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    ids: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(NOW)}
    if step in ("undo the draw", "start"):
        make_seat_draw(seed="1", **ids)
    late = make_player("Dario Conti")
    steps: dict[str, Callable[[], object]] = {
        "enter": lambda: register_entry(player_id=late.pk, **ids),
        "draw": lambda: make_seat_draw(seed="1", **ids),
        "undo the draw": lambda: undo_line(line_id=LogEntry.objects.get(verb="seats_drawn").pk, **ids),
        "start": lambda: start_clock(**ids),
        "cancel": lambda: cancel_tournament(reason="", **ids),
    }

    assert unheard(steps[step], tournament, NOW, django_capture_on_commit_callbacks) == []


def test_no_screen_has_to_be_reloaded_when_registration_closes_with_its_level(
    django_capture_on_commit_callbacks: Any,
) -> None:
    """The sweep of the clock books it, after the break behind the last level with registration."""
    room = make_room()
    tournament = Tournament.objects.get(pk=room.one.tournament.pk)
    now = after(120)

    assert (
        unheard(
            lambda: sweep_clock(tournament_id=tournament.pk, now=now),
            tournament,
            now,
            django_capture_on_commit_callbacks,
        )
        == []
    )
    tournament.refresh_from_db()
    assert tournament.registration_closed_at is not None


def test_a_screen_that_is_left_behind_is_found(django_capture_on_commit_callbacks: Any) -> None:
    """The check itself: a change without any hint names every screen that shows it."""
    room = make_room()

    def silently() -> None:
        Table.objects.filter(pk=room.one.table.pk).update(status="held", hold_reason="Chip race")

    assert unheard(silently, room.one.tournament, NOW, django_capture_on_commit_callbacks) == [
        "console advice",
        "console grid",
        "plan",
        "table felt #1",
        "table tools #1",
        "tablet #1",
    ]
