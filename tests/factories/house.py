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
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from tables import engine
from tables.changes.bags import BagTag
from tables.changes.room_counts import RoomCountAsked
from tables.models import (
    Device,
    Dispute,
    FloorMessage,
    Hand,
    Move,
    MoveKind,
    QueuePlace,
    Recording,
    Seat,
    Table,
    Zone,
)
from tables.queries.table.hand import load_hand
from tables.services.chips.bags import accept_bags, count_bags
from tables.services.desk.alternates import put_on_list
from tables.services.desk.check_in import open_check_in, remove_no_shows
from tables.services.desk.chip_sales import announce_sale
from tables.services.desk.seating import make_seat_draw
from tables.services.desk.shown_names import show_results
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.counted import count_hand
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tables.services.moves.moving import move_entry
from tables.services.stops.announcing import StopOrder, announce_stop, mark_table_done
from tables.services.stops.last_hands import announce_last_hands, stop_to_bag
from tables.services.table.messages import call_floor, hold_table, send_message
from tables.services.table.planning import plan_tables
from tables.services.table.tablets import make_pairing_code, pair_device, revoke_device
from tables.services.table.ways import set_recording
from tables.views.tablet.access import COOKIE
from tests.factories import ACTOR, enter, give_role, make_account, make_player, make_tournament
from tests.factories.books import give
from tests.factories.draws import promised_draw
from tests.factories.field import bust, entered, started
from tests.factories.house_files import picture_file
from tests.factories.imports import make_imports
from tests.factories.mixed import STUD_LEVEL
from tests.factories.prices import STAFF, priced
from tests.factories.sales import selling
from tests.worlds import kept
from tournament.links import screen_link
from tournament.models import (
    Account,
    Arrival,
    CashTransfer,
    ChipSale,
    Chop,
    ChopMethod,
    Entry,
    Envelope,
    Festival,
    HeldKind,
    HeldPayment,
    HouseFile,
    ImportedEvent,
    ImportedFile,
    LogEntry,
    MoneyRow,
    MysteryPot,
    Payout,
    Player,
    Role,
    RuleWhen,
    Screen,
    ScreenContent,
    ScreenMessage,
    ScreenRule,
    ScreenVolume,
    Season,
    SidePrize,
    StaffMember,
    StopKind,
    Till,
    Tournament,
    Voucher,
)
from tournament.models.tokens import hash_secret
from tournament.options.files import FileUse
from tournament.rules.payouts.mystery import EnvelopeLine
from tournament.rules.payouts.schemes import WHOLE, FixedShares, SatelliteSeats, payout_scheme_to_dict
from tournament.rules.seasons.standings import FormulaFrom, SeasonRules
from tournament.rules.structure.periods import Structure
from tournament.services.actor import Actor
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.holding import ask_for_second
from tournament.services.cash.mystery import begin_mystery
from tournament.services.cash.payouts import pay_out
from tournament.services.cash.ready import make_ready
from tournament.services.cash.tills import open_till
from tournament.services.cash.transfers import transfer_cash
from tournament.services.clock import pause_clock, start_clock
from tournament.services.house_files import add_file
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.people.house_log import Visitor
from tournament.services.prizes.chops import propose_chop
from tournament.services.prizes.locked_ladder import lock_payouts
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize, pay_side_prize
from tournament.services.screen_messages import tell_screens
from tournament.services.screen_rules import RuleWanted, add_screen_rule
from tournament.services.setup.accounts import make_login_link
from tournament.services.setup.festivals import start_festival
from tournament.services.setup.flights import add_flight
from tournament.services.setup.season_money import set_season_share
from tournament.services.setup.seasons import freeze_season, give_points, join_season, start_season
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
class Tablet:
    device: Device
    secret: str

    def client(self) -> Client:
        client = Client(raise_request_exception=False)
        client.cookies[COOKIE] = self.secret
        return client


