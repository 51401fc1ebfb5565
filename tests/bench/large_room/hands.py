"""The recorded hands of one table. No Django: only the engine and the rules of the floor.

Two players see the river and show down, everybody else folds; or one of them loses the last chip. What is
recorded depends on the seats and the blinds alone, so each sequence is played by the engine once and kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tables import engine
from tables.engine.games.house_rules import HouseRules
from tables.floor.button.positions import Positions
from tables.floor.room import TableView
from tables.floor.rules import FloorRules

GAME = "NT"
BOARD = ("2c", "7d", "9h", "Js", "4s")
BEST, SECOND = "AhAd", "QhQd"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedHand:
    """One hand as its rows want it: the stored form of its setup, operations, stacks before and afterwards."""

    setup_data: Mapping[str, object]
    codes: tuple[str, ...]
    before: Positions | None
    starting: Mapping[int, int]
    finishing: Mapping[int, int]


@dataclass(slots=True, kw_only=True)
class Script:
    """What happens in a hand of these seats: the operations, and what each seat wins or loses."""

    setup_data: Mapping[str, object]
    codes: tuple[str, ...]
    change: Mapping[int, int]


@dataclass(slots=True, kw_only=True)
class Dealer:
    """Deals at every table of one tournament, at one level."""

    floor_rules: FloorRules
    house_rules: HouseRules
    stakes: engine.Stakes
    _positions: dict[tuple[Positions | None, frozenset[int]], Positions] = field(default_factory=dict)
    _scripts: dict[tuple[Positions, int, int], Script] = field(default_factory=dict)

    def positions(self, before: Positions | None, seats: frozenset[int]) -> Positions:
        """Button and blinds of the next hand of these seats."""
        key = (before, seats)
        if key not in self._positions:
            view = TableView(table=1, capacity=max(10, *seats), seats=seats, positions=before)
            found = view.next_hand(self.floor_rules)
            assert found is not None
            self._positions[key] = found
        return self._positions[key]

    def script(self, positions: Positions, *, winner: int, loser: int) -> Script:
        """The two see the river and a bet; with stacks that cover it the amounts are always the same."""
        key = (positions, winner, loser)
        if key not in self._scripts:
            self._scripts[key] = self.play(
                positions, dict.fromkeys(positions.dealt, 1_000_000), winner=winner, loser=loser
            )
        return self._scripts[key]

    def play(
        self,
        positions: Positions,
        stacks: Mapping[int, int],
        *,
        winner: int,
        loser: int,
        all_in: bool = False,
    ) -> Script:
        """Have the engine play it; `all_in`: the loser puts everything in before the flop."""
        setup = engine.Setup.for_level(
            game=GAME,
            rules=self.house_rules,
            stakes=self.stakes,
            positions=engine.ButtonAndBlinds(
                button=positions.button,
                small_blinds=positions.small_blinds,
                big_blinds=positions.big_blinds,
            ),
            seats=tuple(engine.SeatStack(seat, stacks[seat]) for seat in positions.dealt),
        )
        state, codes = engine.replay(setup, []), []
        while not state.is_complete:
            operation = _next(state, winner, loser, all_in=all_in)
            codes.append(engine.encode(operation))
            state = engine.apply(state, operation)
        change = {seat: state.results[seat] - stacks[seat] for seat in positions.dealt}
        return Script(setup_data=setup.to_dict(), codes=tuple(codes), change=change)


@dataclass(slots=True, kw_only=True)
class TableInPlay:
    """A table between two hands: stacks by seat, and the positions of its last hand."""

    stacks: dict[int, int]
    positions: Positions | None = None

    def hand(self, dealer: Dealer, *, winner: int, loser: int) -> PlayedHand:
        """Both see the river; the loser may end with fewer chips, never with none."""
        before = self.positions
        positions = dealer.positions(before, frozenset(self.stacks))
        script = dealer.script(positions, winner=winner, loser=loser)
        return self._booked(before, positions, script)

    def bust(self, dealer: Dealer, *, loser: int) -> PlayedHand:
        """The loser is all-in against the largest other stack and loses; out unless that one is smaller."""
        before = self.positions
        positions = dealer.positions(before, frozenset(self.stacks))
        winner = max((seat for seat in self.stacks if seat != loser), key=self.stacks.__getitem__)
        script = dealer.play(positions, self.stacks, winner=winner, loser=loser, all_in=True)
        return self._booked(before, positions, script)

    def _booked(self, before: Positions | None, positions: Positions, script: Script) -> PlayedHand:
        starting = {seat: self.stacks[seat] for seat in positions.dealt}
        finishing = {seat: chips + script.change[seat] for seat, chips in starting.items()}
        self.positions = positions
        self.stacks = {seat: chips for seat, chips in finishing.items() if chips}
        return PlayedHand(
            setup_data={**script.setup_data, "seats": [[seat, starting[seat]] for seat in sorted(starting)]},
            codes=script.codes,
            before=before,
            starting=starting,
            finishing=finishing,
        )


def _next(state: engine.State, winner: int, loser: int, *, all_in: bool) -> engine.Operation:
    legal = engine.legal(state)
    if legal.board_cards:
        dealt = len(state.board)
        return engine.decode("b:" + "".join(BOARD[dealt : dealt + legal.board_cards]))
    seat = legal.actor
    if seat is None:
        seat = legal.may_show[0]
        return engine.decode(f"s{seat}:{BEST if seat == winner else SECOND}")
    if seat not in (winner, loser):
        # Beside an all-in that is less than the big blind nobody else sees the showdown.
        return engine.Check(seat) if legal.can_check and not all_in else engine.Fold(seat)
    if all_in and seat == loser and legal.raise_max is not None:
        return engine.RaiseTo(seat, legal.raise_max)
    bets_the_river = not all_in and len(state.board) == len(BOARD) and legal.raise_is_bet
    if bets_the_river and legal.raise_min is not None:
        return engine.RaiseTo(seat, legal.raise_min)
    return engine.Check(seat) if legal.can_check else engine.Call(seat)
