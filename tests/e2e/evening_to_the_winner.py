"""The second half of the floor manager's evening: busts, a table broken, the bubble, redraws, winner and prizes."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tables.models import Hand, Table, TableStatus
from tests.e2e import hands
from tests.e2e.evening_to_the_bubble import BUSTS, RESULTS, SEATS, TABLET, players_at, undo_counted
from tests.e2e.floor_manager import FloorManager
from tests.e2e.room import CONSOLE, PHONE, WALL, Room
from tests.e2e.steps import Steps, by_log
from tests.e2e.whole_state import whole_state
from tournament.models import Entry, Payout
from tournament.queries.chip_count import chip_count

PAID = 12
SMALLEST_CHIP = 25


def bust_to_two_tables(room: Room, floor: FloorManager, steps: Steps) -> None:
    """Six go out, in each way that a table is recorded; then two tables are enough."""
    room.director.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    first, second, third, winner, *_ = players_at(BUSTS)
    steps.take("bust", lambda: floor.bust(first, by=[winner]), says=f"{first} is out")
    steps.take(
        "two-busts", lambda: floor.bust_several(BUSTS, [second, third], [winner]), undo=by_log, says=second
    )
    room.director.set_viewport_size({"width": CONSOLE[0], "height": CONSOLE[1]})
    one, two, *_ = players_at(RESULTS)
    steps.take("result", lambda: floor.bust(one), says=f"{one} is out")
    steps.take("second-result", lambda: floor.bust(two), undo=undo_at_the_table, says=f"{two} is out")
    bust_on_the_tablet(room, steps)
    camera = Table.objects.get(number=RESULTS).seats.get(is_locked=True).number
    steps.take("unlock", lambda: floor.unlock(RESULTS, camera), says="Unlocked")
    steps.take("break", lambda: floor.take_advice(f"break-{BUSTS}"), says="Broke table", by_chance=True)
    assert Table.objects.get(number=BUSTS).status == TableStatus.CLOSED


def bust_on_the_tablet(
    room: Room, steps: Steps, out: int = 1, *, release: Callable[[], object] = bool
) -> None:
    """The shortest stacks lose an all-in; who wins is undone on the tablet and tapped again."""
    tablet = room.tablets[TABLET]
    stacks = hands.look(tablet).stacks
    shortest = sorted(stacks, key=lambda seat: stacks[seat])
    winner = shortest[-1]
    hands.to_showdown(tablet, {*shortest[:out], winner}, release=release)
    taps = 0

    def name() -> Page:
        nonlocal taps
        taps = hands.name_winner(tablet, winner)
        return tablet.page

    def take_back(_room: Room, _page: Page) -> None:
        for _tap in range(taps):
            tablet.tap("#undo")
            tablet.expect_recorded()

    steps.take(f"tablet-hand-{Hand.objects.count()}", name, undo=take_back)


def play_the_bubble(room: Room, floor: FloorManager, steps: Steps) -> None:
    """Hand-for-hand one from the money: three out in one hand at two tables, for two prizes."""
    count_newcomers(floor, steps)
    bust_on_the_tablet(room, steps)
    for name in players_at(RESULTS)[: len(whole_state().playing) - PAID - 1]:
        floor.bust(name)
    wall = room.page(f"/t/{room.code}/hand-for-hand/", WALL)
    steps.take("hand-for-hand", lambda: floor.take_advice("start-hand-for-hand"), says="Hand-for-hand")
    expect(wall.locator(f"#light-{TABLET}")).to_contain_text("Done")
    room.accept(wall, "wall-first-hand")
    steps.take("first-round", lambda: floor.count_hand(RESULTS), undo=undo_counted)
    expect(wall.locator(f"#light-{TABLET}")).to_contain_text("Not dealt yet")
    room.accept(room.tablets[TABLET].page, "tablet-hand-for-hand")
    out = players_at(RESULTS)[0]
    steps.take("bubble-result", lambda: floor.bust(out), undo=undo_at_the_table, says=f"{out} is out")
    expect(wall.locator(f"#light-{RESULTS}")).to_contain_text("Done")
    room.accept(wall, "wall-done")
    bust_on_the_tablet(room, steps, out=2, release=lambda: release_run_out(room, floor, steps, wall))
    expect(wall.locator("#rounds")).to_contain_text("Tables deal freely")
    state = whole_state()
    assert state.stop is None
    assert len(state.playing) == PAID - 2
    of_the_bubble = [
        player for player in state.players.values() if player.places[1] in range(PAID - 1, PAID + 2)
    ]
    # Two per cent of 575 are 11, twice for three players in whole euros.
    assert sorted(player.prize[0] for player in of_the_bubble if player.prize) == [7_00, 7_00, 8_00]


def release_run_out(room: Room, floor: FloorManager, steps: Steps, wall: Page) -> None:
    """The cards of the all-in wait until the floor stands at the table."""
    expect(wall.locator(f"#light-{TABLET}")).to_contain_text("All-in, waiting")
    room.accept(wall, "wall-all-in")
    room.accept(room.tablets[TABLET].page, "tablet-all-in")
    steps.take("run-out", lambda: floor.release_run_out(TABLET), undo=by_log, says="run-out")


def undo_at_the_table(room: Room, _page: Page) -> None:
    """The Undo at the table's page, which counts its hands."""
    undo_counted(room, room.floor(f"tables/{RESULTS}/"))


