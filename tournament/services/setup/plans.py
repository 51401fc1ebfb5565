"""The plan of a tournament: all that its director decides, and the plans to start from."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.rules.structure.levels import Break, Level, Period
from tournament.rules.structure.periods import Structure
from tournament.rules.templates.catalogue import TEMPLATES
from tournament.rules.templates.parts import TournamentTemplate

_END_OF_DAY = re.compile(r"End of day (\d+)")

# What the desk asks for before it pays much: prizes are still to be paid when the tournament is over.
PAYMENT_LIMITS = ("two_people_from", "id_from", "tax_form_from")


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlan:
    """Everything a director decides about a tournament. Money in minor units of `currency`.

    `structure` is a value that has checked itself, `payout_scheme_data` the JSON form of one.
    `entries_per_player` and `late_registration_level` are 0 for no limit and no late registration.
    """

    name: str
    starts_at: datetime | None = None
    time_zone: str = "Europe/Rome"
    house_rules_text: str = ""
    currency: str = "EUR"
    buy_in_prize: int = 0
    buy_in_fee: int = 0
    buy_in_staff: int = 0
    buy_in_bounty: int = 0
    buy_in_other: int = 0
    price_data: tuple[dict[str, object], ...] = ()
    deduction_data: tuple[dict[str, object], ...] = ()
    bounty_kind: str = "none"
    mystery_from: int | None = None
    guarantee: int = 0
    two_people_from: int | None = None
    id_from: int | None = None
    tax_form_from: int | None = None
    pay_place: str = ""
    starting_stack: int
    recording: str = "hands"
    seats_per_table: int = 9
    max_entries: int | None = None
    min_entries: int | None = None
    entries_per_player: int | None = 1
    entries_per_day: int | None = None
    phone_queue: bool = False
    id_check: bool = False
    late_registration_level: int = 0
    rebuy_data: dict[str, object] | None = None
    add_on_data: dict[str, object] | None = None
    chip_values: tuple[int, ...] = (25, 100, 500, 1000, 5000)
    structure: Structure
    payout_scheme_data: dict[str, object]
    bubble_prize: int = 0
    seat_event: str = ""
    payout_unit: int = 100
    rule_profile: str = "tda2024"
    rule_overrides: dict[str, dict[str, object]]


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


def plan_of(tournament: Tournament) -> TournamentPlan:
    """The plan as it stands, to be changed with `dataclasses.replace`."""
    return TournamentPlan(
        name=tournament.name,
        starts_at=tournament.starts_at,
        time_zone=tournament.time_zone,
        house_rules_text=tournament.house_rules_text,
        currency=tournament.currency,
        buy_in_prize=tournament.buy_in_prize,
        buy_in_fee=tournament.buy_in_fee,
        buy_in_staff=tournament.buy_in_staff,
        buy_in_bounty=tournament.buy_in_bounty,
        buy_in_other=tournament.buy_in_other,
        price_data=tuple(tournament.price_data),
        deduction_data=tuple(tournament.deduction_data),
        bounty_kind=tournament.bounty_kind,
        mystery_from=tournament.mystery_from,
        guarantee=tournament.guarantee,
        two_people_from=tournament.two_people_from,
        id_from=tournament.id_from,
        tax_form_from=tournament.tax_form_from,
        pay_place=tournament.pay_place,
        starting_stack=tournament.starting_stack,
        recording=tournament.recording,
        seats_per_table=tournament.seats_per_table,
        max_entries=tournament.max_entries,
        min_entries=tournament.min_entries,
        entries_per_player=tournament.entries_per_player,
        entries_per_day=tournament.entries_per_day,
        phone_queue=tournament.phone_queue,
        id_check=tournament.id_check,
        late_registration_level=tournament.late_registration_level,
        rebuy_data=tournament.rebuy_data,
        add_on_data=tournament.add_on_data,
        chip_values=tuple(tournament.chip_values),
        structure=tournament.structure,
        payout_scheme_data=tournament.payout_scheme_data,
        bubble_prize=tournament.bubble_prize,
        seat_event=tournament.seat_event,
        payout_unit=tournament.payout_unit,
        rule_profile=tournament.rule_profile,
        rule_overrides=tournament.rule_overrides,
    )


def plan_columns(plan: TournamentPlan) -> dict[str, object]:
    """What it is in the columns of a tournament."""
    columns = {name: getattr(plan, name) for name in plan.__slots__}
    columns["structure_data"] = columns.pop("structure").to_dict()
    columns["chip_values"] = list(plan.chip_values)
    columns["price_data"] = list(plan.price_data)
    columns["deduction_data"] = list(plan.deduction_data)
    return columns


def _translated(period: Period) -> Period:
    if not isinstance(period, Break):
        return period
    end = _END_OF_DAY.fullmatch(period.label)
    if end is not None:
        return replace(period, label=_("End of day %(day)s") % {"day": end[1]})
    return replace(period, label=_("Dinner")) if period.label == "Dinner" else period
