"""What helps to write a formula of points, on each page that has a box for one: what it gives by place, as it is typed,
and what it may ask for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from tournament.forms.prizes.points import MOST_PLAYERS, PointsForm
from tournament.models import Tournament
from tournament.queries.points import NameShown, sample_points
from tournament.rules.points.errors import FormulaError
from tournament.rules.points.formula import read_formula
from tournament.rules.points.presets import PRESETS
from tournament.words.points import MEANINGS
from tournament.words.points import PRESETS as PRESET_NAMES
from tournament.words.rules import say_error

# The drawing: how wide it is and how high, in units of its own.
WIDTH: Final = 600
HEIGHT: Final = 200


@dataclass(frozen=True, slots=True)
class Graph:
    """Points by place: `line` has a corner a place, from left to right; the axis of 0 lies at `zero`."""

    line: str
    zero: float
    highest: Decimal
    lowest: Decimal


@dataclass(frozen=True, slots=True)
class Tried:
    """Points by place, with their graph where there are any, or what is wrong with the formula and where."""

    sample: list[tuple[int, Decimal]]
    graph: Graph | None
    problem: str


def sample_field(names: Iterable[NameShown]) -> dict[str, int]:
    """How many players and paid places a formula is tried with first: as many as the event has."""
    now = {each.name: int(each.value or 0) for each in names}
    return {
        "players": min(MOST_PLAYERS, max(2, now.get("numberOfPlayers") or 30)),
        "places": min(MOST_PLAYERS, max(1, now.get("inTheMoneyRank") or 5)),
    }


def formula_help(names: Iterable[NameShown]) -> dict[str, Any]:
    """The formulas to start from, and what each name means."""
    return {
        "presets": [(PRESET_NAMES[word], text) for word, text in PRESETS.items()],
        "names": [(each, MEANINGS[each.name]) for each in names],
    }


def formula_tried(tournament: Tournament, typed: Mapping[str, Any]) -> Tried:
    """What a formula gives by place at the prices of the event. `typed`: as `PointsForm` has it."""
    sample, problem = _sample(tournament, PointsForm(typed))
    return Tried(
        sample=list(enumerate(sample, start=1)),
        graph=_graph(sample) if len(sample) > 1 else None,
        problem=problem,
    )


def _sample(tournament: Tournament, form: PointsForm) -> tuple[list[Decimal], str]:
    """Points by place, or what is wrong with the formula for one of them."""
    if not form.is_valid():
        name, (text, *_more) = next(iter(form.errors.items()))
        return [], str(text) if name == "formula" else f"{form[name].label}: {text}"
    if not form.cleaned_data["formula"]:
        return [], ""
    try:
        formula = read_formula(form.cleaned_data["formula"])
        players, places = form.cleaned_data["players"], form.cleaned_data["places"]
        return sample_points(formula, tournament, players=players, places_paid=places), ""
    except FormulaError as error:
        return [], say_error(error)


def _graph(sample: Sequence[Decimal]) -> Graph:
    highest, lowest = max(*sample, Decimal(0)), min(*sample, Decimal(0))
    span = (highest - lowest) or Decimal(1)

    def height(value: Decimal) -> float:
        return round(float((highest - value) / span) * HEIGHT, 1)

    step = WIDTH / (len(sample) - 1)
    line = " ".join(f"{round(at * step, 1)},{height(value)}" for at, value in enumerate(sample))
    return Graph(line=line, zero=height(Decimal(0)), highest=highest, lowest=lowest)