@dataclass(slots=True, kw_only=True)
class Room:
    """One tournament in play: two tables, a hand open at the first, two players out with a prize, one on the way."""

    tournament: Tournament
    tables: list[Table]
    entries: list[Entry]
    hand: Hand
    move: Move
    note: FloorMessage
    call: FloorMessage
    payouts: list[Payout]
    bounty_payment: MoneyRow
    # Awarded and not paid; beside it one that is paid and one that is open.
    side_prize: SidePrize
    envelope: Envelope
    chop: Chop
    # The clock's start, which can be undone.
    line: LogEntry
    # That its seats were drawn.
    draw_line: LogEntry
    newcomer: Player
    member: StaffMember
    pairing_code: str
    tablet: Tablet
    second_tablet: Tablet
    zone: Zone
    sale: ChipSale
    dispute: Dispute
    place: QueuePlace
    till: Till
    screen: Screen
    screen_message: ScreenMessage
    house_file: HouseFile
    screen_rule: ScreenRule
    transfer: CashTransfer
    held: HeldPayment
    # Of a seat won, good for cash too.
    voucher: Voucher
    season: Season
    imported: ImportedEvent
    waiting_file: ImportedFile
    earlier: Season

    @property
    def code(self) -> str:
        return self.tournament.code

    def ids(self) -> dict[str, object]:
        """The value of each argument that an address may have, in this tournament."""
        return {
            "code": self.code,
            "number": self.tables[0].number,
            # The one draw that was promised.
            "draw_number": 1,
            "table_number": self.tables[0].number,
            "table_id": self.tables[0].pk,
            "entry_id": self.entries[0].pk,
            "move_id": self.move.pk,
            "hand_id": self.hand.pk,
            # The last complete one: a hand in play is nobody's to take away.
            "hand_number": self.hand.number - 1,
            "message_id": self.call.pk,
            "zone_id": self.zone.pk,
            "sale_id": self.sale.pk,
            "dispute_id": self.dispute.pk,
            "place_id": self.place.pk,
            "till_id": self.till.pk,
            "screen_id": self.screen.pk,
            "link": screen_link(self.screen.pk),
            "file_id": self.house_file.pk,
            "rule_id": self.screen_rule.pk,
            "sha256": self.house_file.sha256,
            "screen_message_id": self.screen_message.pk,
            "transfer_id": self.transfer.pk,
            "held_id": self.held.pk,
            "voucher_id": self.voucher.pk,
            "festival_code": Festival.objects.get(events=self.tournament).code,
            "season_code": self.season.code,
            "season_id": self.season.pk,
            "event_code": self.imported.code,
            "results_code": self.entries[0].player.results_code,
            "import_id": self.waiting_file.pk,
            "earlier_id": self.earlier.pk,
            "device_id": self.tablet.device.pk,
            "member_id": self.member.pk,
            "payout_id": self.payouts[0].pk,
            "payment_id": self.bounty_payment.pk,
            "side_prize_id": self.side_prize.pk,
            "envelope_id": self.envelope.pk,
            "chop_id": self.chop.pk,
            "player_id": self.newcomer.pk,
            "line_id": self.line.pk,
            "draw_line_id": self.draw_line.pk,
            "log_id": self.line.pk,
        }


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


def make_deserted(account: Account, name: str, *, now: datetime) -> Tournament:
    """In play: the last of four players has not come and was removed."""
    rules = {"event": {"no_show_level": 1}}
    tournament, entries = started(4, now=now, account=account, name=name, rule_overrides=rules)
    open_check_in(tournament_id=tournament.pk, by=ACTOR.at(now))
    came = [entry.pk for entry in entries[:-1]]
    Entry.objects.filter(pk__in=came).update(arrival=Arrival.ARRIVED, is_absent=False)
    remove_no_shows(tournament_id=tournament.pk, by=ACTOR.at(now))
    return tournament


