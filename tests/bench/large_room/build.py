"""A large room from the first hand to the last: who plays, who goes out, who is left.

Hands are written first and entries at the end, when it is known what became of each: foreign keys are checked on
commit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from django.db import transaction

from tables import engine
from tables.models import (
    Hand,
    HandStatus,
    Table,
    TableStatus,
)
from tables.models.rules import floor_rules, house_rules
from tests.bench.large_room.bulk import as_json, first_free_id, moment
from tests.bench.large_room.hands import GAME, Dealer, PlayedHand, TableInPlay
from tests.bench.large_room.room import Room, Seated, Spot
from tests.bench.large_room.rows import ACTOR, write_floor, write_hands, write_people, write_tables
from tests.bench.large_room.size import MAIN_EVENT, Size
from tournament.models import (
    Account,
    Entry,
    Payout,
    Tournament,
    TournamentStatus,
)
from tournament.plans.ready_made import plan_like
from tournament.queries.level import level_now
from tournament.rules.payouts.prices import PriceProfile
from tournament.rules.structure.levels import Level
from tournament.rules.templates.catalogue import MAIN_EVENT as PLAN
from tournament.services.cash.payouts import pay_out
from tournament.services.field.registration import close_registration
from tournament.services.setup.tournaments import create_tournament

# A hand every 110 seconds; the last one ended a moment ago.
SECONDS_A_HAND = 110
# The level of a room in the money.
LATE_LEVEL = 16


@transaction.atomic
def build(size: Size = MAIN_EVENT, *, account: Account, now: datetime, seed: int = 1) -> Tournament:
    """A tournament in play of this size, its director `account`; the same seed makes the same room."""
    tournament = _tournament(size, account, now)
    room = _empty_room(size, tournament, now, Random(seed))
    for spot in room.spots:
        _play(room, spot)
        if len(room.operations) > 50_000:
            write_hands(room)
    write_hands(room)
    if size.in_the_money:
        _seat_survivors(room)
    _place(room.players)
    write_people(room)
    write_tables(room)
    write_floor(room)
    if size.in_the_money:
        _close(tournament, now)
    tournament.refresh_from_db()
    return tournament


def _tournament(size: Size, account: Account, now: datetime) -> Tournament:
    plan = plan_like(PLAN, name="Main Event")
    prices = [price.to_dict() for price in _prices(now)]
    tournament = create_tournament(
        plan=replace(plan, price_data=tuple(prices)), account=account, now=now - timedelta(hours=30)
    )
    started = now - timedelta(minutes=100)
    tournament.draw_made_at = tournament.started_at = tournament.clock_running_since = started
    tournament.status, tournament.clock_state = TournamentStatus.RUNNING, "running"
    if size.in_the_money:
        levels = [at for at, period in enumerate(PLAN.structure.periods) if isinstance(period, Level)]
        tournament.clock_index = levels[LATE_LEVEL - 1]
    tournament.save()
    return tournament


def _prices(now: datetime) -> tuple[PriceProfile, ...]:
    """Besides the buy-in: who came early paid less of the fee, members less still and something to their league."""
    whole = PLAN.buy_in
    early = replace(whole, fee=whole.fee // 2)
    member = replace(whole, fee=whole.fee // 4, other=50_00)
    return (
        PriceProfile(name="Early", price=early, ends_at=now - timedelta(hours=20)),
        PriceProfile(name="Member", price=member),
    )


def _empty_room(size: Size, tournament: Tournament, now: datetime, rng: Random) -> Room:
    level = level_now(tournament, now=now)
    stakes = level.level.all_games[0]
    first_entry, first_table = first_free_id(Entry), first_free_id(Table)
    players = [
        Seated(entry=first_entry + at, number=at + 1, stack=tournament.starting_stack)
        for at in range(size.entries)
    ]
    drawn = rng.sample(players, len(players))
    spots = []
    for at in range(size.tables):
        seated = dict(enumerate(drawn[at :: size.tables], start=1))
        spots.append(
            Spot(
                pk=first_table + at,
                number=at + 1,
                seats=seated,
                play=TableInPlay(stacks={seat: player.stack for seat, player in seated.items()}),
            )
        )
    return Room(
        size=size,
        tournament=tournament,
        now=now,
        rng=rng,
        dealer=Dealer(
            floor_rules=floor_rules(tournament),
            house_rules=house_rules(tournament),
            stakes=engine.Stakes(
                small_blind=100, big_blind=200, ante=0, ante_kind=stakes.ante_kind_dealt, chip=100, unit=100
            ),
        ),
        spots=spots,
        players=players,
        next_hand=first_free_id(Hand),
    )


# --- Hands --------------------------------------------------------------------------------------------------


def _play(room: Room, spot: Spot) -> None:
    """The hands of one table up to now, the last of them in play."""
    wanted = room.size.operations // room.size.tables
    plan = _plan(room, spot, wanted)
    began = room.now - timedelta(seconds=SECONDS_A_HAND * len(plan) + room.rng.randrange(90))
    for at, loser in enumerate(plan):
        _deal(room, spot, loser, began + timedelta(seconds=SECONDS_A_HAND * at))
    if room.size.hands_in_play and not room.size.in_the_money and spot.number % 10:
        _deal(room, spot, None, room.now - timedelta(seconds=40), is_open=True)


def _plan(room: Room, spot: Spot, operations: int) -> list[int | None]:
    """For each hand the seat that loses its last chip, None in an ordinary one, so many operations in all."""
    everybody = sorted(spot.seats)
    if room.size.in_the_money:
        losers = room.rng.sample(everybody, len(everybody) - 1)
    else:
        losers = [seat for seat in everybody if room.rng.randrange(100) < room.size.out_percent]
        losers = losers[: len(everybody) - 2]
    # Two who see the river and seven who fold take twenty operations, a hand with an all-in about fourteen.
    ordinary: list[int | None] = [None] * max(0, (operations - 14 * len(losers)) // (11 + len(everybody)))
    if room.size.in_the_money:
        return [*ordinary, *losers]
    for loser in losers:
        ordinary.insert(room.rng.randrange(len(ordinary) + 1), loser)
    return ordinary


def _deal(room: Room, spot: Spot, loser: int | None, at: datetime, *, is_open: bool = False) -> None:
    if loser is not None:
        # Against a smaller stack it takes more than one hand.
        while loser in spot.play.stacks:
            _book(room, spot, spot.play.bust(room.dealer, loser=loser), at)
        spot.seats[loser].out_at = at + timedelta(seconds=90)
        return
    winner, second = room.rng.sample(sorted(spot.play.stacks), 2)
    stacks, positions = dict(spot.play.stacks), spot.play.positions
    _book(room, spot, spot.play.hand(room.dealer, winner=winner, loser=second), at, is_open=is_open)
    if is_open:
        # Not settled yet, and the table's positions are those of the hand in play.
        spot.play.stacks = stacks
        assert positions != spot.play.positions


def _book(room: Room, spot: Spot, hand: PlayedHand, at: datetime, *, is_open: bool = False) -> None:
    spot.hands += 1
    pk, room.next_hand = room.next_hand, room.next_hand + 1
    room.hands.append(
        (
            pk,
            spot.pk,
            spot.hands,
            HandStatus.OPEN.value if is_open else HandStatus.COMPLETE.value,
            0,
            1,
            GAME,
            as_json(hand.setup_data),
            None if hand.before is None else as_json(hand.before.to_dict()),
            moment(at),
            None if is_open else moment(at + timedelta(seconds=90)),
        )
    )
    for seat, chips in hand.starting.items():
        after = None if is_open else hand.finishing[seat]
        room.hand_seats.append((pk, seat, spot.seats[seat].entry, chips, after))
    codes = hand.codes[: 4 + spot.number % 12] if is_open else hand.codes
    for number, code in enumerate(codes, start=1):
        room.operations.append((pk, number, code, moment(at + timedelta(seconds=4 * number))))


# --- Who is left --------------------------------------------------------------------------------------------


def _seat_survivors(room: Room) -> None:
    """One player of each table is left: they fill the first tables, all others are closed."""
    left: list[Seated] = []
    for spot in room.spots:
        for seat, chips in spot.play.stacks.items():
            spot.seats[seat].stack = chips
            left.append(spot.seats[seat])
        spot.seats, spot.status = {}, TableStatus.CLOSED
        spot.play = TableInPlay(stacks={})
    tables = -(-len(left) // room.size.seats)
    for at, spot in enumerate(room.spots[:tables]):
        spot.status = TableStatus.OPEN
        spot.seats = dict(enumerate(left[at::tables], start=1))
        spot.play = TableInPlay(stacks={seat: player.stack for seat, player in spot.seats.items()})


def _place(players: Sequence[Seated]) -> None:
    """The first to go out finishes last."""
    out = sorted((player for player in players if player.out_at), key=lambda each: (each.out_at, each.number))
    for place, player in zip(range(len(players), 0, -1), out, strict=False):
        player.place, player.stack = place, 0


def _close(tournament: Tournament, now: datetime) -> None:
    """Registration has closed: the prizes of all who are out in the money are awarded, every other one paid."""
    close_registration(tournament_id=tournament.pk, by=ACTOR.at(now))
    for payout in _every_other(tournament):
        pay_out(tournament_id=tournament.pk, payout_id=payout, by=ACTOR.at(now))


def _every_other(tournament: Tournament) -> list[int]:
    rows = Payout.objects.filter(tournament=tournament).order_by("pk")
    return list(rows.values_list("pk", flat=True))[::2]
