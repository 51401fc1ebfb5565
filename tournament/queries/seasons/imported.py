"""What imported events give in a season: they never change, but who the players are by now may."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from django.db.models import QuerySet

from tournament.models import ImportedEvent, ImportedResult, Season, SeasonImport
from tournament.plans.plan import TABLE_SEATS
from tournament.queries.names import as_merged
from tournament.queries.points import PointsOfEvent, PointsOfPlayer, Scoring, Values
from tournament.rules.payouts.money import minor_units
from tournament.rules.points.errors import FormulaError
from tournament.rules.points.formula import read_formula

# No file says how many sit at a final table: as many as at a table of a new tournament.
FINAL_TABLE: Final = TABLE_SEATS


def imports_in(season: Season) -> QuerySet[SeasonImport]:
    """The imported events that count in it."""
    rows = SeasonImport.objects.filter(season=season, undone_line=None)
    return rows.select_related("event").defer("event__data").order_by("event__day", "pk")


def imports_left_out(season: Season) -> QuerySet[ImportedEvent]:
    """Those that counted in it and were taken out by now."""
    counted = SeasonImport.objects.filter(season=season, undone_line=None).values("event")
    once = SeasonImport.objects.filter(season=season).values("event")
    events = ImportedEvent.objects.filter(pk__in=once).exclude(pk__in=counted)
    return events.defer("data").order_by("day", "pk")


def merged_in(events: Collection[int]) -> Mapping[int, int]:
    """Of those who played in these events and were merged since: who they are by now. One query, more for some."""
    if not events:
        return {}
    rows = ImportedResult.objects.filter(event__in=events).exclude(player__merged_into=None)
    gone = set(rows.values_list("player", flat=True))
    return as_merged(gone) if gone else {}


@dataclass(slots=True, kw_only=True)
class _Played:
    """What one player has done in the event, money in whole units."""

    player: int
    place: int
    last: int
    entries: int
    rebuys: int
    add_ons: int
    spent: Decimal
    prize: Decimal
    knock_outs: Decimal
    points: Decimal | None
    adjustment: Decimal
    closed_up: int = 0
    closed_up_last: int = 0

    @property
    def rank(self) -> int:
        return self.place - self.closed_up


def points_of_import(
    event_id: int,
    text: str,
    *,
    shared_mean: bool = False,
    without: Collection[int] = (),
    merged: Mapping[int, int] | None = None,
) -> PointsOfEvent:
    """What the formula gives each player, as `points_of_event`; a list that has points of its own keeps them, and what
    was given by hand then is given. Two queries.

    A player without a place has the worst of those that nobody has.
    """
    event = ImportedEvent.objects.get(pk=event_id)
    everybody = _everybody(event, merged or {})
    prices = _prices(event)
    of_event = _of_event(event, everybody, prices)
    found: dict[int, PointsOfPlayer] = {}
    try:
        scoring = Scoring(read_formula(text), of_event)
    except FormulaError as error:
        return PointsOfEvent(problem=error)
    for each in _counted(everybody, without):
        own = scoring.player(
            _values(each, of_event, prices),
            first=each.rank,
            last=each.last - each.closed_up_last if shared_mean else each.rank,
            won=int(each.prize * minor_units(event.currency)),
            knock_outs=int(each.knock_outs),
        )
        if each.points is not None:
            own = replace(own, points=each.points, how=(), problem=None)
        found[each.player] = replace(own, points=own.points + each.adjustment)
    return PointsOfEvent(players=found)


def _everybody(event: ImportedEvent, merged: Mapping[int, int]) -> list[_Played]:
    """The best place first. Two of the file who are one person by now are one: the better place counts."""
    rows = list(ImportedResult.objects.filter(event=event).order_by("number"))
    unit = minor_units(event.currency)
    free = {*range(1, len(rows) + 1)} - {row.place for row in rows}
    worst = max(free, default=len(rows))
    sharing = [row.place for row in rows]
    found: dict[int, _Played] = {}
    for row in rows:
        place = row.place or worst
        played = _Played(
            player=merged.get(row.player_id, row.player_id),
            place=place,
            last=place + sharing.count(row.place) - 1 if row.place else place,
            entries=row.entries,
            rebuys=row.rebuys,
            add_ons=row.add_ons,
            spent=Decimal(row.spent) / unit,
            prize=Decimal(row.prize) / unit,
            knock_outs=row.knock_outs,
            points=row.points,
            adjustment=row.points_adjustment,
        )
        other = found.get(played.player)
        found[played.player] = played if other is None else _one_of(other, played)
    return sorted(found.values(), key=lambda each: each.place)


def _one_of(one: _Played, other: _Played) -> _Played:
    better = min(one, other, key=lambda each: each.place)
    for name in ("entries", "rebuys", "add_ons", "spent", "prize", "knock_outs"):
        setattr(better, name, getattr(one, name) + getattr(other, name))
    return better


def _counted(everybody: Iterable[_Played], without: Collection[int]) -> list[_Played]:
    """Those who count, with the places behind the others closed up."""
    in_order = list(everybody)
    left_out = [each.place for each in in_order if each.player in without]
    for each in in_order if left_out else ():
        each.closed_up = sum(place < each.place for place in left_out)
        each.closed_up_last = sum(place <= each.last for place in left_out)
    return [each for each in in_order if each.player not in without]


def _prices(event: ImportedEvent) -> Values:
    """By kind the first price of it, in whole units; 0 where there is none."""
    found = {kind: Decimal(0) for kind in ("buy_in", "rebuy", "add_on")}
    for each in reversed(event.data["prices"]):
        found[each["kind"]] = Decimal(each["amount"]) / 100
    return found


def _of_event(event: ImportedEvent, everybody: Collection[_Played], prices: Values) -> Values:
    """By the name of the formula without capitals."""
    paid = [each.place for each in everybody if each.prize]
    rebuys, add_ons = sum(each.rebuys for each in everybody), sum(each.add_ons for each in everybody)
    for_rebuys, for_add_ons = rebuys * prices["rebuy"], add_ons * prices["add_on"]
    spent = sum((each.spent for each in everybody), Decimal(0))
    return {
        # With those whom the file does not name.
        "numberofplayers": Decimal(len(everybody) + event.players - len(event.data["players"])),
        "numberofentries": Decimal(event.entries),
        "pot": Decimal(event.pool) / minor_units(event.currency),
        "inthemoneyrank": Decimal(max(paid, default=len(event.data["prizes"]))),
        "defaultbuyinfee": prices["buy_in"],
        "totalrebuys": Decimal(rebuys),
        "totaladdons": Decimal(add_ons),
        "totalbuyinsamount": spent - for_rebuys - for_add_ons,
        "totalrebuysamount": for_rebuys,
        "totaladdonsamount": for_add_ons,
    }


def _values(each: _Played, of_event: Values, prices: Values) -> Values:
    for_rebuys, for_add_ons = each.rebuys * prices["rebuy"], each.add_ons * prices["add_on"]
    return {
        "rank": Decimal(each.rank),
        "numberofhits": each.knock_outs,
        "numberofbuyins": Decimal(each.entries),
        "numberofrebuys": Decimal(each.rebuys),
        "numberofaddons": Decimal(each.add_ons),
        "inthemoney": Decimal(each.place <= of_event["inthemoneyrank"]),
        "finaltable": Decimal(each.place <= FINAL_TABLE),
        "buyincost": each.spent - for_rebuys - for_add_ons,
        "rebuycost": for_rebuys,
        "addoncost": for_add_ons,
        "totalcost": each.spent,
        "prizewinnings": each.prize,
        "bountywinnings": Decimal(0),
        "totalwinnings": each.prize,
        "take": each.prize - each.spent,
    }
