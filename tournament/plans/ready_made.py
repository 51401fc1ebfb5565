"""The plans to start from: the ready-made tournaments, and one with nothing decided."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from tournament.plans.plan import TournamentPlan
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.rules.structure.levels import Break, Level, Period
from tournament.rules.structure.periods import Structure
from tournament.rules.templates.catalogue import TEMPLATES
from tournament.rules.templates.parts import TournamentTemplate

_END_OF_DAY: Final = re.compile(r"End of day (\d+)")


def plan_from_template(key: str, *, name: str) -> TournamentPlan:
    """The plan of template `key` of `tournament.rules.templates.catalogue`; KeyError if there is none.

    The labels of its breaks are written once, in the active language: from then on they are the
    director's own words.
    """
    plan = plan_like(TEMPLATES[key], name=name)
    periods = tuple(_translated(period) for period in plan.structure.periods)
    return replace(
        plan, structure=Structure(periods=periods), entries_per_player=plan.entries_per_player or 0
    )


def plan_like(template: TournamentTemplate, *, name: str) -> TournamentPlan:
    """A ready-made tournament as a plan of one's own, to be changed with `dataclasses.replace`."""
    return TournamentPlan(
        name=name,
        buy_in_prize=template.buy_in.prize,
        buy_in_fee=template.buy_in.fee,
        buy_in_staff=template.buy_in.staff,
        buy_in_bounty=template.buy_in.bounty,
        buy_in_other=template.buy_in.other,
        starting_stack=template.starting_stack,
        seats_per_table=template.seats_per_table,
        entries_per_player=template.entries_per_player,
        late_registration_level=template.late_registration_level,
        chip_values=template.chip_values,
        structure=template.structure,
        payout_scheme_data=payout_scheme_to_dict(template.payout_scheme),
        payout_unit=template.rounding_unit,
        rule_profile=template.rule_profile,
        rule_overrides={},
    )


def bare_plan(*, name: str) -> TournamentPlan:
    """A freeze-out without a buy-in and with one level: the director decides the rest."""
    level = Level(small_blind=25, big_blind=50, duration_seconds=20 * 60)
    return TournamentPlan(
        name=name,
        starting_stack=10_000,
        structure=Structure(periods=(level,)),
        payout_scheme_data=payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000))),
        rule_overrides={},
    )


def _translated(period: Period) -> Period:
    if not isinstance(period, Break):
        return period
    end = _END_OF_DAY.fullmatch(period.label)
    if end is not None:
        return replace(period, label=_("End of day %(day)s") % {"day": end[1]})
    return replace(period, label=_("Dinner")) if period.label == "Dinner" else period
