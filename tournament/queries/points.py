"""Points of an event by its formula: as they are once it is over, before as if it ended now.

A player has one line, however many entries: the best place counts. Those still in are placed by chips. Of an event with
flights the players who came to Day 2 have points; what they have bought in its flights counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from django.db.models import Count, F, Sum

from tournament.models import (
    BountyShare,
    ChipSale,
    Entry,
    EntryStatus,
    Tournament,
    TournamentStatus,
    name_shown,
)
from tournament.queries.flights import LIVE, entries_counted, entries_of_event, sharing_a_pool
from tournament.queries.payouts.decided import prizes_decided
from tournament.queries.payouts.ladder import ladder_as_it_is, prize_pool
from tournament.rules.payouts.ladders import Ladder
from tournament.rules.payouts.money import PrizePool, minor_units
from tournament.rules.points.errors import FormulaError
from tournament.rules.points.evaluation import points, settled
from tournament.rules.points.formula import PointsFormula, read_formula
from tournament.rules.points.names import NAMES

Values = Mapping[str, Decimal]
Sold = Mapping[int, Mapping[str, tuple[int, int]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsRow:
    """`rank` by points, alike for those with as many; `place` in the event, `is_in`: as if it ended now."""

    rank: int
    name: str
    place: int
    is_in: bool
    knock_outs: int
    points: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsTable:
    """`problem` is why there are no points, of whose line `name` where it is that of one player."""

    rows: tuple[PointsRow, ...] = ()
    is_final: bool = False
    problem: FormulaError | None = None
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsOfPlayer:
    """What one event gave one player; won in minor units."""

    points: Decimal
    place: int
    won: int
    knock_outs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsOfEvent:
    """By player; none with a `problem`, of which `player` where it is that of one, 0 otherwise."""

    players: Mapping[int, PointsOfPlayer] = field(default_factory=dict)
    problem: FormulaError | None = None
    player: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NameShown:
    """A name of the formula with its value in this event; None for one that each player has another of."""

    name: str
    aliases: tuple[str, ...]
    value: Decimal | None


@dataclass(slots=True, kw_only=True)
class _Scorer:
    """What one player has done over all entries, money in minor units; `last` of the places that are shared. With
    `is_decided` the place stands.
    """

    player: int
    name: str
    place: int
    last: int
    is_in: bool = False
    is_decided: bool = True
    entries: list[int] = field(default_factory=list)
    buy_ins: int = 0
    paid: int = 0
    sold: list[Mapping[str, tuple[int, int]]] = field(default_factory=list)
    knock_outs: int = 0
    bounties: int = 0
    won: int = 0
    # By so many the first and the last of the places move up behind players who do not count.
    closed_up: int = 0
    closed_up_last: int = 0

    @property
    def rank(self) -> int:
        """The place among those who count; money and the final table go by the other."""
        return self.place - self.closed_up


def points_table(tournament: Tournament) -> PointsTable:
    """A dozen queries at most, whatever the number of players; none where the event gives no points."""
    text = tournament.options.points_formula
    if not text:
        return PointsTable()
    try:
        formula = read_formula(text)
    except FormulaError as error:
        return PointsTable(problem=error)
    found: list[tuple[_Scorer, Decimal]] = []
    problem = _score(tournament, formula, found)
    if problem is not None:
        return PointsTable(problem=problem, name=found[-1][0].name)
    return PointsTable(rows=_ranked(found), is_final=tournament.status == TournamentStatus.FINISHED)


def points_of_event(
    tournament: Tournament, text: str, *, shared_mean: bool = False, without: Collection[int] = ()
) -> PointsOfEvent:
    """What the formula gives each player, as `points_table`.

    shared_mean: players who share places are worked out with the mean of them. without: players who do not count; the
    places behind them close up. A dozen queries.
    """
    found: list[tuple[_Scorer, Decimal]] = []
    try:
        problem = _score(tournament, read_formula(text), found, shared_mean=shared_mean, without=without)
    except FormulaError as error:
        return PointsOfEvent(problem=error)
    if problem is not None:
        return PointsOfEvent(problem=problem, player=found[-1][0].player)
    return PointsOfEvent(
        players={
            each.player: PointsOfPlayer(points=own, place=each.rank, won=each.won, knock_outs=each.knock_outs)
            for each, own in found
        }
    )


def _score(
    tournament: Tournament,
    formula: PointsFormula,
    found: list[tuple[_Scorer, Decimal]],
    *,
    shared_mean: bool = False,
    without: Collection[int] = (),
) -> FormulaError | None:
    """Add each player with the points to `found`; what the formula stops at, whose player is then the last."""
    pool, ladder = _prizes(tournament)
    sold = _sold_in(tournament)
    of_event = _of_event(tournament, pool, ladder, sold)
    formula = settled(formula, of_event)
    for player in _of_players(tournament, sold, without=without):
        values = {**of_event, **_values(player, tournament, ladder, asked=formula.asks)}
        if shared_mean:
            values["rank"] = Decimal(player.rank + player.last - player.closed_up_last) / 2
        try:
            found.append((player, points(formula, values)))
        except FormulaError as error:
            found.append((player, Decimal(0)))
            return error
    return None


def names_shown(tournament: Tournament) -> tuple[NameShown, ...]:
    """What a formula may ask for, with the values of now. Four queries."""
    of_event = _of_event(tournament, *_prizes(tournament), _sold_in(tournament))
    return tuple(
        NameShown(name=each.name, aliases=each.aliases, value=of_event.get(each.name.casefold()))
        for each in NAMES
    )


def sample_points(
    formula: PointsFormula, tournament: Tournament, *, players: int, places_paid: int
) -> list[Decimal]:
    """By place what the formula gives in a field of so many, each with one entry at the price of this event and without
    a knock-out. The pool is shared alike. Raises FormulaError.
    """
    price, prize = _money(tournament.buy_in_total, tournament), _money(tournament.buy_in_prize, tournament)
    pot, nothing = prize * players, Decimal(0)
    of_event: dict[str, Decimal | int] = {
        "n": players,
        "buyins": players,
        "mr": places_paid,
        "pot": pot,
        "b": price,
        "totalBuyinsAmount": price * players,
        "totalRebuysAmount": 0,
        "totalAddOnsAmount": 0,
        "totalRebuys": 0,
        "totalAddOns": 0,
    }
    found = []
    for place in range(1, players + 1):
        won = pot / places_paid if place <= places_paid else nothing
        own: dict[str, Decimal | int] = {
            "rank": place,
            "inTheMoney": int(place <= places_paid),
            "finalTable": int(place <= tournament.seats_per_table),
            "numberOfHits": 0,
            "numberOfBuyins": 1,
            "numberOfRebuys": 0,
            "numberOfAddOns": 0,
            "buyinCost": price,
            "rebuyCost": 0,
            "addOnCost": 0,
            "totalCost": price,
            "prizeWinnings": won,
            "bountyWinnings": 0,
            "totalWinnings": won,
            "take": won - price,
        }
        found.append(points(formula, {**of_event, **own}))
    return found


def _money(amount: int, tournament: Tournament) -> Decimal:
    """In whole units of its currency, with cents behind the point."""
    return Decimal(amount) / minor_units(tournament.currency)


def _prizes(tournament: Tournament) -> tuple[PrizePool, Ladder]:
    """Two queries."""
    pool = prize_pool(tournament)
    return pool, ladder_as_it_is(tournament, pool=pool, entries=entries_counted(tournament))


def _of_event(tournament: Tournament, pool: PrizePool, ladder: Ladder, sold: Sold) -> Values:
    """By the name of the formula without capitals. One query, two where there are flights."""
    entries = entries_of_event(tournament)
    counts = entries.aggregate(
        entries=Count("pk"), players=Count("player", distinct=True), paid=Sum(_PAID, default=0)
    )
    return {
        "numberofplayers": Decimal(counts["entries"]),
        "buyins": Decimal(counts["players"]),
        "pot": _money(pool.total, tournament),
        "inthemoneyrank": Decimal(ladder.places_paid),
        "defaultbuyinfee": _money(tournament.buy_in_total, tournament),
        "totalrebuys": Decimal(sum(each.get("rebuy", (0, 0))[0] for each in sold.values())),
        "totaladdons": Decimal(sum(each.get("add_on", (0, 0))[0] for each in sold.values())),
        "totalbuyinsamount": _money(counts["paid"], tournament),
        "totalrebuysamount": _money(sum(each.get("rebuy", (0, 0))[1] for each in sold.values()), tournament),
        "totaladdonsamount": _money(sum(each.get("add_on", (0, 0))[1] for each in sold.values()), tournament),
    }


_PAID = F("paid_prize") + F("paid_fee") + F("paid_staff") + F("paid_bounty") + F("paid_other")
_PAID_FOR_CHIPS = F("paid_prize") + F("paid_fee") + F("paid_staff") + F("paid_bounty")


def _sold_in(tournament: Tournament) -> Sold:
    """By entry and kind how many chips were sold how often, and for how much. One query, two with flights."""
    sales = ChipSale.objects.filter(tournament__in=sharing_a_pool(tournament), undone_at=None)
    found: dict[int, dict[str, tuple[int, int]]] = defaultdict(dict)
    rows = sales.order_by().values_list("entry", "kind")
    for entry, kind, count, paid in rows.annotate(count=Count("pk"), paid=Sum(_PAID_FOR_CHIPS)):
        found[entry][kind] = (count, paid)
    return found


def _of_players(tournament: Tournament, sold: Sold, *, without: Collection[int]) -> Sequence[_Scorer]:
    """Each player of the event, the best place first. Four queries, five where there are flights."""
    players = _placed(tournament)
    owners = {entry: player for player, found in players.items() for entry in found.entries}
    # What was bought in a flight was bought for the event.
    bought = entries_of_event(tournament).annotate(paid=_PAID).values_list("pk", "player", "paid")
    for entry, player, paid in bought:
        if player in players:
            owners[entry] = player
            players[player].buy_ins += 1
            players[player].paid += paid
    for entry, bought_by_it in sold.items():
        if entry in owners:
            players[owners[entry]].sold.append(bought_by_it)
    taken: set[tuple[int, int, int]] = set()
    shares = BountyShare.objects.filter(tournament=tournament, undone_at=None).order_by("pk")
    columns = ("winner", "eliminated", "log_entry", "due", "is_at_the_end")
    for winner, eliminated, line, due, is_at_the_end in shares.values_list(*columns):
        if winner not in owners:
            continue
        scorer = players[owners[winner]]
        scorer.bounties += due
        # A player who has bought a rebuy may be knocked out again by the same one.
        if not is_at_the_end and (winner, eliminated, line) not in taken:
            taken.add((winner, eliminated, line))
            scorer.knock_outs += 1
    # What was awarded before its place is part of what that place pays.
    for entry, amount in prizes_decided(tournament).values_list("entry", "amount"):
        players[owners[entry]].won += amount
    in_order = sorted(players.values(), key=lambda each: each.place)
    left_out = [each.place for each in in_order if each.player in without]
    for each in in_order if left_out else ():
        each.closed_up = sum(place < each.place for place in left_out)
        each.closed_up_last = sum(place <= each.last for place in left_out)
    return [each for each in in_order if each.player not in without]


def _placed(tournament: Tournament) -> dict[int, _Scorer]:
    """By player their best place, of those who are still in by chips: the largest stack first, stacks that nobody knows
    last.
    """
    rows = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID).order_by("number")
    # No objects: a season reads tens of thousands of them.
    entries = list(rows.values_list(*_READ, named=True))
    still_in = [each for each in entries if each.status in LIVE and each.place_first is None]
    still_in.sort(key=lambda each: (not each.is_stack_known, -each.stack, each.number))
    before = sum(each.status == EntryStatus.SEAT_WON for each in entries)
    now = {each.pk: before + place for place, each in enumerate(still_in, start=1)}
    found: dict[int, _Scorer] = {}
    for entry in entries:
        place = now.get(entry.pk) or entry.place_first or len(entries)
        last = now.get(entry.pk) or entry.place_last or place
        name = name_shown(entry.player__name, entry.player__public_name)
        player = found.setdefault(
            entry.player, _Scorer(player=entry.player, name=name, place=place, last=last)
        )
        player.place, player.last = min((player.place, player.last), (place, last))
        player.is_in = player.is_in or entry.pk in now
        player.is_decided = player.is_decided and entry.pk not in now and entry.status != EntryStatus.SEAT_WON
        player.entries.append(entry.pk)
    return found


_READ: Final = (
    *("pk", "player", "number", "status", "stack", "is_stack_known", "place_first", "place_last"),
    *("player__name", "player__public_name"),
)


def _values(player: _Scorer, tournament: Tournament, ladder: Ladder, *, asked: Collection[str]) -> Values:
    """Those of the names that are asked for: a season works out tens of thousands of lines."""

    def of_sales(kind: str) -> tuple[int, int]:
        own = [each[kind] for each in player.sold if kind in each]
        return sum(count for count, _paid in own), sum(paid for _count, paid in own)

    (rebuys, rebuy_cost), (add_ons, add_on_cost) = of_sales("rebuy"), of_sales("add_on")
    of_ladder = ladder.prizes[player.place - 1] if player.place <= len(ladder.prizes) else 0
    # Of a place that is not decided what it pays as it stands.
    won = player.won or (0 if player.is_decided else of_ladder)
    paid = player.paid + rebuy_cost + add_on_cost
    money = {
        "buyincost": player.paid,
        "rebuycost": rebuy_cost,
        "addoncost": add_on_cost,
        "totalcost": paid,
        "prizewinnings": won,
        "bountywinnings": player.bounties,
        "totalwinnings": won + player.bounties,
        "take": won + player.bounties - paid,
    }
    numbers = {
        "rank": player.rank,
        "numberofhits": player.knock_outs,
        "numberofbuyins": player.buy_ins,
        "numberofrebuys": rebuys,
        "numberofaddons": add_ons,
        "inthemoney": int(player.place <= ladder.places_paid),
        "finaltable": int(player.place <= tournament.seats_per_table),
    }
    return {
        **{name: Decimal(value) for name, value in numbers.items() if name in asked},
        **{name: _money(amount, tournament) for name, amount in money.items() if name in asked},
    }


def _ranked(found: Sequence[tuple[_Scorer, Decimal]]) -> tuple[PointsRow, ...]:
    """The most points first, and of as many the better place."""
    rows: list[PointsRow] = []
    for player, own in sorted(found, key=lambda each: (-each[1], each[0].place)):
        is_alike = bool(rows) and rows[-1].points == own
        rows.append(
            PointsRow(
                rank=rows[-1].rank if is_alike else len(rows) + 1,
                name=player.name,
                place=player.place,
                is_in=player.is_in,
                knock_outs=player.knock_outs,
                points=own,
            )
        )
    return tuple(rows)
