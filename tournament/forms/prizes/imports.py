"""Events of the years before: files, whom the names in them mean, a season of them, a new event with what one had."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.choices import CURRENCIES, TIME_ZONES
from tournament.forms.fields.text import LineField
from tournament.forms.prizes.points import formula_field, read_typed_formula
from tournament.queries.imports import ImportedGroup, NameInFiles
from tournament.rules.seasons.standings import MOST_EVENTS, FormulaFrom, SeasonRules

# What is chosen for a name: a new player, or the number of one of our players; "" is not decided.
NEW: Final = "new"

PART_WORDS: Final = {
    "structure": gettext_lazy("Structure"),
    "chips": gettext_lazy("Chips"),
    "prices": gettext_lazy("Buy-in and prices"),
    "formula": gettext_lazy("Formula of the points"),
}


class _FilesBox(forms.ClearableFileInput):
    allow_multiple_selected = True


class _FilesField(forms.FileField):
    widget = _FilesBox

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile[Any]]:
        return [super(_FilesField, self).clean(each, initial) for each in data or [None]]


class FilesForm(forms.Form):
    """Any number of files; what they say is read in the currency and at the clock of the venue."""

    picked = _FilesField(
        # Of an empty one the reader says so, with its name.
        allow_empty_file=True,
        label=gettext_lazy("Files"),
        help_text=gettext_lazy(
            "Files of TTD (.tdt), or lists of results (.csv) with the columns place and player. "
            "Nothing in a file is run, and addresses and telephone numbers are left out."
        ),
        error_messages={"required": gettext_lazy("Choose one file or more.")},
    )
    currency = forms.ChoiceField(label=gettext_lazy("Currency of the amounts"), choices=CURRENCIES)
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone of the venue"), choices=TIME_ZONES)

    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.cleaned_data["time_zone"])


def chosen_in(data: QueryDict, names: Sequence[NameInFiles]) -> dict[str, int | None]:
    """What was chosen for each name that was asked about; what is not offered for it is not chosen."""
    offered = {
        each.key: {str(player.pk): player.pk for player in (*each.known, *each.others)} for each in names
    }
    found: dict[str, int | None] = {}
    for key, typed in zip(data.getlist("called"), data.getlist("who"), strict=False):
        if key in offered and (typed == NEW or typed in offered[key]):
            found[key] = offered[key].get(typed)
    return found


class AddImportsForm(forms.Form):
    """Imported events for a season; `group` is one of those that their files name, by its key."""

    def __init__(self, *args: Any, groups: Sequence[ImportedGroup], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._groups = {group.key: group for group in groups}
        choices = [
            (key, f"{group.name or _('without a season')} ({group.events})")
            for key, group in self._groups.items()
        ]
        self.fields["group"] = forms.ChoiceField(label=_("Imported events"), choices=choices)
        self.order_fields(["group"])

    @property
    def chosen(self) -> ImportedGroup:
        return self._groups[self.cleaned_data["group"]]


class ImportedSeasonForm(AddImportsForm):
    """A season of the years before, of imported events alone."""

    league_name = LineField(
        label=gettext_lazy("Name of the league"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("Blank for the one in the files."),
    )
    name = LineField(
        label=gettext_lazy("Name of the season"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("Blank for the one in the files."),
    )
    formula = formula_field(required=True)
    best = forms.IntegerField(
        label=gettext_lazy("Results that count"),
        min_value=0,
        max_value=MOST_EVENTS,
        initial=0,
        required=False,
        help_text=gettext_lazy("The best so many of each player; 0 for all."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "group" in cleaned:
            for name, in_files in (("league_name", self.chosen.league), ("name", self.chosen.season)):
                if name not in self.errors:
                    cleaned[name] = cleaned.get(name) or in_files[:80]
                    if not cleaned[name]:
                        self.add_error(name, _("The files do not name it: type it."))
        return cleaned

    def clean_formula(self) -> str:
        return read_typed_formula(self.cleaned_data["formula"])

    def rules(self) -> SeasonRules:
        return SeasonRules(
            formulas=(FormulaFrom(text=self.cleaned_data["formula"]),), best=self.cleaned_data["best"] or 0
        )


class NewFromImportForm(forms.Form):
    """A new event with what an imported one had."""

    name = LineField(label=gettext_lazy("Name of the new tournament"), max_length=120)

    def __init__(self, *args: Any, parts: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["parts"] = forms.MultipleChoiceField(
            label=_("Take from it"),
            choices=[(part, PART_WORDS[part]) for part in parts],
            initial=list(parts),
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": _("Choose what the new tournament takes.")},
        )
