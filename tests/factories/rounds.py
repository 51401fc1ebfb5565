"""A room that plays counted hands: several tables of one tournament, hands that cost a wanted player everything."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tables import engine
from tables.models import Table
from tables.queries.table.hand import look_at_table
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation, undo_operation
from tables.services.stops.announcing import StopOrder, announce_stop
from tables.services.stops.run_outs import release_run_outs
from tests.factories import ACTOR, NOW
from tests.factories.felt import Felt, add_felt, make_felt
from tests.worlds import kept
from tournament.models import Entry, Stop, StopKind, Tournament
from tournament.rules.payouts.schemes import AmountTier, CustomAmounts, payout_scheme_to_dict
from tournament.services.field.registration import close_registration

# In the first hand, which everybody folds; then they have what the test gives them.
STACK = 9_000


class Rounds:
    """Tables 1, 2, … with these stacks each, from seat 1 on; registration is closed, hands are recorded."""

    def __init__(
        self, *tables: tuple[int, ...], paid: tuple[int, ...] = (), now: datetime = NOW, **changes: Any
    ) -> None:
        """`paid`: the prizes from first place down, in minor units; the pool is made for them."""
        self.now = now
        self.felts = _begun(tuple(map(len, tables)), paid=paid, now=now, **changes)
        self.tournament = self.felts[0].tournament
        by_stack: dict[int, list[int]] = {}
        for number, stacks in enumerate(tables, start=1):
            for seat, stack in enumerate(stacks, start=1):
                by_stack.setdefault(stack, []).append(self.felt(number).entries[seat].pk)
        for stack, entries in by_stack.items():
            Entry.objects.filter(pk__in=entries).update(stack=stack)

    @classmethod
    def begin(
        cls, players: tuple[int, ...], *, paid: tuple[int, ...], now: datetime, **changes: Any
    ) -> list[Felt]:
        """Build tables of so many players by the services, with a first hand at each."""
        room = cls.__new__(cls)
        room.now = now
        if paid:
            tiers = tuple(
                AmountTier(first=place, last=place, amount=amount) for place, amount in enumerate(paid, 1)
            )
            changes["payout_scheme_data"] = payout_scheme_to_dict(CustomAmounts(tiers=tiers))
            changes["guarantee"] = sum(paid)
            changes["buy_in_prize"] = 1_00
        changes.setdefault("late_registration_level", 3)
        # Full tables: none of them is to be broken.
        seats = changes.pop("seats", max(2, *players))
        stacks = [(STACK,) * each for each in players]
        room.felts = [make_felt(*stacks[0], seats=seats, now=now, **changes)]
        room.tournament = room.felts[0].tournament
        for number, each in enumerate(stacks[1:], start=2):
            room.felts.append(add_felt(room.tournament, *each, number=number, seats=seats, now=now))
        close_registration(tournament_id=room.tournament.pk, by=ACTOR.at(now))
        for number in range(1, len(players) + 1):
            room.quiet(number)
        return room.felts

    def felt(self, number: int) -> Felt:
        return self.felts[number - 1]

    def entry(self, number: int, seat: int) -> Entry:
        return Entry.objects.get(pk=self.felt(number).entries[seat].pk)

    def seats(self, number: int) -> list[int]:
        """The seats that are taken, in their order."""
        taken = self.felt(number).table.seats.filter(entry__isnull=False).order_by("number")
        return list(taken.values_list("number", flat=True))

    def place(self, number: int, seat: int) -> tuple[int | None, int | None]:
        entry = self.entry(number, seat)
        return entry.place_first, entry.place_last

    def prize(self, number: int, seat: int) -> int | None:
        """What was awarded, None for nothing yet."""
        payout = getattr(self.entry(number, seat), "payout", None)
        return None if payout is None else payout.amount

    def fresh(self) -> Tournament:
        self.tournament = Tournament.objects.select_related("stop").get(pk=self.tournament.pk)
        return self.tournament

    @property
    def stop(self) -> Stop | None:
        return self.fresh().stop

    def table(self, number: int) -> Table:
        return self.felt(number).fresh()

    def announce(
        self, until_left: int | None = None, *, kind: StopKind = StopKind.HAND_FOR_HAND, hands: int = 1
    ) -> Stop:
        order = StopOrder(kind=kind, hands=hands, until_left=until_left)
        return announce_stop(tournament_id=self.tournament.pk, order=order, by=ACTOR.at(self.now))

    def deal(self, number: int) -> None:
        start_hand(**self.at(number), by=ACTOR.at(self.now))

    def undo(self, number: int) -> None:
        undo_operation(**self.at(number), by=ACTOR.at(self.now))

    def quiet(self, number: int, *, deal: bool = True) -> None:
        """A hand that everybody folds."""
        self.lose(number, deal=deal)

    def lose(self, number: int, *losers: int, deal: bool = True, release: bool = True) -> None:
        """A hand in which these seats lose everything to the largest other stack; the others fold."""
        if deal:
            self.deal(number)
        state = self.state(number)
        others = [seat for seat in state.order if seat not in (*losers, *state.folded)]
        winner = max(others, key=lambda seat: state.stacks[seat])
        while not state.is_complete:
            if state.runs_out and not release:
                return
            if state.runs_out and self.table(number).run_out == "waiting":
                self.release(number)
            operation = _next(state, losers, winner)
            state = record_operation(**self.at(number), operation=operation, by=ACTOR.at(self.now)).state

    def play(self, number: int, code: str) -> None:
        """Record one operation in its text form."""
        record_operation(**self.at(number), operation=engine.decode(code), by=ACTOR.at(self.now))

    def fold_all_but_last(self, number: int) -> None:
        """Play a hand up to the operation that ends it."""
        while sum(seat not in self.state(number).folded for seat in self.state(number).order) > 2:
            self.finish(number, steps=1)

    def finish(self, number: int, *, steps: int = 99) -> None:
        """Fold on, to the end of the hand if nothing else is said."""
        for _ in range(steps):
            operation = _next(self.state(number), (), 0)
            if record_operation(
                **self.at(number), operation=operation, by=ACTOR.at(self.now)
            ).state.is_complete:
                return

    def is_run_out(self, number: int) -> bool:
        """Whether a hand is in play whose betting is over, before its first card."""
        hand = look_at_table(**self.at(number)).open_hand
        return hand is not None and hand.state.runs_out and not hand.state.board

    def release(self, number: int) -> None:
        """The floor releases the run-out of a table."""
        release_run_outs(**self.at(number), by=ACTOR.at(self.now))

    def at(self, number: int) -> dict[str, Any]:
        return {"tournament_id": self.tournament.pk, "table_id": self.felt(number).table.pk}

    def state(self, number: int) -> engine.State:
        """The hand in play."""
        hand = look_at_table(**self.at(number)).open_hand
        assert hand is not None
        return hand.state


@kept
def _begun(players: tuple[int, ...], *, paid: tuple[int, ...], now: datetime, **changes: Any) -> list[Felt]:
    return Rounds.begin(players, paid=paid, now=now, **changes)


def _next(state: engine.State, losers: tuple[int, ...], winner: int) -> engine.Operation:
    legal = engine.legal(state)
    seat = legal.actor
    if seat is not None:
        if seat in losers and legal.raise_max is not None:
            return engine.RaiseTo(seat, legal.raise_max)
        if losers and seat in (*losers, winner):
            return engine.Call(seat) if legal.call_amount else engine.Check(seat)
        return engine.Check(seat) if legal.can_check else engine.Fold(seat)
    if legal.board_cards:
        return engine.DealBoard((engine.UNKNOWN,) * legal.board_cards)
    return engine.DeclareWinners(pot=legal.pots_to_declare[0], seats=(winner,))
