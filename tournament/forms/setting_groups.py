"""How the page of the settings is laid out: what concerns this kind of event first, the rest folded away below."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy

from tournament.forms.cash.chip_offer import ChipOfferForm
from tournament.forms.prizes.payout_scheme import PayoutSchemeForm
from tournament.forms.settings import SettingsForm
from tournament.models import BountyKind
from tournament.options.options import EventOptions
from tournament.plans.plan import TournamentPlan
from tournament.plans.settings import asked_in
from tournament.rules.payouts.schemes import SatelliteSeats, payout_scheme_from_dict
from tournament.rules.structure.levels import Level

_GROUPS = (
    ("event", gettext_lazy("Event")),
    ("buy_in", gettext_lazy("Buy-in")),
    ("bounties", gettext_lazy("Bounties")),
    ("rebuys", gettext_lazy("Rebuys")),
    ("add_ons", gettext_lazy("Add-ons")),
    ("re_entries", gettext_lazy("Re-entries")),
    ("flights", gettext_lazy("Flights")),
    ("chips", gettext_lazy("Chips and tables")),
    ("registration", gettext_lazy("Registration")),
    ("payouts", gettext_lazy("Payouts")),
    ("house_rules", gettext_lazy("House rules")),
    ("wall", gettext_lazy("Wall display")),
    ("hands", gettext_lazy("Hands to replay")),
    ("sounds", gettext_lazy("Sounds and voice")),
    ("phones", gettext_lazy("Players’ phones")),
    ("desk", gettext_lazy("At the desk")),
)
_OFTEN_ABSENT = frozenset({"bounties", "rebuys", "add_ons", "re_entries", "flights", "desk"})


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
        _group(key, str(title), page, concerns=key not in _OFTEN_ABSENT or key in concerned)
        for key, title in _GROUPS
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
        "flights": any(getattr(plan, name) != getattr(EventOptions(), name) for name in asked_in("flights")),
        "desk": any(getattr(plan, name) for name in asked_in("desk")),
    }
    return frozenset(key for key, is_so in has.items() if is_so)


def _group(key: str, title: str, page: SettingForms, *, concerns: bool) -> SettingGroup:
    form = page.of(key)
    fields = [] if form is page.settings else [form[name] for name in form.fields]
    fields += [page.settings[name] for name in asked_in(key)]
    if key == "buy_in":
        # The price stands behind its currency, before its parts.
        fields.insert(1, page.settings["price"])
    is_typed = form.is_bound and any(field.name in field.form.changed_data for field in fields)
    return SettingGroup(
        key=key,
        title=title,
        fields=tuple(fields),
        concerns=concerns,
        is_open=concerns or is_typed or any(field.errors for field in fields),
    )
