"""The evening that is saved of each version: a mix of games, with bounties and a rebuy, played until some are paid.

All of it goes through the services, as in a room; only the clock on the wall is made up.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from django.db.models import Count

from tables import engine
from tables.engine.cards.cards import DECK
from tables.management.made_up_names import made_up_name
from tables.management.scripted_dealer import CALM, next_operation
from tables.management.scripted_floor import follow_advice
from tables.models import Hand, HandStatus, Seat, Table, TableStatus
from tables.queries.table.hand import TableHand, load_open_hand
from tables.services.chips.corrections import correct_stack
from tables.services.desk.chip_sales import sell_chips
from tables.services.desk.seating import make_seat_draw, register_and_seat
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation, undo_operation
from tables.services.table.messages import call_floor
from tables.services.table.tablets import make_pairing_code, pair_device
from tournament.draws.chance import SeededRng
from tournament.models import Account, BountyKind, Payout
from tournament.plans.plan import TournamentPlan
from tournament.rules.chip_sales import ChipOffer
from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure
from tournament.services.actor import Actor
from tournament.services.cash.payouts import pay_out
from tournament.services.clock import start_clock, sweep_clock
from tournament.services.errors import Refused
from tournament.services.field.players import add_player
from tournament.services.setup.tournaments import create_tournament

ACTOR = Actor(label="floor")
ENTRIES, LATE = 17, 2
# One is paid out at once, the other is still at the desk.
PRIZES_DECIDED = 2
SECONDS_PER_ROUND = 6
LONGEST = timedelta(hours=2)

NO_LIMIT = LevelGame(game="NT", small_blind=100, big_blind=200, ante=200, ante_kind="big_blind")
STUD = LevelGame(game="F7S", ante=50, ante_kind="classic", bring_in=50, small_bet=200, big_bet=400)
DRAW = LevelGame(game="F2L3D", small_blind=100, big_blind=200, small_bet=200, big_bet=400)
HI_LO = LevelGame(game="PO/8", small_blind=100, big_blind=200)

STRUCTURE = Structure(
    periods=(
        Level(small_blind=25, big_blind=50, duration_seconds=600),
        Level.mixed(games=(NO_LIMIT, STUD, DRAW, HI_LO), hands_per_game=2, duration_seconds=1800),
        Break(duration_seconds=600, chips_removed=(25,), label="Colour-up"),
        Level(small_blind=200, big_blind=400, ante=400, ante_kind="big_blind", duration_seconds=1800),
        Level(small_blind=400, big_blind=800, ante=800, ante_kind="big_blind", duration_seconds=1800),
    )
)


def play_evening(*, name: str, began: datetime) -> None:
    """Play from the first entry until prizes are won and a hand is in play at every table."""
    _Evening(name, began).play()


def dealers_operation(state: engine.State, rng: SeededRng) -> engine.Operation:
    """What a dealer records next: board games as the demo plays them, the others without drama."""
    legal = engine.legal(state)
    if legal.deal_up:
        return engine.DealUp(legal.deal_up[0], _unseen(state, 1, rng))
    if legal.drawer is not None:
        return engine.Discard(legal.drawer)
    if legal.bring_in is not None and legal.actor is not None:
        return engine.BringIn(legal.actor)
    if legal.to_show is not None and not state.board:
        held = state.hole[legal.to_show]
        drawn = iter(_unseen(state, len(held), rng))
        return engine.Show(legal.to_show, tuple(card or next(drawn) for card in held))
    return next_operation(state, rng, CALM)


def _unseen(state: engine.State, count: int, rng: SeededRng) -> tuple[engine.Card, ...]:
    seen = {*state.board, *(card for cards in state.hole.values() for card in cards)}
    left = [card for card in DECK if card not in seen]
    return tuple(left.pop(rng.randrange(len(left))) for _ in range(count))


class _Evening:
    def __init__(self, name: str, began: datetime) -> None:
        self.rng = SeededRng(name)
        self.now = self.began = began
        director = Account.objects.create_user("director", first_name="Vera", last_name="Marini")
        plan = TournamentPlan(
            name=name,
            starts_at=began,
            buy_in_prize=45_00,
            buy_in_fee=5_00,
            buy_in_bounty=10_00,
            bounty_kind=BountyKind.PROGRESSIVE.value,
            rebuy_data=ChipOffer(
                price=BuyIn(prize=20_00, fee=0, staff=0), chips=5_000, last_level=1, holding="any"
            ).to_dict(),
            guarantee=1_500_00,
            starting_stack=5_000,
            seats_per_table=6,
            late_registration_level=1,
            structure=STRUCTURE,
            payout_scheme_data=payout_scheme_to_dict(FixedShares(shares=(250_000, 150_000, *[40_000] * 15))),
            rule_overrides={},
        )
        self.tournament = create_tournament(plan=plan, account=director, now=began - timedelta(hours=1))
        self.id = self.tournament.pk

    def play(self) -> None:
        for number in range(ENTRIES):
            self.register(number)
        make_seat_draw(tournament_id=self.id, seed="draw", by=ACTOR.at(self.now))
        start_clock(tournament_id=self.id, by=ACTOR.at(self.now))
        self.pair_a_tablet()
        for number in range(LATE):
            self.play_rounds(20)
            self.register(ENTRIES + number)
        self.sell_a_rebuy()
        self.correct_a_stack()
        while not self.is_worth_saving():
            self.play_rounds(1)
        prize = Payout.objects.filter(tournament_id=self.id).earliest("pk")
        pay_out(tournament_id=self.id, payout_id=prize.pk, by=ACTOR.at(self.now))

    def register(self, number: int) -> None:
        player = add_player(name=made_up_name(number), now=self.now)
        register_and_seat(
            tournament_id=self.id, player_id=player.pk, seed=f"late {number}", by=ACTOR.at(self.now)
        )

    def pair_a_tablet(self) -> None:
        table = self.tables()[0]
        code = make_pairing_code(tournament_id=self.id, table_id=table.pk, by=ACTOR.at(self.now))
        pair_device(code=code.code, now=self.now)
        call_floor(tournament_id=self.id, table_id=table.pk, by=ACTOR.at(self.now))

    def sell_a_rebuy(self) -> None:
        """To a player whose hand is over."""
        for seat in Seat.objects.filter(table__tournament_id=self.id, entry__isnull=False).order_by("pk"):
            with suppress(Refused):
                sell_chips(
                    tournament_id=self.id,
                    entry_id=seat.entry_id or 0,
                    kind="rebuy",
                    seed="rebuy",
                    by=ACTOR.at(self.now),
                )
                return
        self.play_rounds(1)
        self.sell_a_rebuy()

    def correct_a_stack(self) -> None:
        """A chip was found on the floor: the smallest change that the log knows as a correction."""
        for seat in Seat.objects.filter(table__tournament_id=self.id, entry__isnull=False).order_by("pk"):
            if seat.entry is None or Hand.objects.filter(table=seat.table, status=HandStatus.OPEN).exists():
                continue
            correct_stack(
                tournament_id=self.id,
                entry_id=seat.entry.pk,
                stack=seat.entry.stack + 25,
                reason="A chip found under the table",
                by=ACTOR.at(self.now),
            )
            return
        self.play_rounds(1)
        self.correct_a_stack()

    def play_rounds(self, count: int) -> None:
        """One operation at each table a round, then what the floor must do."""
        for _ in range(count):
            self.now += timedelta(seconds=SECONDS_PER_ROUND)
            sweep_clock(tournament_id=self.id, now=self.now)
            for table in self.tables():
                self.play_one_operation(table)
            follow_advice(tournament_id=self.id, seed=f"{self.rng.randrange(1 << 32)}", by=ACTOR.at(self.now))

    def play_one_operation(self, table: Table) -> None:
        hand = load_open_hand(table)
        if hand is not None:
            self.record(hand)
            return
        try:
            start_hand(tournament_id=self.id, table_id=table.pk, by=ACTOR.at(self.now))
        except Refused:
            # A break, a table on hold or alone: the clock or the floor sees to it.
            return

    def record(self, hand: TableHand) -> None:
        record_operation(
            tournament_id=self.id,
            table_id=hand.table.pk,
            operation=dealers_operation(hand.state, self.rng),
            by=ACTOR.at(self.now),
        )
        if self.rng.randrange(25) == 0:
            with suppress(Refused):  # it ended the hand, and a table was broken on it
                undo_operation(tournament_id=self.id, table_id=hand.table.pk, by=ACTOR.at(self.now))

    def is_worth_saving(self) -> bool:
        """Prizes decided, more than one table, a hand of three operations at each, not all of one game."""
        if self.now > self.began + LONGEST:
            raise RuntimeError("this evening never came to where it should be saved")
        hands = Hand.objects.filter(table__tournament_id=self.id, status=HandStatus.OPEN)
        in_play = hands.annotate(count=Count("operations")).filter(count__gte=3)
        games = set(in_play.values_list("game", flat=True))
        decided = Payout.objects.filter(tournament_id=self.id).count()
        return decided >= PRIZES_DECIDED and len(games) > 1 and in_play.count() == len(self.tables())

    def tables(self) -> list[Table]:
        tables = Table.objects.filter(tournament_id=self.id).exclude(status=TableStatus.CLOSED)
        return list(tables.order_by("number"))
