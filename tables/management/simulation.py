"""A whole tournament through the same services as a real one, with scripted players.

Tables play side by side, one operation each in turn, so that moves wait for hands, levels change
while hands run, and players register late. Time is made up: every operation takes some seconds.
After each operation the chips are counted; the same seed gives the same tournament.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from django.db.models import Sum

from tables import engine
from tables.floor.draws.chance import SeededRng
from tables.management.made_up_names import made_up_name
from tables.management.scripted_dealer import WILD, Style, next_operation
from tables.management.scripted_floor import follow_advice
from tables.models import Seat, Table, TableStatus
from tables.queries.room.advice import advice
from tables.services.desk.seating import make_seat_draw, register_and_seat
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tournament.models import Account, ChipRow, Entry, EntryStatus, Payout, Tournament, TournamentStatus
from tournament.queries.payouts.ladder import prize_pool
from tournament.rules.payouts.schemes import payout_scheme_to_dict
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure
from tournament.rules.templates.catalogue import CLUB_PAYOUTS
from tournament.services.actor import Actor
from tournament.services.clock import start_clock, sweep_clock
from tournament.services.errors import Refused
from tournament.services.field.players import add_player
from tournament.services.setup.tournaments import TournamentPlan, create_tournament

ACTOR = Actor(label="simulation")
FIRST_MOMENT = datetime(2026, 1, 10, 20, 0, tzinfo=UTC)
SECONDS_PER_ROUND = 4
# Of the field, this part registers late, in percent.
LATE_PERCENT = 10


class InvariantBroken(AssertionError):
    """An invariant does not hold; the message names it."""


@dataclass(slots=True, kw_only=True)
class Report:
    """What came out. `places` are (entry number, first, last), best first; money in minor units."""

    entries: int
    winner: int = 0
    hands: int = 0
    operations: int = 0
    levels: int = 0
    moves_checked: int = 0
    places: list[tuple[int, int, int]] = field(default_factory=list)
    payouts: list[tuple[int, int]] = field(default_factory=list)
    pool: int = 0


def simulate(*, entries: int, seed: str, account: Account, style: Style = WILD) -> Report:
    """Play a tournament of `entries` to its winner and check every invariant on the way.

    Raises InvariantBroken, or what a service raised. The rows stay in the database.
    """
    return _Simulation(entries, seed, account, style).run()


def simulation_plan(name: str) -> TournamentPlan:
    """A fast no-limit hold'em tournament: 100 big blinds, five-minute levels, antes from level 3."""
    blinds = [(50, 100), (75, 150), (100, 200), (150, 300), (200, 400), (300, 600), (400, 800)]
    blinds += [(small * 10, big * 10) for small, big in blinds[2:]]
    blinds += [(small * 100, big * 100) for small, big in blinds[2:7]]
    periods: list[Level | Break] = []
    for number, (small, big) in enumerate(blinds, start=1):
        ante = big if number > 2 else 0
        periods.append(
            Level(
                small_blind=small,
                big_blind=big,
                ante=ante,
                ante_kind="big_blind" if ante else "none",
                duration_seconds=300,
            )
        )
        if number == 4:
            periods.append(Break(duration_seconds=60, chips_removed=(25,)))
    return TournamentPlan(
        name=name,
        buy_in_prize=9_000,
        buy_in_fee=1_000,
        starting_stack=10_000,
        chip_values=(25, 100, 500, 1_000, 5_000),
        late_registration_level=2,
        structure=Structure(periods=tuple(periods)),
        payout_scheme_data=payout_scheme_to_dict(CLUB_PAYOUTS),
        rule_overrides={},
    )


