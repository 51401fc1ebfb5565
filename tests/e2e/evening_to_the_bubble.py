"""The first half of the floor manager's evening: the room, check-in, late entries, absence, penalties, the button."""

from __future__ import annotations

from collections.abc import Collection

from playwright.sync_api import Page, expect

from tables.models import Table
from tests.e2e import hands
from tests.e2e.dealer import Tablet
from tests.e2e.finger import press
from tests.e2e.floor_manager import FloorManager
from tests.e2e.room import Room
from tests.e2e.steps import Steps, by_log
from tests.e2e.whole_state import differences, whole_state
from tests.factories import names
from tournament.models import Entry

SEATS = 8
# In per cent, from first place down: twelve of 24 are paid.
SHARES = "25 17 12 9 8 7 6 5 4 3 2 2"
*EARLY, LATE, WAITING = names(24)
TABLET, RESULTS, BUSTS = 1, 2, 3


def players_at(table: int) -> list[str]:
    """Those who sit at a table, by their seats."""
    seated = Entry.objects.filter(seat__table__number=table).order_by("seat__number")
    return list(seated.values_list("player__name", flat=True))


# --- The room is set up


def set_up(room: Room, floor: FloorManager, steps: Steps) -> None:
    """24 seats at three tables, recorded in three ways; 22 players are drawn to them."""
    room.log_in_by_link()
    room.create_tournament("Sunday at the club")
    page = room.floor("settings/")
    page.locator("[name=seats_per_table]").fill(str(SEATS))
    page.get_by_label("Fixed percentages").check()
    page.locator("[name$=shares]").fill(SHARES)
    page.locator("main form.stack [type=submit]").click()
    expect(page.locator("#messages")).to_contain_text("saved")
    room.accept(page, "settings")
    steps.take(
        "no-show-rule", lambda: floor.set_rule("no_show_level", "2"), says="removed at the start of level: 2"
    )
    enter_early(room)
    steps.take("draw", floor.draw_seats, undo=by_log, says="Drew the seats", by_chance=True)
    steps.take("results", lambda: floor.record(RESULTS, "results"), says="Results only")
    steps.take("busts-only", lambda: floor.record(BUSTS, "busts"), undo=by_log, says="Busts only")


def enter_early(room: Room) -> None:
    """22 players from a list."""
    page = room.floor("import/")
    page.locator("[name=text]").fill("\n".join(["name", *EARLY]))
    page.locator("[name=what]").first.check()
    page.locator("[value=preview]").click()
    expect(page.locator("#preview")).to_contain_text(str(len(EARLY)))
    room.accept(page, "import")
    page.locator("[value=run]").click()
    expect(page.locator("[value=run]")).to_have_count(0)
    assert Entry.objects.count() == len(EARLY)


def check_in(floor: FloorManager, steps: Steps, *, without: Collection[str]) -> None:
    """All arrive but two."""
    steps.take("open-check-in", floor.open_check_in, undo=by_log, says="Opened check-in")
    first, *others = (name for name in EARLY if name not in without)
    steps.take("arrived", lambda: floor.check_in(first), undo=by_log, says=f"{first} has arrived")
    for name in others:
        floor.check_in(name)


# --- The first level


def start(room: Room, floor: FloorManager, steps: Steps) -> None:
    """One of the two free seats is kept for the camera; a tablet is paired; shuffle up and deal."""
    table = Table.objects.filter(seats__entry=None).order_by("number").distinct()[0]
    seat = table.seats.filter(entry=None).order_by("number")[0].number
    steps.take("lock", lambda: floor.lock(table.number, seat, reason="Camera"), says="Camera")
    room.pair(TABLET)
    steps.take("start", floor.start_clock, undo=by_log, says="Started the clock")


def late_entries(floor: FloorManager, steps: Steps) -> None:
    """One gets the last seat, one waits for the next."""
    steps.take("late-entry", lambda: floor.enter(LATE), undo=lambda *_: floor.void(LATE))
    steps.take("waiting", lambda: floor.wait_for_a_seat(WAITING), undo=lambda *_: floor.void(WAITING))


def first_hands(room: Room, floor: FloorManager, steps: Steps, absent: str) -> None:
    """The tablet deals; a player arrives in the second hand, and leaves the table for the next."""
    tablet = room.tablets[TABLET]
    seat = floor.entry(absent).seat.number
    hands.walk(tablet)
    steps.take(
        "arrives-late",
        lambda: mark_on_tablet(tablet, f"#back-{seat}"),
        undo=by_log,
        says=f"{absent} has arrived",
    )
    steps.take("absent", lambda: floor.toggle_absence(absent), says=f"Marked {absent} absent")
    expect(tablet.page.locator(f"#plate-{seat}")).to_contain_text("Absent")
    hands.walk(tablet)
    room.accept(tablet.page, "tablet-absent")
    steps.take("back", lambda: floor.toggle_absence(absent), undo=by_log, says=f"Marked {absent} back")
    steps.take(
        "hand-counted", lambda: floor.count_hand(RESULTS), undo=undo_counted, says=f"at table {RESULTS}"
    )


def mark_on_tablet(tablet: Tablet, button: str) -> Page:
    """The dealer says that a player is absent, or back."""
    tablet.tap("#open-players")
    tablet.tap(button)
    tablet.expect_recorded()
    return tablet.page


def undo_counted(_room: Room, page: Page) -> None:
    """The Undo beside the button that counts a hand."""
    press(page, page.locator("#undo-counted"))


# --- A player who never came, and the one who waits for a seat


def remove_and_fill(room: Room, floor: FloorManager, steps: Steps, no_show: str) -> None:
    """Level 2: the no-show goes out; the waiting player is called to the seat by itself, and by hand."""
    # Long enough for the rest of the evening.
    steps.take("level-2", lambda: floor.go_to_level(2, minutes=120), undo=by_key, says="Level 2")
    steps.take("no-show", floor.remove_no_shows, undo=by_log, says=no_show)
    waiting = whole_state()
    room.live.start_celery()
    desk = room.floor("desk/")
    expect(desk.locator("#alternates")).to_contain_text("Called")
    room.accept(desk, "called")
    called = whole_state()
    by_log(room, desk)
    assert differences(waiting, whole_state()) == []
    floor.alternate(WAITING, "call")
    assert differences(called, whole_state()) == []
    steps.take("seated", lambda: floor.alternate(WAITING, "seat"), undo=by_log, says=WAITING)


def by_key(_room: Room, page: Page) -> None:
    """The key for Undo on the clock's page."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("u")


# --- Penalties and the button


def punish(floor: FloorManager, steps: Steps) -> None:
    """A disqualification where only busts are entered; a round missed, counted where results are; a wrong button."""
    out = players_at(BUSTS)[1]
    steps.take("disqualified", lambda: floor.punish(out, "disqualify"), says=out)
    punished = players_at(RESULTS)[2]
    steps.take("round", lambda: floor.punish(punished, "penalty-round-1"), says=punished)
    while whole_state().players[punished].penalty_hands:
        floor.count_hand(RESULTS)
    put_button_right(floor, steps, TABLET)
    put_button_right(floor, steps, RESULTS)
    steps.take("closed", floor.close_registration, undo=by_log, says="registration")


def put_button_right(floor: FloorManager, steps: Steps, table: int) -> None:
    """The disc lies two seats further than Floorman has it."""
    positions = Table.objects.get(number=table).positions
    assert positions is not None
    seat = (positions.button + 2) % SEATS + 1
    says = f"Set the button of the next hand at table {table}"
    steps.take(f"button-{table}", lambda: floor.set_button(table, seat), says=says)
