"""An evening of money at one table: every euro from the first entry to the closing of the till, and a satellite."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

import pytest
from django.db.models import Sum
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browsers import OpenDevice, Watch, log_in
from tests.e2e.cash_desk import CashDesk
from tests.e2e.evening_to_the_bubble import by_key
from tests.e2e.finger import press
from tests.e2e.floor_manager import FloorManager
from tests.e2e.room import CONSOLE, PHONE, WALL, Room
from tests.e2e.steps import Steps, by_log
from tests.e2e.whole_state import whole_state
from tests.factories import give_role
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman
from tournament.models import (
    BountyShare,
    MoneyRow,
    Payout,
    Role,
    Till,
    Tournament,
    TournamentStatus,
)
from tournament.queries.chip_count import chip_count

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ANNA, BRUNO, CARLA, DARIO, ELENA, FABIO = EARLY = (
    *("Anna Verdi", "Bruno Neri", "Carla Rossi", "Dario Conti", "Elena Gallo", "Fabio Riva"),
)
GINA, HUGO = "Gina Serra", "Hugo Marini"
# The first break of the first ready-made tournament, after three levels.
BREAK: Final = "3"
# 6 entries at 50 and one at 60, a rebuy at 40, an add-on at 20.
TAKEN: Final = 6 * 50_00 + 60_00 + 40_00 + 20_00
POOL: Final = 6 * 30_00 + 38_00 + 34_00 + 20_00
BOUNTIES: Final = 7 * 10_00
SETTINGS: Final = {
    "price": "60",
    "buy_in_prize": "38",
    "buy_in_fee": "6",
    "buy_in_staff": "4",
    "buy_in_bounty": "10",
    "buy_in_other": "2",
    "payout-shares": "50 30 20",
    "rebuy-chips": "10000",
    "rebuy-price": "40",
    "rebuy-prize": "34",
    "rebuy-fee": "4",
    "rebuy-staff": "2",
    "rebuy-last_level": "6",
    "add_on-chips": "15000",
    "add_on-price": "20",
    "add_on-prize": "20",
    "add_on-fee": "0",
    "add_on-staff": "0",
    "add_on-last_level": "3",
}
CHOICES: Final = {"bounty_kind": "progressive", "rebuy-holding": "any", "add_on-window": "break"}
EARLY_PRICE: Final = {
    "total": "50",
    "prize": "30",
    "fee": "5",
    "staff": "3",
    "bounty": "10",
    "other": "2",
    "ends_at": "2099-01-01T20:00",
}


@pytest.fixture
def room(
    live_page: Page,
    live_floorman: LiveFloorman,
    another_device: OpenDevice,
    output_path: str,
    watch: Watch,
) -> Room:
    # A count that differs is refused until its reason is given.
    watch.expected.append("422")
    live_page.set_viewport_size({"width": CONSOLE[0], "height": CONSOLE[1]})
    Path(output_path).mkdir(parents=True, exist_ok=True)
    return Room(
        live=live_floorman, open_device=another_device, director=live_page, pictures=Path(output_path)
    )


@pytest.mark.long(reason="each of its steps has a browser test of its own; this one adds up to the cent")
def test_every_euro_of_an_evening_is_accounted_for_when_the_till_is_closed(room: Room) -> None:
    floor, steps = FloorManager(room), Steps(room)
    desk = CashDesk(room, floor)
    set_up(room, desk, steps)
    sell_entries(room, floor, desk, steps)
    sell_chips(room, floor, desk, steps)
    share_a_bounty(room, floor, desk, steps)
    chop(room, floor, desk, steps)
    pay(room, floor, desk, steps)
    close_the_till(room, desk, steps)
    read_the_books(room)
    steps.expect_log()


def set_up(room: Room, desk: CashDesk, steps: Steps) -> None:
    """Rebuys, an add-on in the first break, progressive bounties, a price for those who come early."""
    room.log_in_by_link()
    room.create_tournament("Knock-out Saturday")
    room.accept(desk.settings(SETTINGS, choices=CHOICES), "settings")
    steps.take("early-price", lambda: desk.price("Early", EARLY_PRICE), undo=by_log, says="Early")
    steps.take("till", lambda: desk.open_till("200"), undo=by_log, says="opened a till")


def sell_entries(room: Room, floor: FloorManager, desk: CashDesk, steps: Steps) -> None:
    """Six early, one late; another comes late too, thinks better of it, and has the money back."""
    first, *others = EARLY
    steps.take("entry", lambda: floor.enter(first), undo=lambda *_: floor.void(first))
    for name in others:
        floor.enter(name)
    steps.take("draw", floor.draw_seats, undo=by_log, says="Drew the seats", by_chance=True)
    floor.start_clock()
    steps.take(
        "late-price",
        lambda: desk.price("Early", {"ends_at": "2020-01-01T20:00"}, is_new=False),
        undo=by_log,
        says="Early",
    )
    floor.enter(GINA)
    paid = floor.entry(GINA)
    assert (paid.price_name, paid.paid_total) == ("", 60_00)
    before = whole_state().money
    room.accept(floor.enter(HUGO), "late-entry")
    assert whole_state().money != before
    floor.void(HUGO)
    assert whole_state().money == before
    room.accept(room.floor("statement/"), "refunded")
    expect(room.director.locator("#statement")).to_contain_text(HUGO)
    assert taken() == 6 * 50_00 + 60_00


def sell_chips(room: Room, floor: FloorManager, desk: CashDesk, steps: Steps) -> None:
    """A rebuy on the seat map, by two taps; an add-on in the break."""
    seat = floor.entry(FABIO).seat.number
    steps.take("bust", lambda: floor.bust(FABIO, by=[ANNA]), says=f"{FABIO} is out")
    steps.take(
        "rebuy", lambda: desk.rebuy(FABIO, table=1, seat=seat), says=f"{FABIO} is back in play by a rebuy"
    )
    steps.take("break", lambda: go_to_break(room), undo=by_key)
    steps.take("add-on", lambda: desk.add_on(CARLA), says=f"Add-on of {CARLA}")
    floor.go_to_level(4, minutes=120)
    assert taken() == TAKEN


def go_to_break(room: Room) -> Page:
    page = room.floor("clock/")
    page.locator("#jump-row").select_option(value=BREAK)
    page.locator("#jump-minutes").fill("30")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#step-jump").click()
    expect(page.locator(".clock-strip")).to_contain_text("Break")
    return page


def share_a_bounty(room: Room, floor: FloorManager, desk: CashDesk, steps: Steps) -> None:
    """Two knock out a third: half of it is theirs, half on their heads. Then prizes are locked, three are left."""
    state = steps.take(
        "shared", lambda: floor.bust(FABIO, by=[ANNA, BRUNO]), says=f"{FABIO} is out", undo=by_log
    )
    # Of the 10 each takes 5: 2.50 in hand, 2.50 on the head.
    assert (state.money.heads[ANNA], state.money.due[ANNA]) == (12_50, 2_50)
    assert (state.money.heads[BRUNO], state.money.due[BRUNO]) == (12_50, 2_50)
    room.director.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    room.accept(room.floor("bounties/"), "bounties-on-a-phone")
    room.director.set_viewport_size({"width": CONSOLE[0], "height": CONSOLE[1]})
    floor.bust(ELENA, by=[ANNA])
    floor.bust(DARIO, by=[BRUNO])
    steps.take("closed", floor.close_registration, undo=by_log, says="registration")
    steps.take("locked", desk.lock_payouts, says="Locked the payouts")
    steps.take("bubble", lambda: floor.bust(GINA, by=[CARLA]), undo=by_log, says=f"{GINA} is out")
    count(floor, {ANNA: 5, BRUNO: 3, CARLA: 2}, steps)


def count(floor: FloorManager, shares: dict[str, int], steps: Steps) -> None:
    """The stacks of those who are left, in tenths of the chips."""
    tenth = chip_count(Tournament.objects.get().pk).in_play // 10
    stacks = {floor.entry(name).seat.number: tenth * share for name, share in shares.items()}
    steps.take("counted", lambda: floor.count_stacks(1, stacks), undo=by_log, says="Counted")


def chop(room: Room, floor: FloorManager, desk: CashDesk, steps: Steps) -> None:
    """The three divide the prizes by ICM and play on for 30."""
    steps.take("proposed", lambda: desk.propose_chop("icm", left="30"), undo=by_log, says="chop")
    wall = room.page(f"/t/{room.code}/clock/", WALL)
    room.picture(wall, "wall-chop-proposed")
    for name in (ANNA, BRUNO, CARLA):
        steps.take(f"agrees-{name.split()[0]}", partial(desk.agree, name), undo=by_log, says=name)
    assert whole_state().money.is_chopped
    room.accept(room.floor("chop/"), "chop-agreed")
    floor.bust(BRUNO, by=[ANNA])
    steps.take("won", lambda: floor.bust(CARLA, by=[ANNA]), undo=by_log, says=f"{CARLA} is out")
    assert Tournament.objects.get().status == TournamentStatus.FINISHED
    prizes = dict(Payout.objects.values_list("entry__player__name", "amount"))
    assert prizes.keys() == {ANNA, BRUNO, CARLA}
    assert sum(prizes.values()) == POOL
    # Her share by ICM, and what was left to play for.
    assert prizes[ANNA] > prizes[BRUNO] + 30_00 - 10_00 > prizes[CARLA]


def pay(room: Room, floor: FloorManager, desk: CashDesk, steps: Steps) -> None:
    """Every prize and every bounty is handed over, one of each voided first and paid again."""
    room.accept(room.floor("payouts/"), "due")
    steps.take("paid", lambda: floor.pay(ANNA), undo=lambda *_: desk.void_payment(ANNA), says="Paid")
    floor.pay(BRUNO)
    floor.pay(CARLA)
    room.accept(room.floor("bounties/"), "bounties-due")
    due = dict(
        BountyShare.objects.filter(undone_at=None)
        .values_list("winner__player__name")
        .annotate(all=Sum("due"))
    )
    assert sum(due.values()) == BOUNTIES
    assert set(due) == {ANNA, BRUNO, CARLA}
    steps.take(
        "bounties-paid",
        lambda: desk.pay_bounties(ANNA),
        undo=lambda *_: desk.void_bounties(ANNA),
        says=ANNA,
    )
    desk.pay_bounties(BRUNO)
    desk.pay_bounties(CARLA)
    phone = room.page(f"/my/{floor.entry(ANNA).link_secret}/", PHONE)
    room.accept(phone, "phone-of-the-winner")


def close_the_till(room: Room, desk: CashDesk, steps: Steps) -> None:
    """2.50 are missing of what must be in it."""
    expected = 200_00 + TAKEN - POOL - BOUNTIES
    counted = f"{(expected - 2_50) / 100:.2f}"
    steps.take(
        "till-closed",
        lambda: desk.close_till(counted, "Wrong change given"),
        undo=by_log,
        says="€2.50 short",
    )
    till = Till.objects.get(undone_at=None)
    assert (till.expected, till.counted) == (expected, expected - 2_50)


def read_the_books(room: Room) -> None:
    """The reconciliation has its check mark, the statement the same balance, the day report the difference."""
    kept = TAKEN - POOL - BOUNTIES
    money = f"€{kept // 100}"
    page = room.floor("reconciliation/")
    expect(page.locator("main")).to_contain_text("The ledger adds up")
    expect(page.locator("main .badge--good").first).to_be_visible()
    for kind in MoneyRow.objects.values_list("kind", flat=True).distinct():
        expect(page.locator(f"#kind-{kind}")).to_contain_text("adds up")
    expect(page.locator("main")).to_contain_text(money)
    room.accept(page, "reconciliation")
    assert MoneyRow.objects.aggregate(all=Sum("amount"))["all"] == kept
    page = room.floor("statement/")
    expect(page.locator("#statement tbody tr").first).to_contain_text(money)
    room.accept(page, "statement")
    page = room.floor("tills/day/")
    expect(page.locator("main tr.is-marked")).to_contain_text("−€2.50")
    # In and out of the one till of the day are those of the tournament.
    expect(page.locator("main tr.is-marked")).to_contain_text(f"€{(200_00 + kept) // 100}")
    room.accept(page, "day-report")
    room.director.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for address in ("reconciliation/", "statement/", "tills/day/"):
        page = room.floor(address)
        room.picture(page, f"phone-{address.strip('/').replace('/', '-')}")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    room.director.set_viewport_size({"width": CONSOLE[0], "height": CONSOLE[1]})


def taken() -> int:
    return MoneyRow.objects.aggregate(all=Sum("amount"))["all"] or 0


@pytest.mark.long(
    reason="test_satellite.py plays the same to its end; this one looks at every page on the way"
)
def test_a_satellite_of_three_seats_stops_when_all_left_have_won_and_pays_the_rest_in_cash(
    room: Room,
) -> None:
    felt = make_felt(*(10_000,) * 6, now=timezone.now())
    log_in(room.director.context, give_role(felt.tournament, Role.DIRECTOR), room.live)
    room.code = felt.tournament.code
    floor, page = FloorManager(room), room.floor("settings/")
    page.get_by_label("Satellite: seats").check()
    page.get_by_label("Value of a seat").fill("80")
    press(page, page.locator("main form.stack [type=submit]"))
    room.accept(room.floor("payouts/"), "satellite-ladder")

    # 270 are three seats of 80 and 30 in cash for the fourth.
    for name in ("Fabio Riva", "Elena Gallo", "Dario Conti"):
        assert Tournament.objects.get().status == TournamentStatus.RUNNING
        floor.bust(name, by=["Anna Verdi"])
    assert Tournament.objects.get().status == TournamentStatus.FINISHED
    by_log(room, page)
    assert Tournament.objects.get().status == TournamentStatus.RUNNING
    assert not Payout.objects.exists()
    floor.bust("Dario Conti", by=["Anna Verdi"])
    winners = ["Anna Verdi", "Bruno Neri", "Carla Rossi"]
    prizes = dict(Payout.objects.values_list("entry__player__name", "amount"))
    assert prizes == {**dict.fromkeys(winners, 80_00), "Dario Conti": 30_00}

    room.accept(room.page(f"/t/{room.code}/clock/", WALL), "wall-seats-won")
    for name in (*winners, "Dario Conti"):
        floor.pay(name)
    room.accept(room.floor("payouts/"), "satellite-paid")
    page = room.floor("reconciliation/")
    expect(page.locator("main")).to_contain_text("Everything adds up to the cent")
    room.accept(page, "satellite-reconciliation")
    assert (
        sum(MoneyRow.objects.filter(kind__in=["prize", "payout", "seat"]).values_list("amount", flat=True))
        == 0
    )
