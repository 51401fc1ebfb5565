"""A season: how it is called, what counts in it, and what is said of a player."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import ChipsField, MoneyField
from tournament.forms.fields.text import LineField
from tournament.forms.prizes.payout_scheme import read_shares, shares_text
from tournament.forms.prizes.points import SampleForm, formula_field, read_typed_formula
from tournament.rules.errors import RulesError
from tournament.rules.payouts.prices import MOST_ENTRIES
from tournament.rules.payouts.schemes import FixedShares
from tournament.rules.points.presets import PRESETS
from tournament.rules.seasons.stacks import MOST_PER_POINT, StackTerms
from tournament.rules.seasons.standings import (
    MOST_EVENTS,
    MOST_POINTS,
    MOST_WEIGHT,
    TIE_BREAKS,
    WHOLE_WEIGHT,
    FormulaFrom,
    SeasonError,
    SeasonRules,
)
from tournament.words.rules import say_error
from tournament.words.seasons import TIE_BREAK_WORDS

# Named in one go.
MOST_MEMBERS = 200


class NewSeasonForm(forms.Form):
    """`league` is one of those that go on, or blank for a new one by its name."""

    league_name = LineField(
        label=gettext_lazy("Name of a new league"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("It stays the same year after year, for example: Thursday League"),
    )
    name = LineField(
        label=gettext_lazy("Name of the season"), max_length=80, help_text=gettext_lazy("For example: 2027")
    )

    def __init__(self, *args: Any, leagues: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if leagues:
            self.fields["league"] = forms.TypedChoiceField(
                label=_("League"),
                required=False,
                coerce=int,
                empty_value=None,
                choices=[("", _("A new league")), *leagues],
            )
            self.order_fields(["league"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("league") and not cleaned.get("league_name") and "league_name" not in self.errors:
            self.add_error("league_name", _("Give the new league a name."))
        return cleaned

    def rules(self, formula: str) -> SeasonRules:
        """What a season begins with, by the formula of its first event where that has one; its page changes it."""
        return SeasonRules(formulas=(FormulaFrom(text=formula or PRESETS["linear"]),))


def tie_break_field(**about: Any) -> forms.ChoiceField:
    """One of what decides between players with as many points, or nothing."""
    choices = [("", gettext_lazy("Nothing")), *TIE_BREAK_WORDS.items()]
    return forms.ChoiceField(required=False, choices=choices, **about)


# As many as there are, in any order.
_TIE_BREAK_NUMBERS = range(1, len(TIE_BREAKS) + 1)


class SeasonRulesForm(SampleForm):
    """What counts, and besides the field in which its formulas are tried."""

    formula = formula_field(required=True)
    since = forms.DateField(
        label=gettext_lazy("Another formula from this day on"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("Events before that day keep theirs."),
    )
    next_formula = formula_field(
        label=gettext_lazy("Formula from that day on"),
        help_text=gettext_lazy("Blank: the formula that begins on that day is removed."),
    )
    best = forms.IntegerField(
        label=gettext_lazy("Best results that count"),
        min_value=0,
        max_value=MOST_EVENTS,
        help_text=gettext_lazy("0: all of them."),
    )
    drop = forms.IntegerField(
        label=gettext_lazy("Events that are dropped"),
        min_value=0,
        max_value=MOST_EVENTS,
        help_text=gettext_lazy("The worst of those held; one that was missed goes first."),
    )
    least = forms.IntegerField(
        label=gettext_lazy("Events needed for a rank"), min_value=0, max_value=MOST_EVENTS
    )
    attendance = forms.DecimalField(
        label=gettext_lazy("Points for each event played"),
        min_value=0,
        max_value=MOST_POINTS,
        max_digits=10,
        decimal_places=3,
        help_text=gettext_lazy("Also for one that is dropped."),
    )
    shared_mean = forms.BooleanField(
        label=gettext_lazy("Shared places count as the mean of them"),
        required=False,
        help_text=gettext_lazy("Otherwise as the better one."),
    )
    members_only = forms.BooleanField(
        label=gettext_lazy("Only members have points"),
        required=False,
        help_text=gettext_lazy("Everybody else plays along as a guest."),
    )
    guests_close_up = forms.BooleanField(label=gettext_lazy("Places behind guests close up"), required=False)
    split = LineField(
        label=gettext_lazy("Season money by rank, in percent"),
        max_length=400,
        required=False,
        help_text=gettext_lazy("From the first rank down, for example: 50 30 20. Blank: nothing is paid."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in SampleForm.base_fields:
            self.fields[name].required = False
        for number in _TIE_BREAK_NUMBERS:
            self.fields[f"tie_break_{number}"] = tie_break_field(
                label=_("Tie-break %(number)s") % {"number": number},
                help_text=_("Decides first between players with as many points.") if number == 1 else "",
            )

    @property
    def others(self) -> list[forms.BoundField]:
        """Those that have nothing to do with a formula."""
        about_formulas = ("formula", "since", "next_formula", *SampleForm.base_fields)
        return [field for field in self if field.name not in about_formulas]

    def clean_formula(self) -> str:
        return read_typed_formula(self.cleaned_data["formula"])

    def clean_next_formula(self) -> str:
        return read_typed_formula(self.cleaned_data["next_formula"])

    def clean_split(self) -> tuple[int, ...]:
        typed = self.cleaned_data["split"]
        if not typed:
            return ()
        try:
            return FixedShares(shares=read_shares(typed)).shares
        except RulesError as error:
            raise ValidationError(say_error(error), code=error.code) from error

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("next_formula") and not cleaned.get("since") and "since" not in self.errors:
            self.add_error("since", _("From which day on does this formula hold?"))
        return cleaned

    def rules(self, before: SeasonRules) -> SeasonRules:
        """What was typed, with the formulas of other days as they were. Raises ValidationError."""
        cleaned = self.cleaned_data
        formulas = self._formulas(before, cleaned["since"], cleaned["next_formula"])
        try:
            return replace(
                before,
                formulas=(FormulaFrom(text=cleaned["formula"]), *formulas),
                tie_breaks=tuple(
                    filter(None, (cleaned[f"tie_break_{number}"] for number in _TIE_BREAK_NUMBERS))
                ),
                **{
                    name: cleaned[name]
                    for name in (
                        *("best", "drop", "least", "attendance", "split"),
                        *("shared_mean", "members_only", "guests_close_up"),
                    )
                },
            )
        except SeasonError as error:
            raise ValidationError(say_error(error), code=error.code) from error

    @staticmethod
    def _formulas(before: SeasonRules, since: date | None, text: str) -> list[FormulaFrom]:
        others = [each for each in before.formulas[1:] if each.since != since]
        added = [FormulaFrom(text=text, since=since)] if since and text else []
        return sorted([*others, *added], key=lambda each: each.since or date.min)


class PointsGivenForm(forms.Form):
    player = LineField(label=gettext_lazy("Name or club number"), max_length=120)
    points = forms.DecimalField(
        label=gettext_lazy("Points"),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        max_digits=10,
        decimal_places=3,
        help_text=gettext_lazy("Below 0 to take some off."),
    )
    reason = LineField(
        label=gettext_lazy("Reason"),
        max_length=120,
        help_text=gettext_lazy("Everybody reads it on the standings."),
    )


class SeasonShareForm(forms.Form):
    share = MoneyField(
        label=gettext_lazy("Of each entry for the season"),
        required=False,
        help_text=gettext_lazy(
            "At most what the price has for other deductions; it holds for entries sold before, too."
        ),
    )


class StacksForm(forms.Form):
    """How points become chips; `unit` is what every stack is a multiple of."""

    per_point = forms.DecimalField(
        label=gettext_lazy("Chips for each point"),
        min_value=0,
        max_value=MOST_PER_POINT,
        max_digits=10,
        decimal_places=3,
    )
    least = ChipsField(label=gettext_lazy("Fewest chips"), low=1)
    most = ChipsField(label=gettext_lazy("Most chips"), low=1)
    players = ChipsField(
        label=gettext_lazy("So many from the top"),
        high=MOST_ENTRIES,
        required=False,
        help_text=gettext_lazy(
            "Blank: everybody who has a rank. Others begin with the starting stack of the event."
        ),
    )

    def __init__(self, *args: Any, unit: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unit = unit

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                cleaned["terms"] = self._terms(cleaned)
            except SeasonError as error:
                self.add_error(str(error.params["field"]), say_error(error))
        return cleaned

    def _terms(self, cleaned: dict[str, Any]) -> StackTerms:
        return StackTerms(
            per_point=cleaned["per_point"],
            least=cleaned["least"],
            most=cleaned["most"],
            players=cleaned["players"] or 0,
            unit=self._unit,
        )


class GuestForm(forms.Form):
    guest = LineField(
        label=gettext_lazy("Name or club number"),
        max_length=120,
        help_text=gettext_lazy("Plays along and has no points."),
    )


class MembersForm(forms.Form):
    """Names or club numbers, each on a line of its own."""

    members = forms.CharField(
        label=gettext_lazy("Names or club numbers"),
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
        help_text=gettext_lazy("One on each line."),
    )

    def clean_members(self) -> list[str]:
        lines = [" ".join(line.split()) for line in self.cleaned_data["members"].splitlines()]
        names = list(dict.fromkeys(line for line in lines if line))
        if len(names) > MOST_MEMBERS or any(len(name) > 120 for name in names):
            raise ValidationError(
                _("At most %(most)s names at once, of at most 120 characters each.") % {"most": MOST_MEMBERS}
            )
        return names


class WeightForm(forms.Form):
    """How much an event counts in a season."""

    weight = forms.IntegerField(
        label=gettext_lazy("Weight, in percent"),
        min_value=0,
        max_value=MOST_WEIGHT,
        initial=WHOLE_WEIGHT,
        help_text=gettext_lazy("100: its points as they are; 0: they do not count."),
    )
    is_finale = forms.BooleanField(
        label=gettext_lazy("Finale: counts beside the best results"), required=False
    )


class JoinSeasonForm(WeightForm):
    def __init__(self, *args: Any, seasons: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["season"] = forms.TypedChoiceField(label=_("Season"), coerce=int, choices=seasons)
        self.order_fields(["season"])


def first_values(rules: SeasonRules) -> dict[str, Any]:
    """What the form of the rules shows."""
    attendance = rules.attendance.normalize() if rules.attendance else Decimal(0)
    return {
        "formula": rules.formulas[0].text,
        "best": rules.best,
        "drop": rules.drop,
        "least": rules.least,
        "attendance": format(attendance, "f"),
        "shared_mean": rules.shared_mean,
        "members_only": rules.members_only,
        "guests_close_up": rules.guests_close_up,
        "split": shares_text(rules.split),
        **{f"tie_break_{number}": code for number, code in enumerate(rules.tie_breaks, start=1)},
    }