class _Simulation:
    def __init__(self, entries: int, seed: str, account: Account, style: Style) -> None:
        self.rng = SeededRng(f"{seed}/{entries}")
        self.style = style
        self.now = FIRST_MOMENT
        self.late = entries * LATE_PERCENT // 100
        self.report = Report(entries=entries)
        # What each table's dealer knows of the hand in play; the rows are checked when it ends.
        self.open_hands: dict[int, engine.State] = {}
        plan = replace(simulation_plan(f"Simulation {seed}"), starts_at=self.now)
        self.tournament = create_tournament(plan=plan, account=account, now=self.now)
        self.id = self.tournament.pk
        for _ in range(entries - self.late):
            self._register()
        make_seat_draw(tournament_id=self.id, seed=self._seed(), actor=ACTOR, now=self.now)
        start_clock(tournament_id=self.id, actor=ACTOR, now=self.now)

    def run(self) -> Report:
        while self._is_running():
            self.now += timedelta(seconds=SECONDS_PER_ROUND)
            self.report.levels += sweep_clock(tournament_id=self.id, now=self.now)
            if self.late and self.rng.randrange(3) == 0:
                self._register()
                self.late -= 1
            for table in list(
                Table.objects.filter(tournament_id=self.id)
                .exclude(status=TableStatus.CLOSED)
                .order_by("number")
            ):
                self._play_one_step(table)
        self._finish()
        return self.report

    def _is_running(self) -> bool:
        self.tournament.refresh_from_db()
        return self.tournament.status == TournamentStatus.RUNNING

    def _play_one_step(self, table: Table) -> None:
        before = self.open_hands.get(table.pk)
        if before is None:
            self._deal(table)
            return
        recorded = record_operation(
            tournament_id=self.id,
            table_id=table.pk,
            operation=next_operation(before, self.rng, self.style),
            actor=ACTOR,
            now=self.now,
        )
        self.report.operations += 1
        _check_hand(recorded.state)
        self.open_hands[table.pk] = recorded.state
        if recorded.state.is_complete:
            del self.open_hands[table.pk]
            self.report.hands += 1
            self._check_room()
            while follow_advice(tournament_id=self.id, seed=self._seed(), actor=ACTOR, now=self.now):
                self._check_room()
            self._check_balance()

    def _deal(self, table: Table) -> None:
        try:
            hand = start_hand(tournament_id=self.id, table_id=table.pk, actor=ACTOR, now=self.now)
            self.open_hands[table.pk] = engine.replay(hand.setup, [])
        except Refused as refusal:
            # Alone at a table, or told to hold: the floor's next step solves it.
            if refusal.code not in (
                "too_few_players",
                "table_held",
                "not_open",
                "not_in_play",
                "in_break",
                "table_breaking",
                "table_closed",
            ):
                raise
            follow_advice(tournament_id=self.id, seed=self._seed(), actor=ACTOR, now=self.now)

    def _register(self) -> None:
        number = Entry.objects.filter(tournament_id=self.id).count()
        player = add_player(name=made_up_name(number), now=self.now)
        register_and_seat(
            tournament_id=self.id,
            player_id=player.pk,
            seed=self._seed(),
            actor=ACTOR,
            now=self.now,
        )

    def _seed(self) -> str:
        return f"{self.rng.randrange(1 << 64):016x}"

    def _check_room(self) -> None:
        """Chips as issued; everybody alive in one seat of an open table."""
        issued = ChipRow.objects.filter(tournament_id=self.id).aggregate(all=Sum("amount"))["all"]
        alive = Entry.objects.filter(tournament_id=self.id, status=EntryStatus.PLAYING)
        held = alive.aggregate(all=Sum("stack"))["all"]
        if issued != held:
            raise InvariantBroken(f"{issued} chips issued, {held} in stacks")
        seated = Seat.objects.filter(table__tournament_id=self.id, entry__isnull=False)
        on_open = seated.exclude(table__status=TableStatus.CLOSED)
        players = set(alive.values_list("pk", flat=True))
        seated_players = sorted(on_open.values_list("entry_id", flat=True))
        if seated_players != sorted(players) or seated.count() != len(players):
            raise InvariantBroken(f"{len(players)} players in {len(seated_players)} seats")

    def _check_balance(self) -> None:
        """After the floor's work no further move is due."""
        advised = advice(Tournament.objects.get(pk=self.id))
        self.report.moves_checked += 1
        if advised.moves or advised.break_table is not None:
            raise InvariantBroken(f"the room is out of balance: {advised}")

    def _finish(self) -> None:
        report = self.report
        entries = Entry.objects.filter(tournament_id=self.id).order_by("place_first", "number")
        report.places = [(e.number, e.place_first or 0, e.place_last or 0) for e in entries]
        report.winner = report.places[0][0]
        report.payouts = list(
            Payout.objects.filter(tournament_id=self.id)
            .order_by("entry__place_first", "entry__number")
            .values_list("entry__number", "amount")
        )
        report.pool = prize_pool(self.tournament).total
        _check_places(report)
        if sum(amount for _entry, amount in report.payouts) != report.pool:
            raise InvariantBroken(f"payouts {report.payouts} do not add up to {report.pool}")


def _check_hand(state: engine.State) -> None:
    """What the players brought into the hand is on the table, in stacks and pot."""
    brought = sum(seat.stack for seat in state.setup.seats)
    in_play = sum(state.stacks.values()) + (0 if state.is_complete else state.pot_total)
    if brought != in_play:
        raise InvariantBroken(f"{state!r}: {brought} chips brought, {in_play} in play")


def _check_places(report: Report) -> None:
    """Places run from 1 to the number of entries; those who tie share all of theirs."""
    expected = 1
    remaining = list(report.places)
    while remaining:
        tied = [place for place in remaining if place[1] == expected]
        last = expected + len(tied) - 1
        if not tied or any(place[2] != last for place in tied):
            raise InvariantBroken(f"place {expected} is missing or doubled: {remaining[:3]}")
        remaining = [place for place in remaining if place[1] != expected]
        expected = last + 1
    if expected != report.entries + 1:
        raise InvariantBroken(f"{report.entries} entries, places up to {expected - 1}")