def make_mystery(account: Account, name: str, *, now: datetime) -> Tournament:
    """Mystery bounties have begun, and one of four players is out: an envelope is to be opened. Three places are paid,
    and the clock stands.
    """
    tournament, (anna, *_others, out) = started(
        4,
        now=now,
        account=account,
        name=name,
        buy_in_bounty=10_00,
        bounty_kind="mystery",
        payout_scheme_data=payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000))),
    )
    begin_mystery(
        tournament_id=tournament.pk,
        lines=[EnvelopeLine(value=10_00, count=4)],
        seed="closed",
        reserve="reserve",
        by=ACTOR.at(now),
    )
    bust(tournament, out, winner=anna, now=now)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(now))
    return tournament


def make_envelope(tournament: Tournament, *, now: datetime) -> Envelope:
    """One that no knock-out has taken."""
    line = LogEntry.objects.filter(tournament=tournament).latest("pk")
    pot = MysteryPot.objects.create(
        tournament=tournament, seed="house", players=1, log_entry=line, begun_at=now
    )
    return Envelope.objects.create(pot=pot, place=1, value=10_00)


def make_uneven(account: Account, name: str, *, now: datetime, **changes: Any) -> Tournament:
    """Six players at one table, two at the other."""
    tournament, _ = started(
        12, now=now, account=account, name=name, seats_per_table=6, late_registration_level=3, **changes
    )
    second = seated(Table.objects.get(tournament=tournament, number=2))
    for loser in second[2:]:
        bust(tournament, loser, winner=second[0], now=now)
    return tournament


def make_bubble(account: Account, name: str, *, now: datetime, **changes: Any) -> Tournament:
    """Two tables of two in hand-for-hand; where hands go on by themselves the first has an all-in that waits."""
    tournament, _ = started(4, now=now, account=account, name=name, seats_per_table=2, **changes)
    announce_stop(
        tournament_id=tournament.pk,
        order=StopOrder(kind=StopKind.HAND_FOR_HAND, until_left=3),
        by=ACTOR.at(now),
    )
    first, second = Table.objects.filter(tournament=tournament).order_by("number")
    if changes:
        for table in (first, second):
            mark_table_done(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(now))
        return tournament
    pair(second, now)
    hand = start_hand(tournament_id=tournament.pk, table_id=first.pk, by=ACTOR.at(now))
    button = hand.setup.button or 0
    blind = next(each.seat for each in hand.setup.seats if each.seat != button)
    for operation in (engine.RaiseTo(button, 10_000), engine.Call(blind)):
        record_operation(
            tournament_id=tournament.pk, table_id=first.pk, operation=operation, by=ACTOR.at(now)
        )
    return tournament


def make_counted(account: Account, name: str, *, now: datetime) -> tuple[Tournament, Tablet]:
    """The first of two tables has counted a hand, with its tablet; four of the six at the other are out."""
    tournament, _ = started(12, now=now, account=account, name=name, seats_per_table=6, stacks_reported=True)
    first, second = Table.objects.filter(tournament=tournament).order_by("number")
    set_recording(
        tournament_id=tournament.pk, table_id=first.pk, recording=Recording.RESULTS, by=ACTOR.at(now)
    )
    count_hand(tournament_id=tournament.pk, table_id=first.pk, by=ACTOR.at(now))
    winner, _, *losers = [entry.pk for entry in seated(second)]
    out = Out(
        entries=losers, credited_to=[winner], order={pk: turn for turn, pk in enumerate(losers, start=1)}
    )
    bust_players(tournament_id=tournament.pk, table_id=second.pk, out=out, by=ACTOR.at(now))
    return tournament, pair(first, now)


