"""An evening of rebuys, an add-on, progressive bounties and a guarantee: 28 entries at three tables, recorded in three
ways, to the last prize and the closed till.

Seats are drawn, so the players of its script are named by where the draw has put them: `(1, 0)` is the first at
table 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Sum
from django.utils import timezone
from playwright.sync_api import Page, expect

from tables.services.hands.absence import set_absence
from tests.e2e import hands
from tests.e2e.cash_desk import CashDesk
from tests.e2e.evening_to_the_bubble import BUSTS, RESULTS, SHARES, TABLET, players_at
from tests.e2e.evening_to_the_winner import PAID, count_newcomers
from tests.e2e.floor_manager import FloorManager
from tests.e2e.room import Room
from tests.e2e.steps import Steps
from tests.factories import names
from tournament.models import (
    Account,
    BountyShare,
    ChipSale,
    Entry,
    EntryStatus,
    MoneyRow,
    Payout,
    Till,
    Tournament,
    TournamentStatus,
)
from tournament.services.actor import Actor
from tournament.services.field.entries import register_entries
from tournament.services.field.players import NewPlayer, add_players

BY_HAND, *BY_SERVICE, LATE, LATER = names(28)
SEATS: Final = 10
FLOAT: Final = 1_000_00
# 28 entries at 50, three rebuys at 40, three add-ons at 20; the house adds what the guarantee lacks.
TAKEN: Final = 28 * 50_00 + 3 * 40_00 + 3 * 20_00
GUARANTEE: Final = 1_500_00
BOUNTIES: Final = 28 * 10_00 + 3 * 4_00
# The first break of the first ready-made tournament, after three levels.
BREAK: Final = "3"
SETTINGS: Final = {
    "price": "50",
    "buy_in_prize": "30",
    "buy_in_fee": "5",
    "buy_in_staff": "3",
    "buy_in_bounty": "10",
    "buy_in_other": "2",
    "guarantee": "1500",
    "seats_per_table": str(SEATS),
    "payout-shares": SHARES,
}
# Asked for once there are bounties.
OFFERS: Final = {
    "rebuy-chips": "10000",
    "rebuy-price": "40",
    "rebuy-prize": "30",
    "rebuy-fee": "4",
    "rebuy-staff": "2",
    "rebuy-bounty": "4",
    "rebuy-last_level": "3",
    "add_on-chips": "5000",
    "add_on-price": "20",
    "add_on-prize": "20",
    "add_on-fee": "0",
    "add_on-staff": "0",
    "add_on-bounty": "0",
    "add_on-last_level": "3",
}
OFFERED: Final = {"rebuy-holding": "none", "add_on-window": "break"}

Role = tuple[int, int]


@dataclass(slots=True, kw_only=True)
class Evening:
    """Who plays which part, and who is at work."""

    room: Room
    floor: FloorManager
    desk: CashDesk
    steps: Steps
    cast: Mapping[Role, str]

    def bust(self, role: Role, by: Role) -> None:
        self.floor.bust(self.cast[role], by=[self.cast[by]])

    def all_in(self, role: Role, by: Role) -> None:
        """On the tablet: the two are all-in, and the one who has more wins."""
        tablet = self.room.tablets[TABLET]
        out, winner = (self.floor.entry(self.cast[each]) for each in (role, by))
        assert winner.stack >= out.stack
        hands.all_in(tablet, {out.seat.number, winner.seat.number}, winner=winner.seat.number)
        assert self.floor.entry(self.cast[role]).stack == 0


# --- Before the first hand


def open_the_house(room: Room, floor: FloorManager, desk: CashDesk) -> None:
    """Prices, till, entries: one by hand, the others by the desk's service."""
    room.log_in_by_link()
    room.create_tournament("Knock-out Sunday")
    desk.settings(SETTINGS, choices={"bounty_kind": "progressive"})
    desk.settings(OFFERS, choices=OFFERED)
    desk.open_till(str(FLOAT // 100))
    floor.enter(BY_HAND)
    players = add_players([NewPlayer(name=name) for name in BY_SERVICE], now=timezone.now())
    register_entries(
        tournament_id=Tournament.objects.get().pk,
        player_ids=[player.pk for player in players],
        by=director().at(timezone.now()),
    )


def director() -> Actor:
    account = Account.objects.get()
    return Actor(label=account.username, account_id=account.pk)


def seat_them(room: Room, floor: FloorManager, desk: CashDesk, steps: Steps) -> Evening:
    """The draw; three ways to record a table; all arrive, some by hand."""
    floor.draw_seats()
    floor.record(RESULTS, "results")
    floor.record(BUSTS, "busts")
    cast = {
        (table, number): name
        for table in (TABLET, RESULTS, BUSTS)
        for number, name in enumerate(players_at(table))
    }
    floor.open_check_in()
    by_hand = [cast[table, 0] for table in (TABLET, RESULTS, BUSTS)]
    for name in by_hand:
        floor.check_in(name)
    for name in set(cast.values()) - set(by_hand):
        entry = floor.entry(name)
        set_absence(
            tournament_id=entry.tournament_id,
            table_id=entry.seat.table_id,
            entry_id=entry.pk,
            absent=False,
            by=director().at(timezone.now()),
        )
    room.pair(TABLET)
    floor.start_clock()
    return Evening(room=room, floor=floor, desk=desk, steps=steps, cast=cast)


# --- Rebuys and add-ons


def rebuy_period(evening: Evening) -> None:
    """Two come late; at each table somebody goes out and buys back: on the seat map, at the desk, from the list."""
    floor, desk, cast = evening.floor, evening.desk, evening.cast
    floor.enter(LATE)
    floor.enter(LATER)
    seat = floor.entry(cast[TABLET, 1]).seat.number
    evening.all_in((TABLET, 1), by=(TABLET, 0))
    desk.rebuy(cast[TABLET, 1], table=TABLET, seat=seat)
    hands.walk(evening.room.tablets[TABLET])
    evening.bust((RESULTS, 2), by=(RESULTS, 0))
    desk.rebuy_at_the_desk(cast[RESULTS, 2])
    floor.count_hand(RESULTS)
    evening.bust((BUSTS, 1), by=(BUSTS, 0))
    desk.sell_from_list("rebuy", [cast[BUSTS, 1]])
    go_to_break(evening)
    desk.sell_from_list("add_on", [cast[table, 0] for table in (TABLET, RESULTS, BUSTS)])
    floor.go_to_level(4, minutes=120)
    floor.close_registration()


def go_to_break(evening: Evening) -> Page:
    page = evening.room.floor("clock/")
    page.locator("#jump-row").select_option(value=BREAK)
    page.locator("#jump-minutes").fill("30")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        evening.room.tap(page.locator("#step-jump"))
    expect(page.locator(".clock-strip")).to_contain_text("Break")
    return page


# --- To the final table


def to_two_tables(evening: Evening) -> None:
    """Eight go out, in each way that a table is recorded; the third table breaks."""
    for out in (1, 2, 3, 4):
        evening.bust((BUSTS, out), by=(BUSTS, 0))
    evening.bust((RESULTS, 2), by=(RESULTS, 0))
    for out in (2, 3):
        evening.all_in((TABLET, out), by=(TABLET, 0))
    evening.bust((BUSTS, 5), by=(BUSTS, 0))
    evening.floor.take_advice(f"break-{BUSTS}")
    count_newcomers(evening.floor, evening.steps)


def to_the_bubble(evening: Evening) -> None:
    """Seven more, and hand-for-hand one from the money."""
    room, floor = evening.room, evening.floor
    for out in (4, 5, 6):
        evening.all_in((TABLET, out), by=(TABLET, 0))
    for out in (3, 4, 5, 7):
        evening.bust((RESULTS, out), by=(RESULTS, 0))
    assert playing() == PAID + 1
    floor.take_advice("start-hand-for-hand")
    floor.count_hand(RESULTS)
    hands.walk(room.tablets[TABLET])
    evening.bust((RESULTS, 6), by=(RESULTS, 1))
    if Tournament.objects.get().stop_id:
        hands.walk(room.tablets[TABLET])
    assert Tournament.objects.get().stop_id is None


def to_the_winner(evening: Evening) -> None:
    """Ten at the final table: on the tablet to five, then by results."""
    floor, cast = evening.floor, evening.cast
    evening.all_in((TABLET, 7), by=(TABLET, 0))
    evening.bust((RESULTS, 0), by=(RESULTS, 1))
    assert playing() == SEATS
    floor.take_advice("redraw")
    count_newcomers(floor, evening.steps)
    known = {LATE, LATER, *(cast[role] for role in ((TABLET, 0), (TABLET, 1), (RESULTS, 1), (BUSTS, 0)))}
    for name in sorted(set(playing_names()) - known, key=list(cast.values()).index):
        evening.all_in(next(role for role in cast if cast[role] == name), by=(TABLET, 0))
    floor.record(TABLET, "results")
    floor.bust(LATER, by=[cast[BUSTS, 0]])
    floor.bust(LATE, by=[cast[RESULTS, 1], cast[TABLET, 1]])
    evening.bust((RESULTS, 1), by=(BUSTS, 0))
    evening.bust((TABLET, 1), by=(TABLET, 0))
    evening.bust((BUSTS, 0), by=(TABLET, 0))
    assert Tournament.objects.get().status == TournamentStatus.FINISHED


def playing() -> int:
    return len(playing_names())


def playing_names() -> list[str]:
    return list(Entry.objects.filter(status=EntryStatus.PLAYING).values_list("player__name", flat=True))


# --- Money out


def pay_everybody(evening: Evening) -> None:
    """The winner's prize and bounties in one, the other prizes one after the other, then the bounties."""
    desk = evening.desk
    first, *others = Payout.objects.order_by("entry__place_first").values_list(
        "entry__player__name", flat=True
    )
    desk.pay_all_of(first)
    desk.pay_prizes(others)
    due = BountyShare.objects.filter(undone_at=None, payment=None, due__gt=0)
    desk.pay_bounties(*due.values_list("winner__player__name", flat=True).distinct())
    assert not Payout.objects.filter(paid_at=None).exists()
    assert not due.exists()


def close_the_till(evening: Evening) -> None:
    """What is in it is what must be, and the books are green."""
    expected = FLOAT + TAKEN - GUARANTEE - BOUNTIES
    evening.desk.close_till(f"{expected / 100:.2f}")
    till = Till.objects.get(undone_at=None)
    assert (till.expected, till.counted) == (expected, expected)
    page = evening.room.floor("reconciliation/")
    expect(page.locator("main")).to_contain_text("Everything adds up to the cent")
    expect(page.locator("main .badge--good").first).to_be_visible()


# --- What has come of it


def outcome(evening: Evening) -> dict[str, object]:
    """Money, places and bounties, by the parts that players have: what must be the same in every evening played so."""
    roles = {name: f"table {table}, {number}" for (table, number), name in evening.cast.items()}
    roles |= {LATE: "late", LATER: "later"}
    found: dict[str, object] = {}
    for entry in Entry.objects.select_related("player"):
        rows = (
            MoneyRow.objects.filter(entry=entry)
            .values_list("kind")
            .annotate(all=Sum("amount"))
            .order_by("kind")
        )
        won = BountyShare.objects.filter(winner=entry, undone_at=None).order_by("pk")
        found[roles[entry.player.name]] = {
            "status": entry.status,
            "places": (entry.place_first, entry.place_last),
            "prize": list(Payout.objects.filter(entry=entry).values_list("amount", flat=True)),
            "money": list(rows),
            "bounties": [(roles[each.eliminated.player.name], each.due) for each in won],
            "bought": list(ChipSale.objects.filter(entry=entry).order_by("pk").values_list("kind", "chips")),
        }
    found["till"] = list(
        Till.objects.filter(undone_at=None).values_list("opening_float", "expected", "counted")
    )
    return found
