"""The standings of a season: what its events gave each player, which of them count, and in which order players are.

No book rules it: leagues are the house's. What counts, and what decides between players with as many points, is said
on the page of the season.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations, groupby
from typing import Any, Final, Literal, TypeAlias, get_args

from tournament.rules.errors import RulesError
from tournament.rules.payouts.schemes import FixedShares

MOST_EVENTS: Final = 400
MOST_FORMULAS: Final = 12
MOST_POINTS: Final = Decimal(1_000_000)
# Points are kept to a thousandth, as those of a formula.
SMALLEST: Final = Decimal("0.001")
# A weight is in hundredths: 150 is one and a half times the points.
WHOLE_WEIGHT: Final = 100
MOST_WEIGHT: Final = 1_000


# What decides between players with as many points, in the order in which a season names them. Behind the alphabet
# nobody is level.
TieBreak = Literal["wins", "cashes", "best_place", "head_to_head", "knock_outs", "alphabet"]
TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)


class SeasonError(RulesError):
    """Rules of a season that cannot be; `params["field"]` names what is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaFrom:
    """The formula of events from that day on, at the venue; None: from the first."""

    text: str
    since: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules:
    """What counts in a season.

    best: so many results count, 0 for all. drop: so many of the events held are dropped, one that was missed first.
    least: a player is ranked from so many events on. attendance: points for each event played, dropped or not.
    shared_mean: players who share places have the mean of them, otherwise the better one. guests_close_up: the places
    behind guests move up, otherwise they stay. members_only: everybody else is a guest. split: of the season's money by
    rank, in millionths; nothing is paid without it. tie_breaks: what decides between as many points, first to last.
    """

    formulas: tuple[FormulaFrom, ...]
    best: int = 0
    drop: int = 0
    least: int = 0
    attendance: Decimal = Decimal(0)
    shared_mean: bool = False
    guests_close_up: bool = False
    members_only: bool = False
    split: tuple[int, ...] = ()
    tie_breaks: tuple[TieBreak, ...] = ("wins", "cashes", "best_place")

    def __post_init__(self) -> None:
        if not self.formulas or self.formulas[0].since is not None:
            raise SeasonError(
                "A season needs a formula for its first event.", code="no_formula", field="formula"
            )
        if len(self.formulas) > MOST_FORMULAS:
            raise SeasonError(
                "A season has at most %(most)s formulas.",
                code="too_many",
                field="formula",
                most=MOST_FORMULAS,
            )
        days = [each.since for each in self.formulas[1:]]
        if any(day is None for day in days) or len({*days}) < len(days):
            raise SeasonError("Two formulas hold from the same day.", code="same_day", field="since")
        if self.best and self.drop:
            raise SeasonError(
                "Say how many results count or how many are dropped, not both.", code="both", field="drop"
            )
        for name in ("best", "drop", "least"):
            if not 0 <= getattr(self, name) <= MOST_EVENTS:
                raise SeasonError("The number of events is out of range.", code="bad_number", field=name)
        if not 0 <= self.attendance <= MOST_POINTS:
            raise SeasonError("The points are out of range.", code="bad_points", field="attendance")
        if len({*self.tie_breaks}) < len(self.tie_breaks):
            raise SeasonError(
                "What decides between as many points is named twice.", code="named_twice", field="tie_breaks"
            )
        if "alphabet" in self.tie_breaks[:-1]:
            raise SeasonError(
                "Alphabetical order leaves nobody tied: name it last.",
                code="not_last",
                field="tie_breaks",
            )
        if self.split:
            FixedShares(shares=self.split)

    def formula_on(self, day: date | None) -> str:
        """That of an event on this day; of one without a day the newest."""
        held = [each for each in self.formulas if each.since is None or day is None or each.since <= day]
        return max(held, key=lambda each: each.since or date.min).text

    def counting(self, held: int) -> int:
        """How many results count after so many events."""
        return self.best or max(0, held - self.drop)

    def to_dict(self) -> dict[str, object]:
        """JSON-safe, as stored with a season."""
        formulas = [
            {"text": each.text, "since": each.since.isoformat() if each.since else None}
            for each in self.formulas
        ]
        listed = {
            "formulas": formulas,
            "split": list(self.split),
            "tie_breaks": list(self.tie_breaks),
        }
        return {**asdict(self), **listed, "attendance": str(self.attendance)}


def season_rules_from_dict(data: Mapping[str, Any]) -> SeasonRules:
    """The rules that `to_dict` wrote."""
    formulas = tuple(
        FormulaFrom(text=each["text"], since=date.fromisoformat(each["since"]) if each["since"] else None)
        for each in data["formulas"]
    )
    # A season of before there were some has none of them in its data.
    listed = {name: tuple(data[name]) for name in ("split", "tie_breaks") if name in data}
    return SeasonRules(**{**data, "formulas": formulas, "attendance": Decimal(data["attendance"]), **listed})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """What one event gave one player, before its weight. `has_cashed`: the place was in the money."""

    points: Decimal
    place: int
    has_cashed: bool = False
    knock_outs: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EventScored:
    """One event of a season: weight in hundredths; a finale counts beside the results of which the best count."""

    event: int
    results: Mapping[int, Scored]
    weight: int = WHOLE_WEIGHT
    is_finale: bool = False

    def weighted(self, points: Decimal) -> Decimal:
        """Rounded half up to a thousandth."""
        return (points * self.weight / WHOLE_WEIGHT).quantize(SMALLEST, rounding=ROUND_HALF_UP)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultShown:
    """One event in the sum of a player: its points with their weight, and whether they count."""

    event: int
    place: int
    points: Decimal
    is_counted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """One player: `points` are those that count, for attendance and adjusted by hand included; `rank` 0 without one."""

    player: int
    points: Decimal
    results: tuple[ResultShown, ...] = ()
    attendance: Decimal = Decimal(0)
    adjusted: Decimal = Decimal(0)
    rank: int = 0
    wins: int = 0
    cashes: int = 0
    best_place: int = 0
    knock_outs: int = 0

    @property
    def played(self) -> int:
        return len(self.results)

    def to_dict(self) -> dict[str, object]:
        """JSON-safe, as kept with a season that is frozen."""
        results = [{**asdict(each), "points": str(each.points)} for each in self.results]
        numbers = {name: str(getattr(self, name)) for name in _NUMBERS}
        return {**asdict(self), **numbers, "results": results}