def make_awaited(account: Account, name: str, *, now: datetime) -> tuple[Tournament, Tablet]:
    """One full table with its tablet, check-in open, no-shows taken out from the first level, one player waiting for a
    seat; rebuys are sold, one is announced, and a player who is out may buy one.
    """
    tournament, entries = started(
        4,
        now=now,
        account=account,
        name=name,
        seats_per_table=4,
        rule_overrides={"event": {"no_show_level": 1}},
        **selling(),
    )
    table = Table.objects.get(tournament=tournament)
    announce_sale(
        tournament_id=tournament.pk,
        table_id=table.pk,
        entry_id=entries[0].pk,
        kind="rebuy",
        seed="1",
        by=ACTOR.at(now),
    )
    out = Out(entries=[entries[3].pk], credited_to=[entries[2].pk])
    bust_players(tournament_id=tournament.pk, table_id=table.pk, out=out, by=ACTOR.at(now))
    open_check_in(tournament_id=tournament.pk, by=ACTOR.at(now))
    (waiting,) = enter(tournament, "Nina Sala", now=now)
    put_on_list(waiting, by=ACTOR.at(now))
    return tournament, pair(table, now)


def make_flights(account: Account, *, now: datetime) -> tuple[Tournament, Tournament]:
    """An event with a flight whose bags are accepted, and a flight of another event that has come to its end."""
    by = ACTOR.at(now)
    flights = []
    for name in ("Spring Open", "Autumn Open"):
        event = make_tournament(account=account, name=name, flight_players=3)
        flight = add_flight(
            tournament_id=event.pk, name=f"{name}, Day 1A", starts_at=now, account=account, by=by
        )
        enter(flight, *(f"{name.split()[0]} {family}" for family in ("Prima", "Seconda", "Terza")), now=now)
        make_seat_draw(tournament_id=flight.pk, seed="flights", by=by)
        start_clock(tournament_id=flight.pk, by=by)
        flights.append(flight)
    over, played = flights
    stop_to_bag(tournament_id=over.pk, by=by)
    counts = {entry.pk: entry.stack for entry in Entry.objects.filter(tournament=over)}
    table = Table.objects.get(tournament=over)
    count_bags(tournament_id=over.pk, table_id=table.pk, counts=counts, by=by)
    accept_bags(tournament_id=over.pk, by=by)
    played.refresh_from_db()
    return Tournament.objects.get(flights=over), played


def make_bagged(account: Account, name: str, *, now: datetime) -> Tournament:
    """One table after the last hands of its day; a bag, to be counted twice, has 100 chips more than it should."""
    tournament, entries = started(
        4,
        now=now,
        account=account,
        name=name,
        seats_per_table=4,
        bag_tags="numbers",
        bags_counted_twice=1,
    )
    announce_last_hands(tournament_id=tournament.pk, card="2c", by=ACTOR.at(now))
    count_bags(
        tournament_id=tournament.pk,
        table_id=Table.objects.get(tournament=tournament).pk,
        counts={entry.pk: 10_000 for entry in entries} | {entries[0].pk: 10_100},
        tags={entry.pk: BagTag(number=f"B{entry.number}") for entry in entries},
        by=ACTOR.at(now),
    )
    return tournament


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


def wait_in_queue(tournament: Tournament, name: str, *, now: datetime) -> QueuePlace:
    """A player who has joined the desk's queue with a phone."""
    return QueuePlace.objects.create(
        tournament=tournament, name=name, key=uuid4(), network="1" * 32, came_at=now
    )


