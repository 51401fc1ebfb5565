"""A whole tournament on the floor, without cards: draw, bust-outs, balancing, breaking, redraws,
final table, down to the last player. Who busts is drawn; everything else is the floor's."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from tables.floor.button.next_hand import first_positions, next_positions
from tables.floor.draws.seats import (
    TableToFill,
    draw_button,
    draw_late_seat,
    draw_seats,
    redraw,
    tables_needed,
)
from tables.floor.moves.balancing import propose_moves
from tables.floor.moves.breaking import break_moves, table_to_break
from tables.floor.moves.move import ProposedMove
from tables.floor.moves.redraws import RedrawMark, redraw_due, redraw_marks
from tables.floor.room import TableSeat, TableView
from tables.floor.rules import FLOOR_RULES, FloorRules
from tests.breadth import sample

CAPACITY = 9


@dataclass
class Evening:
    """The room, and what has been counted in it."""

    rules: FloorRules
    rng: Random = field(compare=False)
    tables: dict[int, TableView] = field(default_factory=dict)
    players: dict[TableSeat, str] = field(default_factory=dict)
    buttons: dict[int, int] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)

    def open_tables(self, entries: list[str]) -> None:
        count = tables_needed(len(entries), CAPACITY)
        tables = [TableToFill(table=n, seats=tuple(range(1, CAPACITY + 1))) for n in range(1, count + 1)]
        for drawn in draw_seats(entries, tables, self.rng):
            self.players[TableSeat(table=drawn.table, seat=drawn.seat)] = drawn.entry
        for table in tables:
            seats = frozenset(p.seat for p in self.players if p.table == table.table)
            self.tables[table.table] = TableView(table=table.table, capacity=CAPACITY, seats=seats)
            self.buttons[table.table] = draw_button(table.table, seats, self.rng)

    def late_entry(self, entry: str) -> None:
        place = draw_late_seat(list(self.tables.values()), self.rng)
        assert place not in self.players
        self.players[place] = entry
        view = self.tables[place.table]
        self.tables[place.table] = replace(
            view, seats=view.seats | {place.seat}, newcomers=view.newcomers | {place.seat}
        )

    def deal_a_hand(self, table: int, bust_chance: float) -> None:
        view = self.tables[table]
        if view.players < 2:
            return
        if view.positions is None:
            positions = first_positions(live=view.seats, button=self.buttons[table], rules=self.rules)
        else:
            positions = next_positions(
                view.positions,
                live=view.seats,
                newcomers=view.newcomers,
                moved_by_balancing=view.moved_by_balancing,
                told_to_wait=view.told_to_wait,
                rules=self.rules,
            )
            for seat in view.told_to_wait:
                self.seen["told to wait"] += 1
                assert seat in positions.waiting or positions.is_heads_up
        losers = [seat for seat in positions.dealt[1:] if self.rng.random() < bust_chance]
        for seat in losers:
            del self.players[TableSeat(table=table, seat=seat)]
        nobody: frozenset[int] = frozenset()
        self.tables[table] = replace(
            view,
            seats=view.seats - set(losers),
            positions=positions,
            newcomers=nobody,
            moved_by_balancing=nobody,
            told_to_wait=nobody,
        )
        self.seen["waiting"] += len(positions.waiting)

    def move(self, move: ProposedMove, *, balancing: bool) -> None:
        assert move.from_seat is not None
        player_at = TableSeat(table=move.from_table, seat=move.from_seat)
        to = TableSeat(table=move.to_table, seat=move.to_seat)
        assert player_at in self.players
        assert to not in self.players
        assert to.seat in self.tables[to.table].free_seats
        self.players[to] = self.players.pop(player_at)
        self.tables[move.from_table] = self.tables[move.from_table].without_player(move.from_seat)
        there = self.tables[move.to_table].with_player(move.to_seat, waits=move.waits)
        if not balancing:
            there = replace(there, moved_by_balancing=there.moved_by_balancing - {move.to_seat})
        self.tables[move.to_table] = there

    def draw_anew(self, count: int) -> None:
        capacity = max(CAPACITY, -(-len(self.players) // count))
        tables = [TableToFill(table=n, seats=tuple(range(1, capacity + 1))) for n in range(1, count + 1)]
        drawn = redraw(sorted(self.players.values()), tables, self.rng)
        self.players = {TableSeat(table=d.table, seat=d.seat): d.entry for d in drawn.seats}
        self.tables = {
            table.table: TableView(
                table=table.table,
                capacity=capacity,
                seats=frozenset(p.seat for p in self.players if p.table == table.table),
            )
            for table in tables
        }
        self.buttons = {button.table: button.seat for button in drawn.buttons}

    def check(self) -> None:
        """Nobody is seated twice, and the tables say the same as the list of players."""
        assert len(set(self.players.values())) == len(self.players)
        assert {(p.table, p.seat) for p in self.players} == {
            (view.table, seat) for view in self.tables.values() for seat in view.seats
        }


def play(entries: int, late: int, seed: int, rules: FloorRules) -> Evening:
    evening = Evening(rules=rules, rng=Random(seed))
    evening.open_tables([f"E{n:04}" for n in range(1, entries + 1)])
    arriving = [f"L{n:04}" for n in range(1, late + 1)]
    redrawn: list[RedrawMark] = []
    marks = redraw_marks(entries=entries + late, seats_per_table=CAPACITY, rules=rules)
    while len(evening.players) > 1:
        for table in sorted(evening.tables):
            evening.deal_a_hand(table, 0.03)
        if arriving and any(view.free_seats for view in evening.tables.values()):
            evening.late_entry(arriving.pop())
        evening.check()
        due = redraw_due(
            marks, players_left=len(evening.players), tables_left=len(evening.tables), made=redrawn
        )
        if due is not None:
            evening.draw_anew(due)
            redrawn.append(RedrawMark(players=len(evening.players), tables=due))
            evening.seen[f"redraw to {due}"] += 1
        while (closing := table_to_break(list(evening.tables.values()), rules)) is not None:
            views = list(evening.tables.values())
            for move in break_moves(views, closing, rules, evening.rng).moves:
                evening.move(move, balancing=False)
            del evening.tables[closing]
            evening.seen["breaks"] += 1
        for move in propose_moves(list(evening.tables.values()), rules):
            evening.move(move, balancing=True)
            evening.seen["moves"] += 1
        evening.check()
        sizes = [view.players for view in evening.tables.values()]
        assert max(sizes) - min(sizes) <= rules.tolerance(len(sizes), CAPACITY)
    assert len(evening.tables) == 1
    return evening


EVENINGS = sample("evenings on the floor")


@pytest.mark.sampled
@pytest.mark.parametrize("profile", FLOOR_RULES)
def test_a_tournament_of_130_ends_at_one_table_with_one_player(profile: str) -> None:
    seen: Counter[str] = Counter()
    evenings = [play(110, 20, seed=seed, rules=FLOOR_RULES[profile]) for seed in range(EVENINGS)]
    for evening in evenings:
        seen += evening.seen
        assert evening.seen["redraw to 3"] == evening.seen["redraw to 1"] == 1
    assert evenings[-1] == play(110, 20, seed=EVENINGS - 1, rules=FLOOR_RULES[profile])
    assert seen["breaks"] >= 8 * EVENINGS
    assert seen["moves"] >= 4 * EVENINGS
    assert seen["waiting"] >= EVENINGS


@pytest.mark.sampled
@pytest.mark.parametrize("entries", [2, 3, 9, 10, 11, 18, 19, 55])
def test_a_small_field_ends_too(entries: int) -> None:
    for seed in range(EVENINGS):
        play(entries, 0, seed=seed, rules=FLOOR_RULES["tda2024"])
        play(entries, 0, seed=seed, rules=FLOOR_RULES["wsop2024"])
