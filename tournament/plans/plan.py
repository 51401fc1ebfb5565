from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any, Final

from tournament.models import Tournament
from tournament.options.options import EventOptions, kept_options
from tournament.rules.structure.periods import Structure

# What a new tournament has until somebody decides.
HOME_ZONE: Final = "Europe/Rome"
HOME_CURRENCY: Final = "EUR"
TABLE_SEATS: Final = 9
# Lists of JSON: values of a plan.
LISTS: Final = ("price_data", "deduction_data", "chip_values")


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlan(EventOptions):
    """Everything a director decides about a tournament. Money in minor units of `currency`.

    `structure` is a value that has checked itself, `payout_scheme_data` the JSON form of one.
    `entries_per_player` and `late_registration_level` are 0 for no limit and no late registration.
    """

    name: str
    starts_at: datetime | None = None
    time_zone: str = HOME_ZONE
    house_rules_text: str = ""
    currency: str = HOME_CURRENCY
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
    seats_per_table: int = TABLE_SEATS
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


# Those that have a column.
_COLUMNS: Final = tuple(TournamentPlan.__slots__)
SETTING_NAMES: Final = tuple(each.name for each in fields(TournamentPlan))


def plan_of(tournament: Tournament) -> TournamentPlan:
    """The plan as it stands, to be changed with `dataclasses.replace`."""
    kept: dict[str, Any] = {name: getattr(tournament, name) for name in _COLUMNS}
    lists = {name: tuple(kept[name]) for name in LISTS}
    return TournamentPlan(**{**kept, **lists, **asdict(tournament.options)})


def plan_columns(plan: TournamentPlan) -> dict[str, object]:
    """What it is in the columns of a tournament."""
    columns = {name: getattr(plan, name) for name in _COLUMNS}
    columns["structure_data"] = columns.pop("structure").to_dict()
    return columns | {name: list(columns[name]) for name in LISTS} | {"options_data": kept_options(plan)}
