"""A house for the security tests: tournaments of two directors, in every state, and everybody who may knock.

`Room` is one tournament with at least one row of everything that an address can name. The rooms of
the two directors share no number, so that an id of one that opens something in the other is seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from tables.changes.room_counts import RoomCountAsked
from tables.models import (
    Device,
    Table,
)
from tables.services.desk.seating import make_seat_draw
from tables.services.table.messages import hold_table
from tables.services.table.planning import plan_tables
from tables.services.table.tablets import revoke_device
from tests.factories import ACTOR, give_role, make_account
from tests.factories.books import give
from tests.factories.field import bust, entered, started
from tests.factories.house.events import (
    make_awaited,
    make_bagged,
    make_bubble,
    make_counted,
    make_deserted,
    make_flights,
    make_mystery,
    make_uneven,
)
from tests.factories.house.room import Room, build_room
from tests.factories.house.tables import Tablet, pair
from tests.factories.house.things import (
    make_prizes,
    make_season_to_pay,
    wait_in_queue,
)
from tests.factories.mixed import STUD_LEVEL
from tests.factories.prices import STAFF, priced
from tests.worlds import kept
from tournament.models import (
    Account,
    Role,
    Tournament,
)
from tournament.rules.payouts.schemes import SatelliteSeats, payout_scheme_to_dict
from tournament.rules.structure.periods import Structure
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.people.house_log import Visitor
from tournament.services.prizes.locked_ladder import lock_payouts
from tournament.services.setup.accounts import make_login_link
from tournament.services.setup.festivals import start_festival
from tournament.services.setup.staff_offers import offer_role
from tournament.services.setup.tournaments import cancel_tournament

# Everybody who may knock, and what they carry.
VISITORS = (
    "anonymous",
    "player",
    "no role",
    "registration",
    "floor",
    "director",
    "director elsewhere",
    "tablet",
    "tablet of another table",
    "tablet elsewhere",
    "revoked tablet",
    "expired tablet",
    "second tablet",
)


@dataclass(slots=True, kw_only=True)
class House:
    now: datetime
    mine: Room
    theirs: Room
    # Of the same director as `mine`: open for registration, with two prices; drawn, not started, its table on hold;
    # in play with tables that want balancing; the same at stud, where a high card says who moves;
    # at rest with registration closed, all who are left in the money, and the envelope of a mystery bounty to open;
    # in hand-for-hand with a run-out that waits; the same where the director releases each hand, with locked payouts;
    # in play with hands counted at one table and the other too short to deal on;
    # full, with players who have not arrived, one on the waiting list and a rebuy whose money is owed;
    # at the end of a day, every bag counted, one too many chips, a prize that is ready and one that waits for a second
    # person; a satellite of a festival, with fewer entries than it needs; over, with bounties that nobody has
    # collected; cancelled, with buy-ins to hand back; in play with a no-show who was removed; an event whose one flight
    # is over, so that its stacks can be brought; a flight of another one that has been played to its end.
    early: Tournament
    drawn: Tournament
    uneven: Tournament
    stud: Tournament
    closed: Tournament
    bubble: Tournament
    released: Tournament
    counted: Tournament
    awaited: Tournament
    bagged: Tournament
    short: Tournament
    over: Tournament
    cancelled: Tournament
    deserted: Tournament
    day_two: Tournament
    flight: Tournament
    accounts: dict[str, Account]
    tablets: dict[str, Tablet]
    login_secret: str

    def client(self, visitor: str, *, csrf: bool = False) -> Client:
        """A browser of that visitor; a failing view answers 500, as on a server."""
        tablet = self.tablets.get(visitor)
        client = tablet.client() if tablet else Client(raise_request_exception=False)
        if visitor in self.accounts:
            client.force_login(self.accounts[visitor], "django.contrib.auth.backends.ModelBackend")
        client.handler.enforce_csrf_checks = csrf
        return client

    def clients(self) -> dict[str, Client]:
        return {visitor: self.client(visitor) for visitor in VISITORS}

    def tournaments_of_director(self) -> list[Tournament]:
        return [
            self.mine.tournament,
            self.early,
            self.drawn,
            self.uneven,
            self.stud,
            self.closed,
            self.bubble,
            self.released,
            self.counted,
            self.awaited,
            self.bagged,
            self.short,
            self.over,
            self.cancelled,
            self.deserted,
            self.day_two,
            self.flight,
        ]


@kept
def build_house(now: datetime | None = None) -> House:
    now = now or timezone.now()
    cache.clear()
    director, elsewhere = make_account("vera"), make_account("rita")
    mine = build_room(director, now=now)
    theirs = build_room(elsewhere, now=now, numbers_from=51, hands_before=3, name="Elsewhere")
    early, _ = entered(3, account=director, name="Early Birds", phone_queue=True, **priced(STAFF))
    for name in ("Quinta Coda", "Sesto Coda"):
        wait_in_queue(early, name, now=now)
    plan_tables(tournament_id=early.pk, numbers=[9], seats=9, zone="", by=ACTOR.at(now))
    by_packets = {"floor": {"seat_draw": "one_packet"}}
    drawn, _ = entered(4, account=director, name="Drawn Already", rule_overrides=by_packets)
    make_seat_draw(tournament_id=drawn.pk, seed="1", by=ACTOR.at(now))
    hold_table(
        tournament_id=drawn.pk,
        table_id=Table.objects.get(tournament=drawn).pk,
        reason="Not yet",
        by=ACTOR.at(now),
    )
    uneven = make_uneven(director, "Uneven", now=now)
    with transaction.atomic():
        lock_tournament(uneven.pk)
        # Every table is being counted, and none waits for it.
        record(RoomCountAsked(), tournament_id=uneven.pk, by=ACTOR.at(now))
    stud = make_uneven(
        director,
        "High Card",
        now=now,
        rule_profile="wsop2024",
        structure=Structure(periods=(STUD_LEVEL,) * 4),
    )
    closed = make_mystery(director, "Late Doors", now=now)
    bubble = make_bubble(director, "Money Bubble", now=now)
    released = make_bubble(
        director, "One Hand Each", now=now, rule_overrides={"event": {"h4h_next_hand": "director"}}
    )
    lock_payouts(tournament_id=released.pk, by=ACTOR.at(now))
    counted, counting = make_counted(director, "By Hand", now=now)
    awaited, sale_table = make_awaited(director, "Full House", now=now)
    bagged = make_bagged(director, "Day One", now=now)
    make_prizes(bagged, now)
    seats = payout_scheme_to_dict(SatelliteSeats(value=20_00))
    short, _ = entered(2, account=director, name="Short Field", min_entries=5, payout_scheme_data=seats)
    start_festival(tournament_id=short.pk, name="Short Series", by=ACTOR.at(now))
    over, (winner, loser) = started(
        2,
        now=now,
        account=director,
        name="Last Orders",
        buy_in_bounty=10_00,
        buy_in_other=1_00,
        bounty_kind="fixed",
        late_registration_level=0,
    )
    bust(over, loser, winner=winner, now=now)
    make_season_to_pay(over, early, now)
    cancelled, _ = entered(2, account=director, name="Called Off")
    cancel_tournament(tournament_id=cancelled.pk, by=ACTOR.at(now), reason="Storm")
    deserted = make_deserted(director, "Nobody Came", now=now)
    day_two, flight = make_flights(director, now=now)
    give(early, 50_00)
    accounts = {
        "no role": make_account("nobody-here"),
        "registration": give_role(mine.tournament, Role.REGISTRATION, "desk"),
        "floor": give_role(mine.tournament, Role.FLOOR, "flora"),
        "director": director,
        "director elsewhere": elsewhere,
    }
    ask_each_other(mine.tournament, director, theirs.tournament, elsewhere, now)
    revoked, expired, looker = (pair(mine.tables[1], now) for _ in range(3))
    revoke_device(tournament_id=mine.tournament.pk, device_id=revoked.device.pk, by=ACTOR.at(now))
    Device.objects.filter(pk=expired.device.pk).update(expires_at=now - timedelta(seconds=1))
    tablets = {
        "tablet": mine.tablet,
        "tablet of another table": mine.second_tablet,
        "tablet elsewhere": theirs.tablet,
        "revoked tablet": revoked,
        "expired tablet": expired,
        # Of the other table too: it looks on and may take over.
        "second tablet": looker,
        "tablet of a counted table": counting,
        "tablet of a table that buys": sale_table,
    }
    return House(
        now=now,
        mine=mine,
        theirs=theirs,
        early=early,
        drawn=drawn,
        uneven=uneven,
        stud=stud,
        closed=closed,
        bubble=bubble,
        released=released,
        counted=counted,
        awaited=awaited,
        bagged=bagged,
        short=short,
        over=over,
        cancelled=cancelled,
        deserted=deserted,
        day_two=day_two,
        flight=flight,
        accounts=accounts,
        tablets=tablets,
        login_secret=make_login_link(account=director, now=now),
    )


def ask_each_other(
    one: Tournament, of_one: Account, other: Tournament, of_other: Account, now: datetime
) -> None:
    """Each director asks the other one to join the staff, and has not been answered."""
    for tournament, asks, asked in ((one, of_one, of_other), (other, of_other, of_one)):
        offer_role(
            tournament_id=tournament.pk,
            account_id=asked.pk,
            role=Role.FLOOR,
            director_id=asks.pk,
            by=ACTOR.at(now),
            visitor=Visitor(account=asks),
        )


@contextmanager
def undone(*clients: Client) -> Iterator[None]:
    """Undo whatever happens inside: rows, counted tries, and the cookies of these browsers."""
    cookies = [deepcopy(client.cookies) for client in clients]
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()
    for client, before in zip(clients, cookies, strict=True):
        client.cookies = before
