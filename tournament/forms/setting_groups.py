"""How the page of the settings is laid out: what concerns this kind of event first, the rest folded away below."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy

from tournament.forms.cash.chip_offer import ChipOfferForm
from tournament.forms.prizes.payout_scheme import PayoutSchemeForm
from tournament.forms.settings import SettingsForm
from tournament.models import BountyKind
from tournament.rules.payouts.schemes import SatelliteSeats, payout_scheme_from_dict
from tournament.rules.structure.levels import Level
from tournament.services.setup.plans import PAYMENT_LIMITS, TournamentPlan

# In their order on the page; what has fields of forms of its own names none here.
_GROUPS = (
    ("event", gettext_lazy("Event"), ("name", "starts_at", "time_zone", "rule_profile")),
    (
        "buy_in",
        gettext_lazy("Buy-in"),
        (
            *("currency", "price", "buy_in_prize", "buy_in_fee", "buy_in_staff", "buy_in_other"),
            "guarantee",
        ),
    ),
    ("bounties", gettext_lazy("Bounties"), ("bounty_kind", "buy_in_bounty", "mystery_from")),
    ("rebuys", gettext_lazy("Rebuys"), ()),
    ("add_ons", gettext_lazy("Add-ons"), ()),
    ("re_entries", gettext_lazy("Re-entries"), ("entries_per_player", "entries_per_day")),
    (
        "chips",
        gettext_lazy("Chips and tables"),
        ("starting_stack", "chip_values", "seats_per_table", "recording"),
    ),
    ("registration", gettext_lazy("Registration"), ("late_registration_level", "min_entries", "max_entries")),
    ("payouts", gettext_lazy("Payouts"), ()),
    ("house_rules", gettext_lazy("House rules"), ("house_rules_text",)),
    ("desk", gettext_lazy("At the desk"), ("id_check", "phone_queue", *PAYMENT_LIMITS, "pay_place")),
)
_OFTEN_ABSENT = frozenset({"bounties", "rebuys", "add_ons", "re_entries", "desk"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingForms:
    """The forms of the page; each says what is wrong with its own part."""

    settings: SettingsForm
    scheme: PayoutSchemeForm
    rebuy: ChipOfferForm
    add_on: ChipOfferForm

    def all(self) -> tuple[forms.Form, ...]:
        return self.settings, self.scheme, self.rebuy, self.add_on

    def of(self, key: str) -> forms.Form:
        """The form in which the fields of a group are."""
        return {"rebuys": self.rebuy, "add_ons": self.add_on, "payouts": self.scheme}.get(key, self.settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingGroup:
    """A part of the page; `is_open` where it `concerns` the event, is wrong, or was being typed into."""

    key: str
    title: str
    fields: tuple[forms.BoundField, ...]
    concerns: bool
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongBox:
    """What is wrong with a box, and where it is: `group` and `label` name it, `address` leads there."""

    group: str
    label: str
    address: str
    text: str


def setting_groups(plan: TournamentPlan, page: SettingForms) -> list[SettingGroup]:
    """All groups in the page's order, those of this kind of event first."""
    concerned = _concerned(plan)
    groups = [
        _group(key, str(title), names, page, concerns=key not in _OFTEN_ABSENT or key in concerned)
        for key, title, names in _GROUPS
    ]
    if isinstance(payout_scheme_from_dict(plan.payout_scheme_data), SatelliteSeats):
        # Its seats are what the event is about.
        groups.sort(key=lambda group: {"event": 0, "buy_in": 1, "payouts": 2}.get(group.key, 3))
    return sorted(groups, key=lambda group: not group.concerns)


def games_of(plan: TournamentPlan) -> list[str]:
    """The games of a mixed event in their order; none where it plays one."""
    levels = [period for period in plan.structure.periods if isinstance(period, Level)]
    games = list(dict.fromkeys(game.game for level in levels for game in level.all_games))
    return games if len(games) > 1 else []


def wrong_boxes(groups: list[SettingGroup], page: SettingForms) -> list[WrongBox]:
    """Every error of the page in its order; what is wrong with a form as a whole comes first."""
    whole = [
        WrongBox(group="", label="", address="", text=str(text))
        for form in page.all()
        for text in form.non_field_errors()
    ]
    return whole + [
        WrongBox(
            group=group.title,
            label=str(field.label),
            address=f"#{field.id_for_label or field.auto_id}",
            text=str(text),
        )
        for group in groups
        for field in group.fields
        for text in field.errors
    ]


def _concerned(plan: TournamentPlan) -> frozenset[str]:
    """The groups that not every event has, and this one has."""
    has = {
        "bounties": plan.bounty_kind != BountyKind.NONE or plan.buy_in_bounty > 0,
        "rebuys": plan.rebuy_data is not None,
        "add_ons": plan.add_on_data is not None,
        # 0 is no limit.
        "re_entries": plan.entries_per_player != 1 or plan.entries_per_day is not None,
        "desk": plan.id_check
        or plan.phone_queue
        or bool(plan.pay_place)
        or any(getattr(plan, name) for name in PAYMENT_LIMITS),
    }
    return frozenset(key for key, is_so in has.items() if is_so)


def _group(
    key: str, title: str, names: tuple[str, ...], page: SettingForms, *, concerns: bool
) -> SettingGroup:
    form = page.of(key)
    fields = [form[name] for name in names or form.fields if name in form.fields]
    if key == "payouts":
        fields += [page.settings[name] for name in ("seat_event", "bubble_prize", "payout_unit")]
    is_typed = form.is_bound and any(field.name in field.form.changed_data for field in fields)
    return SettingGroup(
        key=key,
        title=title,
        fields=tuple(fields),
        concerns=concerns,
        is_open=concerns or is_typed or any(field.errors for field in fields),
    )