_NUMBERS: Final = ("points", "attendance", "adjusted")


def season_line_from_dict(data: Mapping[str, Any]) -> SeasonLine:
    """The line that `to_dict` wrote."""
    results = tuple(ResultShown(**{**each, "points": Decimal(each["points"])}) for each in data["results"])
    numbers = {name: Decimal(data[name]) for name in _NUMBERS}
    return SeasonLine(**{**data, **numbers, "results": results})


def season_table(
    events: Sequence[EventScored],
    rules: SeasonRules,
    *,
    adjusted: Mapping[int, Decimal],
    guests: Collection[int] = (),
    alphabet: Sequence[int] = (),
) -> tuple[SeasonLine, ...]:
    """Everybody who has played or was adjusted, guests left out: those with a rank in its order, then the others.

    Players whom nothing tells apart share a rank. alphabet: everybody in the order of their names, where that decides.
    """
    by_name = {player: at for at, player in enumerate(alphabet)}
    keys = [_key_of(tie_break, by_name) for tie_break in rules.tie_breaks]
    counting = rules.counting(sum(not each.is_finale for each in events))
    players = {player for each in events for player in each.results} | {*adjusted}
    lines = [
        _line(player, events, rules, counting=counting, adjusted=adjusted.get(player, Decimal(0)))
        for player in sorted(players - {*guests})
    ]
    rows: list[SeasonLine] = []
    for alike in _in_order([line for line in lines if line.played >= rules.least], keys):
        rank = len(rows) + 1
        rows += [replace(line, rank=rank) for line in alike]
    others = _in_order([line for line in lines if line.played < rules.least], keys)
    return (*rows, *(line for alike in others for line in alike))


_Key: TypeAlias = Callable[[Sequence[SeasonLine]], Mapping[int, Decimal | int]]


def _in_order(lines: Sequence[SeasonLine], keys: Sequence[_Key]) -> list[list[SeasonLine]]:
    """The most points first; together those whom nothing tells apart."""
    groups = _split_by([[*lines]], lambda group: {line.player: -line.points for line in group})
    for key in keys:
        groups = _split_by(groups, key)
    return groups


def _split_by(groups: Sequence[list[SeasonLine]], key: _Key) -> list[list[SeasonLine]]:
    """Each group in several, the lowest key first."""
    found: list[list[SeasonLine]] = []
    for group in groups:
        if len(group) < 2:
            found += [group] if group else []
            continue
        keys = key(group)
        ordered = sorted(group, key=lambda line: keys[line.player])
        found += [[*each] for _key, each in groupby(ordered, key=lambda line: keys[line.player])]
    return found


def _ahead(group: Sequence[SeasonLine]) -> Mapping[int, int]:
    """By player how often others of the group were ahead, less how often they were behind, in the events of both."""
    places = {line.player: {each.event: each.place for each in line.results} for line in group}
    behind = dict.fromkeys(places, 0)
    for one, other in combinations(places, 2):
        for event in places[one].keys() & places[other].keys():
            lead = places[one][event] - places[other][event]
            behind[one] += (lead > 0) - (lead < 0)
            behind[other] += (lead < 0) - (lead > 0)
    return behind


_KEYS: Final[Mapping[TieBreak, _Key]] = {
    "wins": lambda group: {line.player: -line.wins for line in group},
    "cashes": lambda group: {line.player: -line.cashes for line in group},
    # Who has played nothing has the worst place.
    "best_place": lambda group: {line.player: line.best_place or MOST_EVENTS * MOST_EVENTS for line in group},
    "head_to_head": _ahead,
    "knock_outs": lambda group: {line.player: -line.knock_outs for line in group},
}


def _key_of(tie_break: TieBreak, by_name: Mapping[int, int]) -> _Key:
    if tie_break == "alphabet":
        return lambda group: {line.player: by_name[line.player] for line in group}
    return _KEYS[tie_break]


def _line(
    player: int, events: Sequence[EventScored], rules: SeasonRules, *, counting: int, adjusted: Decimal
) -> SeasonLine:
    own = [(each, each.results[player]) for each in events if player in each.results]
    points = {each.event: each.weighted(scored.points) for each, scored in own}
    # Of as many points the earlier result counts.
    best = sorted((each for each, _ in own if not each.is_finale), key=lambda each: -points[each.event])
    counted = {each.event for each in best[:counting]} | {each.event for each, _ in own if each.is_finale}
    attendance = rules.attendance * len(own)
    return SeasonLine(
        player=player,
        points=sum((points[event] for event in counted), Decimal(0)) + attendance + adjusted,
        results=tuple(
            ResultShown(
                event=each.event,
                place=scored.place,
                points=points[each.event],
                is_counted=each.event in counted,
            )
            for each, scored in own
        ),
        attendance=attendance,
        adjusted=adjusted,
        wins=sum(scored.place == 1 for _, scored in own),
        cashes=sum(scored.has_cashed for _, scored in own),
        best_place=min((scored.place for _, scored in own), default=0),
        knock_outs=sum(scored.knock_outs for _, scored in own),
    )
