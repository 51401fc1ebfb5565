"""A plan with what an imported event had: its structure, its chips, its prices, its formula, each alone or together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final

from tournament.plans.plan import TournamentPlan
from tournament.plans.ready_made import bare_plan
from tournament.rules.payouts.money import BuyIn, minor_units
from tournament.rules.payouts.prices import PriceProfile
from tournament.rules.points.errors import FormulaError
from tournament.rules.points.formula import read_formula
from tournament.rules.structure.level_games import AnteKind
from tournament.rules.structure.levels import Break, Level, Period
from tournament.rules.structure.periods import Structure

PARTS: Final = ("structure", "chips", "prices", "formula")


def parts_of(data: Mapping[str, Any]) -> tuple[str, ...]:
    """What an event has to take, of PARTS; `data` as EarlierEvent.to_dict has it."""
    has = {
        "structure": any(not each["is_break"] and each["big_blind"] for each in data["levels"]),
        "chips": bool(data["chips"]),
        "prices": any(each["kind"] == "buy_in" for each in data["prices"]),
        "formula": bool(data["formula"]),
    }
    return tuple(part for part in PARTS if has[part])


def formula_problem(data: Mapping[str, Any]) -> FormulaError | None:
    """Why its formula of points cannot be had here; None where it can, or there is none."""
    try:
        if data["formula"]:
            read_formula(data["formula"])
    except FormulaError as error:
        return error
    return None


def plan_from_import(
    data: Mapping[str, Any], *, name: str, currency: str, parts: Collection[str]
) -> TournamentPlan:
    """A new event with these parts of an imported one. Raises RulesError for a structure that cannot be played."""
    plan = replace(bare_plan(name=name), currency=currency)
    if "structure" in parts:
        plan = replace(plan, structure=Structure(periods=tuple(map(_period, data["levels"]))))
    if "chips" in parts:
        plan = replace(plan, chip_values=tuple(sorted({*data["chips"]})))
    if "prices" in parts:
        plan = _with_prices(plan, [each for each in data["prices"] if each["kind"] == "buy_in"])
    if "formula" in parts:
        plan = replace(plan, points_formula=data["formula"])
    return plan


def _period(level: Mapping[str, Any]) -> Period:
    if level["is_break"]:
        return Break(duration_seconds=level["duration_seconds"])
    return Level(
        small_blind=level["small_blind"],
        big_blind=level["big_blind"],
        ante=level["ante"],
        ante_kind=_ante_kind(level),
        duration_seconds=level["duration_seconds"],
    )


def _ante_kind(level: Mapping[str, Any]) -> AnteKind:
    """A file does not say who pays it: one as large as the big blind is paid by one player for all."""
    if not level["ante"]:
        return "none"
    return "big_blind" if level["ante"] >= level["big_blind"] else "classic"


def _with_prices(plan: TournamentPlan, prices: list[Mapping[str, Any]]) -> TournamentPlan:
    """The first buy-in is that of the settings, the others are further prices."""
    first, *others = prices
    unit = minor_units(plan.currency)

    def amount(minor: int) -> int:
        return minor * unit // 100

    further = tuple(
        PriceProfile(
            name=each["name"],
            price=BuyIn(prize=amount(each["amount"] - each["fee"]), fee=amount(each["fee"])),
        ).to_dict()
        for each in others
        if each["name"]
    )
    return replace(
        plan,
        buy_in_prize=amount(first["amount"] - first["fee"]),
        buy_in_fee=amount(first["fee"]),
        starting_stack=first["chips"] or plan.starting_stack,
        price_data=further,
    )
