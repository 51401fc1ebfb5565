"""The measured room: full tables, drawn and in play, a paired tablet at each. Needs `django.setup()` before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction

from tables import engine
from tables.models import Hand, HandStatus, Table
from tables.services.desk.seating import make_seat_draw
from tables.services.table.tablets import make_pairing_code, pair_device
from tournament.models import Account, Tournament
from tournament.plans.plan import TournamentPlan
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.services.actor import Actor
from tournament.services.clock import start_clock
from tournament.services.field.entries import register_entry
from tournament.services.field.players import add_player
from tournament.services.setup.tournaments import create_tournament

ACTOR = Actor(label="bench")
SEATS = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchTable:
    pk: int
    number: int
    secret: str


def make_room(*, tables: int, now: datetime) -> tuple[Tournament, list[BenchTable]]:
    """A tournament whose stacks are so deep and levels so long that no table runs short."""
    plan = TournamentPlan(
        name="Bench",
        buy_in_prize=9_000,
        buy_in_fee=1_000,
        starting_stack=1_000_000,
        seats_per_table=SEATS,
        structure=Structure(
            periods=tuple(
                Level(small_blind=100 * n, big_blind=200 * n, duration_seconds=3600) for n in (1, 2, 3)
            )
        ),
        payout_scheme_data=payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000))),
        rule_overrides={},
    )
    with transaction.atomic():
        account = Account.objects.create(username=f"bench-{now.timestamp()}", is_active=False)
        tournament = create_tournament(plan=plan, account=account, now=now)
        for number in range(tables * SEATS):
            player = add_player(name=f"Player {number:04}", now=now)
            register_entry(tournament_id=tournament.pk, player_id=player.pk, by=ACTOR.at(now))
        make_seat_draw(tournament_id=tournament.pk, seed="bench", by=ACTOR.at(now))
        start_clock(tournament_id=tournament.pk, by=ACTOR.at(now))
        rows = Table.objects.filter(tournament=tournament).order_by("number")
        paired = [_pair(tournament, table, now) for table in rows]
    tournament.refresh_from_db()
    return tournament, paired


def _pair(tournament: Tournament, table: Table, now: datetime) -> BenchTable:
    code = make_pairing_code(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(now))
    return BenchTable(pk=table.pk, number=table.number, secret=pair_device(code=code.code, now=now).secret)


def first_state(table_id: int) -> engine.State:
    """The hand that was just dealt at a table; from here on the tablet follows it by itself."""
    try:
        hand = Hand.objects.get(table_id=table_id, status=HandStatus.OPEN)
        return engine.replay(hand.setup, [])
    finally:
        connection.close()
