"""A whole tournament through the same services as a real one, with scripted players.

Tables play side by side, one operation each in turn, so that moves wait for hands, levels change
while hands run, and players register late. Between hands things happen that no hand says
(`tables.management.incidents`). Time is made up: every operation takes some seconds. After each deal the button and
the blinds are checked, after each hand and each incident the chips and the seats are counted
(`tables.management.simulation_checks`); the same seed gives the same tournament.

Whatever was done stands in the database. So a simulation that was killed goes on from there, by other chances.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db.models import Max

from tables import engine
from tables.changes.rounds import RoundOver
from tables.management.incidents import happen
from tables.management.made_up_names import made_up_name
from tables.management.mystery import play_mystery, settle_mystery
from tables.management.sales import trade
from tables.management.scripted_dealer import WILD, Style, next_operation
from tables.management.scripted_floor import follow_advice
from tables.management.simulation_checks import (
    InvariantBroken,
    check_balance,
    check_bounties,
    check_button,
    check_hand,
    check_money,
    check_room,
)
from tables.management.two_days import STACK_CHIPS, check_pieces, is_being_bagged, next_step
from tables.management.unrecorded import say_result
from tables.models import HandOperation, Recording, Table, TableStatus
from tables.queries.checks.every import findings_in
from tables.queries.table.hand import look_at_table
from tables.queries.table.seat_stacks import seat_stacks
from tables.services.chips.counting import count_stacks
from tables.services.desk.seating import make_seat_draw, register_and_seat
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tournament.draws.chance import SeededRng
from tournament.models import Account, BountyKind, Entry, LogEntry, Payout, Tournament, TournamentStatus
from tournament.plans.plan import TournamentPlan
from tournament.plans.ready_made import plan_like
from tournament.queries.level import chip_unit
from tournament.queries.payouts.ladder import prize_pool
from tournament.rules.chip_sales import ChipOffer
from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.schemes import payout_scheme_to_dict
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure
from tournament.rules.templates.catalogue import CLUB_PAYOUTS, TEMPLATES
from tournament.services.actor import Actor
from tournament.services.clock import start_clock, sweep_clock
from tournament.services.errors import Refused
from tournament.services.field.players import add_player
from tournament.services.setup.tournaments import create_tournament

ACTOR = Actor(label="simulation")
FIRST_MOMENT = datetime(2026, 1, 10, 20, 0, tzinfo=UTC)
SECONDS_PER_ROUND = 4
ROUNDS_PER_HAND = 12
# Of the field, this part registers late, in percent.
LATE_PERCENT = 10
# Why a table waits: for players, for the floor, or for the clock.
NOT_DEALT: Final = frozenset(
    {
        "too_few_players",
        "halted",
        "table_held",
        "not_open",
        "not_in_play",
        "in_break",
        "table_breaking",
        "table_closed",
        "round_done",
        "level_done",
    }
)


@dataclass(slots=True, kw_only=True)
class Report:
    """What came out. `places` are (entry number, first, last), best first; money in minor units."""

    entries: int
    winner: int = 0
    hands: int = 0
    operations: int = 0
    levels: int = 0
    rounds: int = 0
    moves_checked: int = 0
    # What happened besides hands, by name; "" for what was refused.
    incidents: Counter[str] = field(default_factory=Counter)
    # Entry number with its places, first and last.
    places: list[tuple[int, int, int]] = field(default_factory=list)
    payouts: list[tuple[int, int]] = field(default_factory=list)
    pool: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`incidents`: after how many hands of a hundred something else happens at the table. `hand_for_hand`: so many
    players from the money it is announced by itself, 0 for never. `sells`: rebuys until the break, add-ons in it.
    `bounties`: their kind, of a template that of its plan. `template`: the key of the ready-made tournament to play, ""
    for one of the simulation's own. `two_days`: chips are coloured up, and the field goes to bed once
    (tables.management.two_days).
    """

    entries: int
    seed: str
    style: Style = WILD
    incidents: int = 20
    hand_for_hand: int = 0
    sells: bool = False
    bounties: str = "progressive"
    template: str = ""
    two_days: bool = False

    @property
    def late(self) -> int:
        """How many register after the start."""
        return self.entries * LATE_PERCENT // 100


