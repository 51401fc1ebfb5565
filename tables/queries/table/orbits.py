"""How far each table is in the orbit of its game, in a mixed level whose games last an orbit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise, takewhile
from typing import Final

from django.db.models import F

from tables.floor.button.orbit import hands_to_come_round, moved_by_floor, moved_on
from tables.floor.rules import FloorRules
from tables.models import Hand, HandStatus, Seat, Table
from tables.models.rules import floor_rules
from tables.queries.table.next_hand import has_button
from tournament.queries.level import LevelNow

# Two for each seat of the largest table: the button rests at each of them once at most.
LONGEST_ORBIT: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Orbit:
    """The game of the newest hand, "" before the first one; `left` hands of it are to come as long as nobody leaves.

    `players` are those with chips: so many hands the orbit of the next game lasts.
    """

    game: str
    left: int
    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Dealt:
    """A hand. before: where the button was before its deal, after the floor's hand; None where it was to be found."""

    game: str
    button: int
    before: int | None


def orbits_of(tables: Collection[int], level: LevelNow) -> dict[int, Orbit]:
    """By the key of a table, of those with enough players for orbits. Three queries.

    In a game around a button the orbit is over once the button has come round; in stud, where it rests, with as many
    hands as players. Hands undone do not count, nor misdeals that are dealt again.
    """
    live = _live_seats(tables)
    enough = [table for table in tables if len(live[table]) >= max(2, level.level.orbit_from)]
    if not enough:
        return {}
    rows = Table.objects.filter(pk__in=enough).select_related("tournament")
    runs = _runs(enough, level)
    return {row.pk: _orbit(row, runs[row.pk], live[row.pk], floor_rules(row.tournament)) for row in rows}


def _orbit(table: Table, run: list[_Dealt], live: frozenset[int], rules: FloorRules) -> Orbit:
    """`run`: the hands of the newest game, oldest first."""
    players = len(live)
    if not run:
        return Orbit(game="", left=0, players=players)
    game, seats, previous = run[0].game, table.seats_count, table.positions
    if not has_button(game) or previous is None:
        return Orbit(game=game, left=max(0, players - len(run)), players=players)
    passed = list(accumulate((_passed(*pair, seats, live) for pair in pairwise(run)), initial=0))
    if max(passed) >= seats:
        # One hand more of the game was due, as with a carried pot.
        return Orbit(game=game, left=0, players=players)
    # The floor may have set the button since.
    now = passed[-1] + moved_by_floor(run[-1].button, previous.button, seats=seats, live=live)
    left = hands_to_come_round(now, previous, seats=seats, live=live, rules=rules)
    return Orbit(game=game, left=left, players=players)


def _passed(hand: _Dealt, following: _Dealt, seats: int, live: Collection[int]) -> int:
    """How many seats the button has passed from one hand to the next, with the floor's hand or without it."""
    before = following.button if following.before is None else following.before
    by_floor = moved_by_floor(hand.button, before, seats=seats, live=live)
    return by_floor + moved_on(before, following.button, seats=seats)


def _live_seats(tables: Collection[int]) -> Mapping[int, frozenset[int]]:
    seats: defaultdict[int, set[int]] = defaultdict(set)
    rows = Seat.objects.filter(table__in=tables, entry__stack__gt=0)
    for table, number in rows.values_list("table", "number"):
        seats[table].add(number)
    return defaultdict(frozenset, {table: frozenset(numbers) for table, numbers in seats.items()})


def _runs(tables: Collection[int], level: LevelNow) -> Mapping[int, list[_Dealt]]:
    """By table the hands of its newest game in the mixed levels that led here, oldest first."""
    hands: defaultdict[int, list[_Dealt]] = defaultdict(list)
    rows = Hand.objects.filter(
        table__in=tables,
        level_index__gte=level.mixed_since,
        number__gt=F("table__hands_dealt") - LONGEST_ORBIT,
        is_redealt=False,
    ).exclude(status=HandStatus.VOID)
    columns = ("table", "game", "setup_data__button", "positions_before__button")
    for table, game, button, before in rows.order_by("-number").values_list(*columns):
        hands[table].append(_Dealt(game=game, button=button, before=before))
    return defaultdict(list, {table: _newest_run(newest) for table, newest in hands.items()})


def _newest_run(hands: list[_Dealt]) -> list[_Dealt]:
    """Of hands from the newest on those of its game, oldest first."""
    game = hands[0].game
    return [*takewhile(lambda hand: hand.game == game, hands)][::-1]