def build_room(
    account: Account,
    *,
    now: datetime,
    numbers_from: int = 1,
    hands_before: int = 1,
    name: str = "Friday Fifty",
) -> Room:
    """Tables are numbered from `numbers_from`; the first has dealt `hands_before` hands before the open one."""
    start = now - timedelta(minutes=5)
    tournament, _ = started(
        8,
        now=start,
        account=account,
        name=name,
        starts_at=start,
        seats_per_table=6,
        hands_delay=5,
        buy_in_bounty=10_00,
        bounty_kind="fixed",
        payout_scheme_data=payout_scheme_to_dict(FixedShares(shares=(300_000, *[100_000] * 7))),
    )
    tables = list(Table.objects.filter(tournament=tournament).order_by("number"))
    for number, table in enumerate(tables, start=numbers_from):
        Table.objects.filter(pk=table.pk).update(number=number)
        table.refresh_from_db()
    first, second = tables[:2]
    # Long enough ago to be read by everybody.
    for _ in range(hands_before):
        play_folded_hand(first, start)
    at_second = seated(second)
    first_out, *others_out = at_second[2:]
    bust(tournament, first_out, winner=at_second[0], now=now)
    # The bounties of those who go out later are still to be paid.
    payment = pay_bounties(
        tournament_id=tournament.pk, entry_id=at_second[0].pk, amount=10_00, by=ACTOR.at(now)
    )
    for loser in others_out:
        bust(tournament, loser, winner=at_second[0], now=now)
    payouts = list(Payout.objects.filter(tournament=tournament).order_by("pk"))
    pay_out(tournament_id=tournament.pk, payout_id=payouts[-1].pk, by=ACTOR.at(now))
    promised_draw(tournament, now=now)
    tablet, second_tablet = pair(first, now), pair(second, now)
    hand = start_hand(tournament_id=tournament.pk, table_id=first.pk, by=ACTOR.at(now))
    fold_once(first, hand, now)
    mover = seated(first)[-1]
    free = Seat.objects.filter(table=first, entry=None).values_list("number", flat=True)[0]
    move = move_entry(
        tournament_id=tournament.pk,
        entry_id=mover.pk,
        to_table_id=first.pk,
        to_seat=free,
        kind=MoveKind.FLOOR,
        by=ACTOR.at(now),
    )
    note = send_message(
        tournament_id=tournament.pk, table_id=first.pk, text="New decks are coming", by=ACTOR.at(now)
    )
    call = call_floor(tournament_id=tournament.pk, table_id=second.pk, by=ACTOR.at(now))
    # With a ruling to decide, of a hand that has gone on since.
    call.data = {"ruling": "x:misdeal,f", "hand": hand.pk, "operations": 0}
    call.save(update_fields=["data"])
    proposal = propose_chop(
        tournament_id=tournament.pk, method=ChopMethod.ICM, played_for=0, by=ACTOR.at(now)
    )
    code = make_pairing_code(tournament_id=tournament.pk, table_id=first.pk, by=ACTOR.at(now))
    give_role(tournament, Role.FLOOR)
    tournament.refresh_from_db()
    show_results(secret=seated(first)[0].link_secret, is_shown=True)
    return Room(
        tournament=tournament,
        tables=tables,
        entries=[Entry.objects.get(pk=entry.pk) for entry in seated(first)],
        hand=hand,
        move=move,
        note=note,
        call=call,
        newcomer=make_player("Olmo Nuovo"),
        payouts=payouts,
        bounty_payment=payment,
        side_prize=make_side_prizes(tournament, seated(first)[0], now),
        envelope=make_envelope(tournament, now=now),
        chop=proposal.chop,
        line=LogEntry.objects.filter(tournament=tournament, verb="clock_started").latest("pk"),
        draw_line=LogEntry.objects.filter(tournament=tournament, verb="seats_drawn").latest("pk"),
        member=StaffMember.objects.filter(tournament=tournament, role=Role.FLOOR).latest("pk"),
        pairing_code=code.code,
        tablet=tablet,
        second_tablet=second_tablet,
        zone=Zone.objects.create(tournament=tournament, name="Terrace", staff="Lia"),
        sale=make_sale(seated(first)[0], now),
        place=wait_in_queue(tournament, "Quinta Coda", now=now),
        dispute=Dispute.objects.create(
            hand=Hand.objects.get(table=first, number=hand.number - 1),
            about="reading",
            said="Seat 2 had a flush",
            opened_at=now,
        ),
        till=(till := make_till(tournament, now)),
        screen=make_screen(tournament, now),
        screen_message=make_screen_message(tournament, now),
        house_file=make_house_file(tournament, now),
        screen_rule=make_screen_rule(tournament, now),
        transfer=make_transfer(till, now),
        held=make_held(at_second[1], HeldKind.BOUNTIES, now),
        voucher=make_voucher(tournament, seated(first)[0], now),
        season=make_season(tournament, seated(first)[0], now),
        **make_imports(tournament, account, now),
    )