def simulate(options: Options, *, account: Account) -> Report:
    """Play a tournament to its winner and check every invariant on the way.

    Raises InvariantBroken, or what a service raised. The rows stay in the database.
    """
    tournament = create_tournament(plan=_plan_of(options), account=account, now=FIRST_MOMENT)
    simulation = _Simulation(tournament, SeededRng(f"{options.seed}/{options.entries}"), options)
    simulation.prepare()
    return simulation.run()


def _plan_of(options: Options) -> TournamentPlan:
    rules: dict[str, dict[str, object]] = {}
    if options.hand_for_hand:
        rules["event"] = {"h4h_starts_at": options.hand_for_hand}
    if options.template:
        plan = _in_a_hurry(plan_like(TEMPLATES[options.template], name=_name_of(options)))
        return replace(plan, starts_at=FIRST_MOMENT, rule_overrides=rules, entries_per_player=0)
    plan = replace(simulation_plan(_name_of(options)), starts_at=FIRST_MOMENT, rule_overrides=rules)
    plan = replace(plan, bounty_kind=options.bounties)
    if options.bounties == BountyKind.MYSTERY:
        plan = replace(plan, mystery_from=max(2, options.entries // 2))
    if options.sells:
        plan = replace(plan, **SALES)
    if options.two_days:
        plan = replace(plan, stack_chips=STACK_CHIPS)
    return plan


def _in_a_hurry(plan: TournamentPlan) -> TournamentPlan:
    """The same sheet with levels of five minutes and breaks of one."""
    periods = tuple(
        replace(period, duration_seconds=60 if isinstance(period, Break) else 300)
        for period in plan.structure.periods
    )
    return replace(plan, structure=Structure(periods=periods))


def go_on(options: Options, *, account: Account) -> Report:
    """Play the latest tournament of this seed on from where it stands, or begin one if there is none.

    The report counts what was done from here on; places and payouts are those of the whole. Raises as `simulate`.
    """
    tournament = Tournament.objects.filter(name=_name_of(options)).order_by("pk").last()
    if tournament is None:
        return simulate(options, account=account)
    lines = LogEntry.objects.filter(tournament=tournament).count()
    simulation = _Simulation(tournament, SeededRng(f"{options.seed}/{options.entries}/{lines}"), options)
    simulation.prepare()
    return simulation.run()


def _name_of(options: Options) -> str:
    of = f" {options.template}" if options.template else ""
    of += " in two days" if options.two_days else ""
    return f"Simulation {options.seed} of {options.entries}{of}"


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
        buy_in_bounty=2_501,
        bounty_kind="progressive",
        starting_stack=10_000,
        chip_values=(25, 100, 500, 1_000, 5_000),
        late_registration_level=2,
        structure=Structure(periods=tuple(periods)),
        payout_scheme_data=payout_scheme_to_dict(CLUB_PAYOUTS),
        rule_overrides={},
    )


# Until the break after level 4; the awkward cents are meant.
SALES: Final[dict[str, Any]] = {
    "late_registration_level": 4,
    "rebuy_data": ChipOffer(
        price=BuyIn(prize=93_25, fee=4_73, staff=2_02), chips=10_000, last_level=4, per_player=3
    ).to_dict(),
    "add_on_data": ChipOffer(
        price=BuyIn(prize=49_99, fee=1),
        chips=15_000,
        last_level=4,
        window="break",
        per_player=1,
        holding="any",
    ).to_dict(),
}


class _Simulation:
    """`late` more are to register while play goes on; `open_hands` is what each table's dealer knows of the hand in
    play: the rows are checked when it ends. `waits_since` is what had happened when a table could not be dealt to, and
    the floor had nothing to do."""

    def __init__(self, tournament: Tournament, rng: SeededRng, options: Options) -> None:
        self.tournament = tournament
        self.id = tournament.pk
        self.rng = rng
        self.options = options
        self.now = _latest_moment(tournament)
        self.report = Report(entries=options.entries)
        self.open_hands: dict[int, engine.State] = {}
        self.waits_since: dict[int, tuple[object, ...]] = {}

    def prepare(self) -> None:
        """Register, draw and start, as far as that has not been done."""
        entered = self._entered()
        if self.tournament.draw_made_at is None:
            for _ in range(self.options.entries - self.options.late - entered):
                self._register()
            make_seat_draw(tournament_id=self.id, seed=self._seed(), by=ACTOR.at(self.now))
        self.tournament.refresh_from_db()
        if self.tournament.started_at is None:
            start_clock(tournament_id=self.id, by=ACTOR.at(self.now))
        # Also what a killed simulation has left.
        check_room(self.id)
        self.late = self.options.entries - self._entered()
        for table in Table.objects.filter(tournament_id=self.id):
            self._pick_up(table)

    def run(self) -> Report:
        while self._is_running():
            self.now += timedelta(seconds=SECONDS_PER_ROUND)
            self.report.levels += sweep_clock(tournament_id=self.id, now=self.now)
            if self.late and self.rng.randrange(3) == 0:
                # In a large field several at once, so that all of them come before registration closes.
                for _ in range(1 + self.late // 10):
                    self._register()
                    self.late -= 1
            if self.options.two_days and not self.late:
                self._go_by_days()
            if done := play_mystery(self.tournament, self.rng, seed=self._seed, by=ACTOR.at(self.now)):
                self.report.incidents[done] += 1
                check_bounties(self.id)
            if done := trade(self.tournament, self.rng, seed=self._seed(), by=ACTOR.at(self.now)):
                self.report.incidents[done] += 1
                check_room(self.id)
                check_money(self.id)
            for table in list(
                Table.objects.filter(tournament_id=self.id)
                .exclude(status=TableStatus.CLOSED)
                .order_by("number")
            ):
                self._play_one_step(table)
        self._finish()
        return self.report

    def _go_by_days(self) -> None:
        try:
            done = next_step(
                self.tournament,
                self.rng,
                entries=self.options.entries,
                busy=self.open_hands,
                by=ACTOR.at(self.now),
            )
        except ValueError as error:
            raise InvariantBroken(str(error)) from error
        if done:
            self.report.incidents[done] += 1
            check_room(self.id)
            # A night has passed.
            self.now = max(self.now, _latest_moment(self.tournament))

    def _is_running(self) -> bool:
        self.tournament.refresh_from_db()
        return self.tournament.status == TournamentStatus.RUNNING

    def _play_one_step(self, table: Table) -> None:
        # What happened at another table may have been undone here.
        table.refresh_from_db(fields=["recording", "hands_dealt"])
        if table.recording != Recording.HANDS:
            self._play_unrecorded(table)
            return
        before = self.open_hands.get(table.pk)
        if before is None:
            if self.waits_since.get(table.pk) == self._happened():
                # What the floor would draw by: the evening of a seed is the same however often it is asked.
                self._seed()
            else:
                self._deal(table)
            return
        try:
            recorded = record_operation(
                tournament_id=self.id,
                table_id=table.pk,
                operation=next_operation(before, self.rng, self.options.style),
                by=ACTOR.at(self.now),
            )
        except Refused as refusal:
            if refusal.code != "run_out_waits":
                raise
            follow_advice(tournament_id=self.id, seed=self._seed(), by=ACTOR.at(self.now))
            return
        self.report.operations += 1
        check_hand(recorded.state)
        self.open_hands[table.pk] = recorded.state
        if recorded.state.is_complete:
            del self.open_hands[table.pk]
            self._after_hand(table)

    def _after_hand(self, table: Table) -> None:
        self.report.hands += 1
        check_room(self.id)
        if self.options.incidents and self.rng.randrange(100) < self.options.incidents:
            name = happen(tournament_id=self.id, table_id=table.pk, rng=self.rng, by=ACTOR.at(self.now))
            self.report.incidents[name] += 1
            check_room(self.id)
            check_bounties(self.id)
            for each in Table.objects.filter(tournament_id=self.id):
                self._pick_up(each)
        while follow_advice(tournament_id=self.id, seed=self._seed(), by=ACTOR.at(self.now)):
            check_room(self.id)
        check_balance(self.id)
        self.report.moves_checked += 1

    def _play_unrecorded(self, table: Table) -> None:
        """Now and then a hand is over of which somebody says more or less; else the dealer is still at it."""
        if self.rng.randrange(ROUNDS_PER_HAND) or is_being_bagged(self.tournament, now=self.now):
            return
        try:
            say_result(table, self.rng, by=ACTOR.at(self.now))
        except Refused as refusal:
            # A player who waits for the button was not in the hand, and so cannot be out.
            if refusal.code not in NOT_DEALT | {"not_dealt"}:
                raise
            follow_advice(tournament_id=self.id, seed=self._seed(), by=ACTOR.at(self.now))
        else:
            counted = table.hands_dealt
            table.refresh_from_db(fields=["hands_dealt"])
            if table.hands_dealt > counted:
                check_button(table.pk)
            self._after_hand(table)

    def _deal(self, table: Table) -> None:
        try:
            start_hand(tournament_id=self.id, table_id=table.pk, by=ACTOR.at(self.now))
        except Refused as refusal:
            if refusal.code == "stacks_unknown":
                self._count(table)
                return
            # Alone at a table, or told to hold: the floor's next step solves it.
            if refusal.code not in NOT_DEALT:
                raise
            self._wait(table)
            return
        check_button(table.pk)
        self._pick_up(table)
        if table.pk not in self.open_hands:
            # Nobody but one player was there: the deal itself has ended the hand.
            self._after_hand(table)

    def _wait(self, table: Table) -> None:
        """The floor does what the room needs; where it needs nothing, the table waits until something has happened."""
        if not follow_advice(tournament_id=self.id, seed=self._seed(), by=ACTOR.at(self.now)):
            self.waits_since[table.pk] = self._happened()

    def _happened(self) -> tuple[object, ...]:
        """What can end a wait: a line of the log, a hand that is over, another period."""
        newest = LogEntry.objects.filter(tournament_id=self.id).aggregate(newest=Max("pk"))["newest"]
        return newest, self.report.hands, self.tournament.clock_index

    def _count(self, table: Table) -> None:
        """The floor counts a table: the chips are where the record supposes them to be, odd ones made up."""
        unit = chip_unit(self.tournament, now=self.now) or 1
        count_stacks(
            tournament_id=self.id,
            table_id=table.pk,
            counts={each.seat: -(-each.stack // unit) * unit for each in seat_stacks(table)},
            reason="Odd chips made up.",
            by=ACTOR.at(self.now),
        )

    def _pick_up(self, table: Table) -> None:
        """Know the hand in play at a table as the database has it."""
        recorded = look_at_table(tournament_id=self.id, table_id=table.pk).open_hand
        if recorded is None:
            self.open_hands.pop(table.pk, None)
        else:
            self.open_hands[table.pk] = recorded.state

    def _entered(self) -> int:
        return Entry.objects.filter(tournament_id=self.id).count()

    def _register(self) -> None:
        player = add_player(name=made_up_name(self._entered()), now=self.now)
        register_and_seat(
            tournament_id=self.id, player_id=player.pk, seed=self._seed(), by=ACTOR.at(self.now)
        )

    def _seed(self) -> str:
        return f"{self.rng.randrange(1 << 64):016x}"

    def _finish(self) -> None:
        report = self.report
        report.rounds = LogEntry.objects.filter(tournament_id=self.id, verb=RoundOver.verb).count()
        entries = Entry.objects.filter(tournament_id=self.id).order_by("place_first", "number")
        report.places = [(e.number, e.place_first or 0, e.place_last or 0) for e in entries]
        report.winner = report.places[0][0]
        report.payouts = list(
            Payout.objects.filter(tournament_id=self.id)
            .order_by("entry__place_first", "entry__number")
            .values_list("entry__number", "amount")
        )
        report.pool = prize_pool(self.tournament).total
        check_money(self.id)
        settle_mystery(self.tournament, self.rng, by=ACTOR.at(self.now))
        check_bounties(self.id, is_over=True)
        if self.options.two_days and (wrong := check_pieces(self.tournament)):
            raise InvariantBroken(wrong)
        for finding in findings_in(Tournament.objects.get(pk=self.id)):
            raise InvariantBroken(str(finding))
        if sum(amount for _entry, amount in report.payouts) != report.pool:
            raise InvariantBroken(f"payouts {report.payouts} do not add up to {report.pool}")


def _latest_moment(tournament: Tournament) -> datetime:
    """When something was last done in it."""
    logged = LogEntry.objects.filter(tournament=tournament).aggregate(at=Max("at"))["at"]
    tapped = HandOperation.objects.filter(hand__table__tournament=tournament).aggregate(at=Max("at"))["at"]
    return max(moment for moment in (FIRST_MOMENT, logged, tapped) if moment is not None)
