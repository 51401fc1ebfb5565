"""Points of an event by its formula: as they are once it is over, before as if it ended now.

A player has one line, however many entries: the best place counts, and the places behind the other entries close up, as
those behind players who do not count do. Those still in are placed by chips. A player who is out in a flight shares the
places behind those who came to Day 2; entries and knock-outs of flights count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from typing import Final

from django.db.models import Count, F, QuerySet, Sum

from tournament.models import (
    BountyShare,
    ChipSale,
    Entry,
    EntryStatus,
    Tournament,
    TournamentStatus,
    name_shown,
)
from tournament.queries.flights import (
    LIVE,
    entries_counted,
    entries_of_event,
    flights_of,
    sharing_a_pool,
)
from tournament.queries.payouts.decided import prizes_decided
from tournament.queries.payouts.ladder import ladder_as_it_is, prize_pool
from tournament.rules.payouts.ladders import Ladder
from tournament.rules.payouts.money import PrizePool, minor_units
from tournament.rules.points.errors import FormulaError
from tournament.rules.points.evaluation import PLACES, points, settled
from tournament.rules.points.formula import PointsFormula, read_formula
from tournament.rules.points.names import BY_KEY, NAMES

Values = Mapping[str, Decimal]
Sold = Mapping[int, Mapping[str, tuple[int, int]]]
KnockOuts = Callable[[QuerySet[Entry]], Iterable[int]]

_knock_outs: Final[list[KnockOuts]] = []


def register_knock_outs(knock_outs: KnockOuts) -> None:
    """Of these entries those that have knocked somebody out, each as often as it has: alone or with others."""
    _knock_outs.append(knock_outs)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameShown:
    """A name of the formula with its value in this event; None for one that each player has another of."""

    name: str
    aliases: tuple[str, ...]
    value: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsRow:
    """`rank` by points, alike for those with as many; `place` in the event, `is_in`: as if it ended now. `how`: the
    names of the formula with their values. `problem`: why the formula gives this player none; the rank is 0 then.
    """

    player: int
    rank: int
    name: str
    place: int
    is_in: bool
    knock_outs: int
    points: Decimal
    how: tuple[tuple[str, Decimal], ...]
    problem: FormulaError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsTable:
    """`problem` is why nobody has points."""

    rows: tuple[PointsRow, ...] = ()
    is_final: bool = False
    formula: str = ""
    problem: FormulaError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsOfPlayer:
    """What one event gave one player; won in minor units.

    place, last: the places that count for the points, shared where they differ. how: the value of each name that the
    formula asks for. problem: why it gives this player none.
    """

    points: Decimal
    place: int
    last: int
    won: int
    knock_outs: int
    how: tuple[tuple[str, Decimal], ...] = ()
    problem: FormulaError | None = None


@dataclass(frozen=True, kw_only=True)
class PointsOfEvent:
    """By player; none where the formula cannot be read, which is the `problem`."""

    players: Mapping[int, PointsOfPlayer] = field(default_factory=dict)
    problem: FormulaError | None = None

    @cached_property
    def as_text(self) -> Mapping[str, str]:
        """By player the points, as they are kept when the event ends."""
        return {str(player): str(own.points) for player, own in self.players.items()}


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
    # By so many the first and the last of the places move up behind entries that do not count.
    closed_up: int = 0
    closed_up_last: int = 0

    @property
    def rank(self) -> int:
        """The place among those who count; money and the final table go by the other."""
        return self.place - self.closed_up

    @property
    def last_rank(self) -> int:
        return self.last - self.closed_up_last


def points_table(tournament: Tournament) -> PointsTable:
    """A dozen queries at most, whatever the number of players; none where the event gives no points."""
    text = tournament.options.points_formula
    if not text:
        return PointsTable()
    try:
        formula = read_formula(text)
    except FormulaError as error:
        return PointsTable(problem=error)
    rows = _ranked(_scored(tournament, formula))
    return PointsTable(rows=rows, is_final=tournament.status == TournamentStatus.FINISHED, formula=text)


def points_of_event(
    tournament: Tournament, text: str, *, shared_mean: bool = False, without: Collection[int] = ()
) -> PointsOfEvent:
    """What the formula gives each player, as `points_table`.

    shared_mean: players who share places have the mean of what these give. without: players who do not count; the
    places behind them close up. A dozen queries.
    """
    try:
        formula = read_formula(text)
    except FormulaError as error:
        return PointsOfEvent(problem=error)
    found = _scored(tournament, formula, shared_mean=shared_mean, without=without)
    return PointsOfEvent(players={scorer.player: own for scorer, own in found})


def _scored(
    tournament: Tournament,
    formula: PointsFormula,
    *,
    shared_mean: bool = False,
    without: Collection[int] = (),
) -> list[tuple[_Scorer, PointsOfPlayer]]:
    """The best place first."""
    pool, ladder = _prizes(tournament)
    sold = _sold_in(tournament)
    scoring = Scoring(formula, _of_event(tournament, pool, ladder, sold))
    found = []
    for scorer in _of_players(tournament, sold, without=without):
        of_player = scoring.player(
            _values(scorer, tournament, ladder, asked=formula.asks),
            first=scorer.rank,
            last=scorer.last_rank if shared_mean else scorer.rank,
            won=scorer.won,
            knock_outs=scorer.knock_outs,
        )
        found.append((scorer, of_player))
    return found


@dataclass(slots=True)
class Scoring:
    """A formula for the players of one event: what they all have in common is worked out once."""

    formula: PointsFormula
    of_event: Values
    _common: PointsFormula = field(init=False)
    # By the key of a value the name that is shown.
    _asked: list[tuple[str, str]] = field(init=False)
    # Hundreds who are out in flights share their places, and most have the same values.
    _of_places: dict[tuple[object, ...], Decimal] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.of_event = {key: value for key, value in self.of_event.items() if key in self.formula.asks}
        self._common = settled(self.formula, self.of_event)
        self._asked = [(key, each.name) for key, each in BY_KEY.items() if key in self.formula.asks]

    def player(self, own: Values, *, first: int, last: int, won: int, knock_outs: int) -> PointsOfPlayer:
        """What it gives with these values, of shared places the mean of what each gives; none where it cannot be
        worked out.
        """
        values = {**self.of_event, **own}
        given, problem = Decimal(0), None
        try:
            given = self._given(values, first, last)
        except FormulaError as error:
            problem = error
        return PointsOfPlayer(
            points=given,
            place=first,
            last=last,
            won=won,
            knock_outs=knock_outs,
            how=tuple((name, values[key]) for key, name in self._asked),
            problem=problem,
        )

    def _given(self, values: Values, first: int, last: int) -> Decimal:
        """Rounded half up to a thousandth. Raises FormulaError."""
        if first == last:
            return points(self._common, values)
        key = (first, last, *(value for name, value in values.items() if name != "rank"))
        if key not in self._of_places:
            places = map(Decimal, range(first, last + 1))
            all_of_them = sum(
                (points(self._common, {**values, "rank": place}) for place in places), Decimal(0)
            )
            self._of_places[key] = (all_of_them / (last - first + 1)).quantize(PLACES, ROUND_HALF_UP)
        return self._of_places[key]


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
        "entries": players,
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
        "numberofplayers": Decimal(counts["players"]),
        "numberofentries": Decimal(counts["entries"]),
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
    """Each player of the event, the best place first. Six queries, ten where there are flights."""
    players, others = _placed(tournament)
    _add_out_in_flights(tournament, players)
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
    shares = BountyShare.objects.filter(tournament__in=sharing_a_pool(tournament), undone_at=None)
    for winner, due in shares.order_by().values_list("winner").annotate(due=Sum("due")):
        if winner in owners:
            players[owners[winner]].bounties += due
    for knock_outs in _knock_outs:
        for winner in knock_outs(Entry.objects.filter(tournament__in=sharing_a_pool(tournament))):
            if winner in owners:
                players[owners[winner]].knock_outs += 1
    # What was awarded before its place is part of what that place pays.
    for entry, amount in prizes_decided(tournament).values_list("entry", "amount"):
        players[owners[entry]].won += amount
    in_order = sorted(players.values(), key=lambda each: each.place)
    left_out = [*others, *(each.place for each in in_order if each.player in without)]
    for each in in_order if left_out else ():
        each.closed_up = sum(place < each.place for place in left_out)
        each.closed_up_last = sum(place <= each.last for place in left_out)
    return [each for each in in_order if each.player not in without]


def _add_out_in_flights(tournament: Tournament, players: dict[int, _Scorer]) -> None:
    """Those who are out in flights and in no other, on the places behind all who came to Day 2. Three queries where
    there are flights.
    """
    if not (players and tournament.has_flights):
        return
    flights = flights_of(tournament)
    standing = Entry.objects.filter(tournament__in=flights).exclude(status=EntryStatus.VOID)
    still_in = {*standing.filter(status__in=LIVE).values_list("player", flat=True)}
    names = ("player", "player__name", "player__public_name")
    out = {
        row[0]: row
        for row in standing.values_list(*names)
        if row[0] not in still_in and row[0] not in players
    }
    first = 1 + max(each.last for each in players.values())
    last = first + len(out) - 1
    for player, name, public_name in out.values():
        players[player] = _Scorer(player=player, name=name_shown(name, public_name), place=first, last=last)


def _placed(tournament: Tournament) -> tuple[dict[int, _Scorer], list[int]]:
    """By player their best place, of those who are still in by chips: the largest stack first, stacks that nobody knows
    last. And the places of their other entries.
    """
    rows = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID).order_by("number")
    # No objects: a season reads tens of thousands of them.
    entries = list(rows.values_list(*_READ, named=True))
    still_in = [each for each in entries if each.status in LIVE and each.place_first is None]
    still_in.sort(key=lambda each: (not each.is_stack_known, -each.stack, each.number))
    before = sum(each.status == EntryStatus.SEAT_WON for each in entries)
    now = {each.pk: before + place for place, each in enumerate(still_in, start=1)}
    found: dict[int, _Scorer] = {}
    others: list[int] = []
    for entry in entries:
        place = now.get(entry.pk) or entry.place_first or len(entries)
        last = now.get(entry.pk) or entry.place_last or place
        name = name_shown(entry.player__name, entry.player__public_name)
        if entry.player in found:
            others.append(max(found[entry.player].place, place))
        player = found.setdefault(
            entry.player, _Scorer(player=entry.player, name=name, place=place, last=last)
        )
        player.place, player.last = min((player.place, player.last), (place, last))
        player.is_in = player.is_in or entry.pk in now
        player.is_decided = player.is_decided and entry.pk not in now and entry.status != EntryStatus.SEAT_WON
        player.entries.append(entry.pk)
    return found, others


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


def _ranked(found: Sequence[tuple[_Scorer, PointsOfPlayer]]) -> tuple[PointsRow, ...]:
    """The most points first, and of as many the better place; at the end those for whom there are none."""
    rows: list[PointsRow] = []
    for scorer, own in sorted(
        found, key=lambda each: (each[1].problem is not None, -each[1].points, each[0].place)
    ):
        is_alike = bool(rows) and rows[-1].points == own.points
        rank = rows[-1].rank if is_alike else len(rows) + 1
        rows.append(
            PointsRow(
                player=scorer.player,
                rank=0 if own.problem else rank,
                name=scorer.name,
                place=scorer.place,
                is_in=scorer.is_in,
                knock_outs=scorer.knock_outs,
                points=own.points,
                how=own.how,
                problem=own.problem,
            )
        )
    return tuple(rows)