def make_season(tournament: Tournament, entry: Entry, now: datetime) -> Season:
    """With this event, a player who was given points, and a formula for each player's points in it."""
    start_season(
        tournament_id=tournament.pk,
        league="Thursday League",
        name=f"{tournament.name} 2027",
        rules=SeasonRules(formulas=(FormulaFrom(text="n - r + 1"),)),
        by=ACTOR.at(now),
    )
    season = Season.objects.latest("pk")
    give_points(
        tournament_id=tournament.pk,
        season_id=season.pk,
        typed=entry.player.name,
        points=Decimal(3),
        reason="Best hat",
        by=ACTOR.at(now),
    )
    return season


def make_season_to_pay(over: Tournament, finale: Tournament, now: datetime) -> None:
    """With final standings by this event, whose winner is due what it has collected, and a finale to come."""
    start_season(
        tournament_id=over.pk,
        league="Friday League",
        name="2026",
        rules=SeasonRules(formulas=(FormulaFrom(text="n - r + 1"),), split=(WHOLE,)),
        by=ACTOR.at(now),
    )
    season = Season.objects.latest("pk")
    set_season_share(tournament_id=over.pk, season_id=season.pk, share=1_00, by=ACTOR.at(now))
    director = over.staff.get(role=Role.DIRECTOR).account
    join_season(
        tournament_id=finale.pk, season_id=season.pk, account=director, is_finale=True, by=ACTOR.at(now)
    )
    freeze_season(tournament_id=over.pk, season_id=season.pk, by=ACTOR.at(now))


def make_voucher(tournament: Tournament, entry: Entry, now: datetime) -> Voucher:
    """As a satellite of the festival gives it, whose one event this is."""
    start_festival(tournament_id=tournament.pk, name=f"{tournament.name} Series", by=ACTOR.at(now))
    line = LogEntry.objects.filter(tournament=tournament).latest("pk")
    return Voucher.objects.create(
        tournament=tournament, entry=entry, event=tournament, value=20_00, terms="cash", given_line=line
    )


def make_side_prizes(tournament: Tournament, entry: Entry, now: datetime) -> SidePrize:
    """Three of the house: open, paid, and the one that is given, awarded."""
    by: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(now)}
    _open, paid, due = (
        add_side_prize(name=name, amount=20_00, is_from_pool=False, **by)
        for name in ("Regina della serata", "Costume di Carnevale", "Trofeo Bianchi")
    )
    for prize in (paid, due):
        award_side_prize(prize_id=prize.pk, entry_id=entry.pk, **by)
    pay_side_prize(prize_id=paid.pk, **by)
    return due


def make_screen_message(tournament: Tournament, now: datetime) -> ScreenMessage:
    tell_screens(tournament_id=tournament.pk, text="Dinner is served", minutes=10, by=ACTOR.at(now))
    return ScreenMessage.objects.get(tournament=tournament)


def make_screen_rule(tournament: Tournament, now: datetime) -> ScreenRule:
    """A message at the final nine."""
    wanted = RuleWanted(
        when=RuleWhen.PLAYERS_LEFT, number=9, sound="", message="Nine left", content="", minutes=1
    )
    line = add_screen_rule(tournament_id=tournament.pk, wanted=wanted, by=ACTOR.at(now))
    return ScreenRule.objects.get(pk=line.data["rule"])


def make_house_file(tournament: Tournament, now: datetime) -> HouseFile:
    """A picture, a sponsor's."""
    line = add_file(
        tournament_id=tournament.pk,
        name="Sponsor",
        use=FileUse.SHOWN,
        sent=picture_file(160, 90),
        by=ACTOR.at(now),
    )
    return HouseFile.objects.get(pk=line.data["file"])


