"""What a director decides about a tournament besides its structure and its payout scheme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournament.forms.fields.choices import CURRENCIES, PAYOUT_UNITS, RULE_PROFILES, TIME_ZONES
from tournament.forms.fields.numbers import (
    ChipsField,
    MoneyField,
    PercentField,
    money_text,
    parse_chip_values,
    percent_text,
)
from tournament.forms.fields.price import price_problem, rest_to_pool
from tournament.forms.fields.text import (
    ChipColoursField,
    ChipCountsField,
    ColourField,
    CountryField,
    LineField,
    RedrawCountsField,
    SeatOrderField,
    TableNumbersField,
    TokenLineField,
)
from tournament.forms.fields.venue_time import TYPED, at_the_venue, day_and_time_box
from tournament.forms.fields.widgets import LongSelect
from tournament.models import BountyKind, Recording
from tournament.options.options import OPTIONS, EventOptions
from tournament.options.setting import (
    Amount,
    ChipColours,
    ChipCounts,
    ChipList,
    Choice,
    Colour,
    Count,
    Country,
    LevelNumber,
    Moment,
    Percentage,
    RedrawCounts,
    SeatOrder,
    Setting,
    Switch,
    TableNumbers,
    Text,
    TextLine,
    TokenLine,
)
from tournament.plans.plan import TournamentPlan
from tournament.plans.settings import boxes
from tournament.rules.payouts.money import PARTS, minor_units

# What is offered, of settings that are columns and one of a closed list; how prizes are rounded follows from the
# currency. An option says itself what is offered.
_CHOICES: Final[Mapping[str, Sequence[tuple[Any, Any]]]] = {
    "time_zone": TIME_ZONES,
    "rule_profile": RULE_PROFILES,
    "currency": CURRENCIES,
    "bounty_kind": BountyKind.choices,
    "recording": Recording.choices,
}


_LINES: Final[Mapping[type, type[LineField]]] = {
    ChipColours: ChipColoursField,
    ChipCounts: ChipCountsField,
    RedrawCounts: RedrawCountsField,
    SeatOrder: SeatOrderField,
    TableNumbers: TableNumbersField,
    Country: CountryField,
    TextLine: LineField,
    TokenLine: TokenLineField,
}
"""By box the field of what is typed in one line."""


def _field(setting: Setting, *, levels: int, units: int) -> forms.Field:
    """The box of a setting, in an event of so many levels whose currency has so many minor units."""
    given: dict[str, Any] = {
        "label": setting.label,
        "help_text": setting.help,
        "required": setting.is_required,
    }
    match setting.box:
        case Amount():
            return MoneyField(**given)
        case Count(low=low, high=high):
            return ChipsField(low=low, high=high, **given)
        case Percentage():
            return PercentField(**given)
        case LevelNumber():
            return ChipsField(high=levels, **given)
        case ChipList():
            return forms.CharField(max_length=400, **given)
        case (
            ChipColours()
            | ChipCounts()
            | Country()
            | RedrawCounts()
            | SeatOrder()
            | TableNumbers()
            | TextLine()
            | TokenLine() as line
        ):
            return _LINES[type(line)](max_length=line.length, **given)
        case Text(length=length):
            return forms.CharField(max_length=length, widget=forms.Textarea(attrs={"rows": 4}), **given)
        case Colour():
            return ColourField(**given)
        case Switch():
            return forms.BooleanField(**given)
        case Moment():
            return forms.DateTimeField(widget=day_and_time_box(), **given)
    if setting.name == "payout_unit":
        return forms.TypedChoiceField(choices=PAYOUT_UNITS[units], coerce=int, **given)
    if setting.name == "time_zone":
        given["widget"] = LongSelect
    offered = setting.box.offered if isinstance(setting.box, Choice) else ()
    return forms.ChoiceField(choices=offered or _CHOICES[setting.name], **given)


class SettingsForm(forms.Form):
    """A box for each setting that the page asks itself, and the price that its parts add up to."""

    price = MoneyField(
        label=gettext_lazy("Total buy-in"),
        help_text=gettext_lazy("The advertised price, with the bounty."),
    )

    def __init__(self, *args: Any, levels: int, currency: str = "EUR", **kwargs: Any) -> None:
        """`currency` is the one so far: in it prizes are rounded to what the page offers."""
        super().__init__(*args, **kwargs)
        self._units = minor_units(currency)
        self.fields.update(
            {setting.name: _field(setting, levels=levels, units=self._units) for setting in boxes()}
        )

    def clean_chip_values(self) -> tuple[int, ...]:
        return parse_chip_values(self.cleaned_data["chip_values"])

    def clean_house_rules_text(self) -> str:
        return str(self.cleaned_data["house_rules_text"]).replace("\r\n", "\n")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self._check_price(cleaned)
        if cleaned.get("starts_at") and cleaned.get("time_zone"):
            cleaned["starts_at"] = self._at_the_place(cleaned["starts_at"], cleaned["time_zone"])
        return cleaned

    def changes(self) -> dict[str, Any]:
        """The fields of a TournamentPlan that this form decides, with their new values."""
        values: dict[str, Any] = {}
        for setting in boxes():
            values |= _decided(setting, self.cleaned_data[setting.name])
        # Rounded to as many of the currency that was chosen.
        values["payout_unit"] = max(1, values["payout_unit"] * minor_units(values["currency"]) // self._units)
        return values

    def _check_price(self, cleaned: dict[str, Any]) -> None:
        parts = {part: f"buy_in_{part}" for part in PARTS}
        if not all(name in cleaned for name in ("price", *parts.values())):
            return
        buy_in = {part: cleaned[name] for part, name in parts.items()}
        buy_in = rest_to_pool(self, buy_in, price=cleaned["price"], prize="buy_in_prize")
        cleaned["buy_in_prize"] = buy_in["prize"]
        if problem := price_problem(buy_in, price=cleaned["price"]):
            self.add_error("price", problem)

    def _at_the_place(self, typed: datetime, time_zone: str) -> datetime | None:
        try:
            return at_the_venue(typed, time_zone)
        except ValidationError as problem:
            self.add_error("starts_at", problem)
            return None


def _decided(setting: Setting, typed: Any) -> dict[str, Any]:
    """The new value of a setting under its name, from what its box gave; nothing where it stays as it is."""
    match setting.box:
        case Amount(blank=blank) | Count(blank=blank):
            return {setting.name: typed or blank}
        case LevelNumber():
            return {setting.name: typed or 0}
        case Choice() | Colour() if not typed:
            return {}
    return {setting.name: typed}


def wall_options(options: EventOptions, typed: Mapping[str, Any]) -> EventOptions:
    """The options with what is typed of the wall display; what cannot be read stays as it is."""
    changed: dict[str, Any] = {}
    for setting in OPTIONS:
        if setting.group != "wall":
            continue
        field = _field(setting, levels=0, units=1)
        try:
            value = field.clean(field.widget.value_from_datadict(typed, {}, setting.name))
        except ValidationError:
            continue
        changed |= _decided(setting, value)
    return replace(options, **changed)


def initial_of(plan: TournamentPlan) -> dict[str, object]:
    """What the form shows for a plan."""
    price = sum(getattr(plan, f"buy_in_{part}") for part in PARTS)
    return {
        **{setting.name: _shown(setting, getattr(plan, setting.name), plan) for setting in boxes()},
        "price": money_text(price),
    }


def _shown(setting: Setting, value: Any, plan: TournamentPlan) -> object:
    match setting.box:
        case Amount(is_zero_shown=is_zero_shown):
            return money_text(value or 0) if value or is_zero_shown else ""
        case Count():
            return value or ""
        case Percentage():
            return percent_text(value) if value else ""
        case ChipList():
            return " ".join(str(each) for each in value)
        case Moment():
            # The widget writes the zone it is given; the field reads it back as the place's.
            return value and value.astimezone(ZoneInfo(plan.time_zone)).strftime(TYPED)
    return value