def count_newcomers(floor: FloorManager, steps: Steps) -> None:
    """A recorded hand is played from stacks that are known: those who came are counted."""
    unknown = Entry.objects.filter(seat__table__number=TABLET, is_stack_known=False).order_by("seat__number")
    seats = dict(unknown.values_list("seat__number", "stack"))
    share = sum(seats.values()) // max(1, len(seats)) // SMALLEST_CHIP * SMALLEST_CHIP
    stacks = dict.fromkeys(seats, share)
    if seats:
        stacks[max(seats)] += sum(seats.values()) - share * len(seats)
        steps.take("counted", lambda: floor.count_stacks(TABLET, stacks), undo=by_log, says="Counted")


def draw_the_final_table(room: Room, floor: FloorManager, steps: Steps) -> None:
    """The two tables are drawn again; two more go out; the final table gets its button by the high card."""
    steps.take("redraw", lambda: floor.redraw(2), says="Redrew", by_chance=True)
    for name in players_at(RESULTS)[:2]:
        floor.bust(name)
    assert len(whole_state().playing) == SEATS
    steps.take("final-table", lambda: floor.take_advice("redraw"), says="final table", by_chance=True)
    # The draw of the table has drawn a button too: the ace falls one seat further.
    drawn = Table.objects.get(number=TABLET).first_button or 0
    cards = " ".join("As" if seat == drawn % SEATS + 1 else f"{seat + 1}c" for seat in range(1, SEATS + 1))
    steps.take(
        "high-card", lambda: floor.deal_for_the_button(TABLET, cards), says="Dealt cards for the button"
    )
    count_newcomers(floor, steps)
    room.accept(room.tablets[TABLET].page, "tablet-final-table")


def play_to_the_winner(room: Room, floor: FloorManager, steps: Steps) -> None:
    """Recorded hands, several all-in in each, and the last of them undone though it ended the tournament."""
    while (left := len(whole_state().playing)) > 1:
        bust_on_the_tablet(room, steps, out=min(3, left - 1))
    (winner,) = Entry.objects.filter(place_first=1)
    assert winner.stack == chip_count(winner.tournament_id).in_play
    wall = room.page(f"/t/{room.code}/clock/", WALL)
    expect(wall.locator(".wall__winner")).to_have_text(winner.player.name)
    room.accept(wall, "wall-winner")


def pay_the_prizes(room: Room, floor: FloorManager, steps: Steps) -> None:
    """The prizes add up to what came in, each is listed, paid, and seen by the players."""
    prizes = list(Payout.objects.select_related("entry__player").order_by("entry__place_first"))
    pool = sum(entry.paid_prize for entry in Entry.objects.exclude(status="void"))
    assert sum(prize.amount for prize in prizes) == pool
    first, *others = (prize.entry.player.name for prize in prizes)
    steps.take("paid", lambda: floor.pay(first), undo=lambda *_: void_payment(room, first))
    for name in others:
        floor.pay(name)
    room.accept(room.floor(), "all-paid")
    phone = room.page(f"/t/{room.code}/payouts/", PHONE)
    for name in (first, *others):
        expect(phone.locator("main")).to_contain_text(name)
    room.accept(phone, "phone-payouts")


def void_payment(room: Room, name: str) -> None:
    payout = Payout.objects.get(entry__player__name=name)
    page = room.floor(f"payouts/{payout.pk}/void/")
    page.locator("[name=reason]").fill("Wrong envelope")
    page.locator("main form [type=submit]").click()
    expect(page.locator("#messages")).to_contain_text("void")