def make_screen(tournament: Tournament, now: datetime) -> Screen:
    """A television that shows the clock of this event."""
    return Screen.objects.create(
        name=f"Bar {tournament.code}",
        token_sha256=hash_secret(f"television of {tournament.code}"),
        tournament=tournament,
        content=ScreenContent.CLOCK,
        volume=ScreenVolume.MEDIUM,
        shown_since=now,
        taken_at=now,
    )


def make_till(tournament: Tournament, now: datetime) -> Till:
    """An open till of somebody of the tournament's staff."""
    cashier = give_role(tournament, Role.REGISTRATION, f"till-{tournament.code}".lower())
    line = open_till(
        tournament_id=tournament.pk, account_id=cashier.pk, opening_float=200_00, by=ACTOR.at(now)
    )
    return Till.objects.get(opened_line=line)


def make_transfer(till: Till, now: datetime) -> CashTransfer:
    """A fill from the safe, not undone."""
    line = transfer_cash(
        tournament_id=till.tournament_id,
        from_till=None,
        to_till=till.pk,
        amount=50_00,
        reason="Small change",
        by=Actor(label=till.account.get_username(), account_id=till.account_id).at(now),
    )
    return CashTransfer.objects.get(log_entry=line)


def make_held(entry: Entry, kind: HeldKind, now: datetime) -> HeldPayment:
    """A payment that somebody else of the staff has asked for; it is due no more."""
    payer = give_role(entry.tournament, Role.REGISTRATION, f"held-{entry.pk}")
    line = ask_for_second(
        tournament_id=entry.tournament_id,
        entry_id=entry.pk,
        kind=kind,
        amount=5_00,
        by=Actor(label="Piera", account_id=payer.pk).at(now),
    )
    return HeldPayment.objects.get(asked_line=line)


def make_prizes(tournament: Tournament, now: datetime) -> None:
    """Two prizes as they stand at the desk; nothing of them is booked."""
    first, second = Entry.objects.filter(tournament=tournament).order_by("number")[:2]
    made = [
        Payout.objects.create(tournament=tournament, entry=entry, amount=5_00, decided_at=now)
        for entry in (first, second)
    ]
    make_ready(tournament_id=tournament.pk, payout_id=made[0].pk, by=ACTOR.at(now))
    make_held(second, HeldKind.PRIZE, now)


def make_sale(entry: Entry, now: datetime) -> ChipSale:
    """A rebuy whose money is still owed; of its chips and its money nothing is booked."""
    return ChipSale.objects.create(
        tournament=entry.tournament,
        entry=entry,
        kind="rebuy",
        chips=10_000,
        paid_prize=0,
        paid_fee=0,
        paid_staff=0,
        paid_bounty=0,
        sold_at=now,
        put_on_at=now,
        log_entry=LogEntry.objects.filter(tournament=entry.tournament).latest("pk"),
    )


def seated(table: Table) -> list[Entry]:
    """Who sits at the table, by seat."""
    seats = Seat.objects.filter(table=table, entry__isnull=False).select_related("entry").order_by("number")
    return [seat.entry for seat in seats if seat.entry is not None]


def play_folded_hand(table: Table, now: datetime) -> None:
    """Everybody folds to the big blind."""
    hand = start_hand(tournament_id=table.tournament_id, table_id=table.pk, by=ACTOR.at(now))
    state = engine.replay(hand.setup, [])
    while engine.legal(state).actor is not None:
        state = fold_once(table, hand, now)


def fold_once(table: Table, hand: Hand, now: datetime) -> engine.State:
    """Whoever is to act folds."""
    actor = engine.legal(load_hand(hand).state).actor
    return record_operation(
        tournament_id=table.tournament_id,
        table_id=table.pk,
        operation=engine.Fold(actor or 0),
        by=ACTOR.at(now),
    ).state


def pair(table: Table, now: datetime) -> Tablet:
    code = make_pairing_code(tournament_id=table.tournament_id, table_id=table.pk, by=ACTOR.at(now))
    paired = pair_device(code=code.code, now=now)
    return Tablet(device=paired.device, secret=paired.secret)


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
