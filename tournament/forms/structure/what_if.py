"""What a director asks “what if” of: levels longer or shorter, one left out, a break, registration, an end.

Each form gives another plan, with the words for it. Rows are counted from 1, with breaks, as the editor counts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from typing import Any, ClassVar, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.forms.fields.numbers import MAX_TYPED, duration_text, parse_duration
from tournament.forms.fields.venue_time import nearest_time, next_time, soon, time_of_day_field
from tournament.models import Tournament
from tournament.queries.registration import is_switched_by_hand
from tournament.queries.structure import began_at, current_row, night_ahead
from tournament.queries.what_if import Outlooks, Plan, plan_in_force
from tournament.rules.structure.errors import StructureError
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.what_if import (
    BreakAdded,
    LevelLeftOut,
    LevelsLast,
    NightMoved,
    is_night,
    next_night,
    planned_to_end,
)
from tournament.services.errors import Refused
from tournament.services.setup.replanning import check_replanned
from tournament.words.rules import say_at_field


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedPlan:
    """Another plan, what it changes in words, and the `fields` of a form that make the same plan whatever the time."""

    plan: Plan
    said: str
    fields: Mapping[str, str]


class WhatIfForm(forms.Form):
    """One thing to try; `proposal` is what was asked for, once the form is valid."""

    what: ClassVar[str]
    title: ClassVar[Any]

    def __init__(
        self, data: Mapping[str, str] | None, *, tournament: Tournament, outlooks: Outlooks, now: datetime
    ) -> None:
        super().__init__(data, auto_id=f"{self.what}-%s")
        self.tournament, self.outlooks, self.now = tournament, outlooks, now
        if "row" in self.fields:
            self.fields["row"].choices = self._rows()  # type: ignore[attr-defined]  # a ChoiceField

    @property
    def is_possible(self) -> bool:
        """Whether there is anything to choose from."""
        return "row" not in self.fields or bool(self.fields["row"].choices)  # type: ignore[attr-defined]  # as above

    @property
    def proposal(self) -> ProposedPlan:
        proposal: ProposedPlan = self.cleaned_data["proposal"]
        return proposal

    def propose(self, cleaned: dict[str, Any]) -> ProposedPlan:
        """Raises StructureError where the pure rules refuse it."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        try:
            cleaned["proposal"] = self.propose(cleaned)
        except StructureError as error:
            raise ValidationError(say_at_field(error)) from error
        plan = cleaned["proposal"].plan
        if plan == plan_in_force(self.tournament):
            raise ValidationError(_("That is what the structure says already."))
        try:
            check_replanned(self.tournament, plan.structure, plan.late_registration_level, now=self.now)
        except Refused as refusal:
            raise ValidationError(refusal.message) from refusal
        return cleaned

    @property
    def in_play(self) -> int:
        """The row in play, from 1; 0 before the start."""
        return current_row(self.tournament, self.now) + 1

    def changed(self, change: Callable[[Structure], Structure]) -> Plan:
        """The plan in force with another structure."""
        plan = plan_in_force(self.tournament)
        return replace(plan, structure=change(plan.structure))

    def levels_last(self, asked: LevelsLast) -> ProposedPlan:
        minutes = duration_text(asked.seconds)
        said = _("Levels from level %(number)d on last %(minutes)s minutes.") % {
            "number": self.tournament.structure.level_number(asked.first - 1),
            "minutes": minutes,
        }
        fields = {"what": "last", "row": str(asked.first), "minutes": minutes}
        return ProposedPlan(plan=self.changed(asked.applied), said=said, fields=fields)

    def proposed(self, plan: Plan, said: str) -> ProposedPlan:
        """By the fields as they were typed."""
        typed = {name: str(self.data[name]) for name in self.fields}
        return ProposedPlan(plan=plan, said=said, fields={"what": self.what, **typed})

    def _rows(self) -> list[tuple[str, str]]:
        """The levels that have not begun."""
        current = current_row(self.tournament, self.now)
        structure = self.tournament.structure
        return [
            (str(index + 1), _level_words(structure, index))
            for index, period in enumerate(structure.periods)
            if index > current and isinstance(period, Level)
        ]


class LevelsLastForm(WhatIfForm):
    what = "last"
    title = gettext_lazy("Longer or shorter levels")
    row = forms.ChoiceField(label=gettext_lazy("From"))
    minutes = forms.CharField(
        label=gettext_lazy("Minutes of a level"),
        max_length=MAX_TYPED,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def clean_minutes(self) -> int:
        return parse_duration(self.cleaned_data["minutes"])

    def propose(self, cleaned: dict[str, Any]) -> ProposedPlan:
        asked = LevelsLast(first=int(cleaned["row"]), seconds=cleaned["minutes"])
        return self.levels_last(asked)


class LevelLeftOutForm(WhatIfForm):
    what = "out"
    title = gettext_lazy("A level left out")
    row = forms.ChoiceField(label=gettext_lazy("Level"))

    def propose(self, cleaned: dict[str, Any]) -> ProposedPlan:
        row = int(cleaned["row"])
        plan = self.changed(LevelLeftOut(row=row, in_play=self.in_play).applied)
        number = self.tournament.structure.level_number(row - 1)
        # Levels behind it are counted one lower; registration ends when it would have, unless it has.
        is_counted = self.tournament.registration_closed_at is None and number <= plan.late_registration_level
        late = plan.late_registration_level - is_counted
        said = _("Level %(number)d is left out.") % {"number": number}
        return self.proposed(replace(plan, late_registration_level=late), said)


class BreakAddedForm(WhatIfForm):
    what = "break"
    title = gettext_lazy("A break")
    row = forms.ChoiceField(label=gettext_lazy("Before"))
    minutes = forms.CharField(
        label=gettext_lazy("Minutes of a break"),
        max_length=MAX_TYPED,
        initial="10",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def clean_minutes(self) -> int:
        return parse_duration(self.cleaned_data["minutes"])

    def propose(self, cleaned: dict[str, Any]) -> ProposedPlan:
        row, seconds = int(cleaned["row"]), cleaned["minutes"]
        said = _("A break of %(minutes)s minutes before level %(number)d.") % {
            "minutes": duration_text(seconds),
            "number": self.tournament.structure.level_number(row - 1),
        }
        return self.proposed(self.changed(BreakAdded(row=row, seconds=seconds).applied), said)


class RegistrationForm(WhatIfForm):
    what = "registration"
    title = gettext_lazy("Late registration")
    row = forms.ChoiceField(label=gettext_lazy("Closes at the end of"))

    @property
    def is_possible(self) -> bool:
        """Not where the floor has closed or reopened it by hand: the level decides nothing then."""
        return super().is_possible and not is_switched_by_hand(self.tournament, now=self.now)

    def propose(self, cleaned: dict[str, Any]) -> ProposedPlan:
        number = self.tournament.structure.level_number(int(cleaned["row"]) - 1)
        plan = replace(plan_in_force(self.tournament), late_registration_level=number)
        said = _("Late registration closes at the end of level %(number)d.") % {"number": number}
        return self.proposed(plan, said)

    def _rows(self) -> list[tuple[str, str]]:
        """The level in play, and those after it but for the last one, which has no end."""
        current = max(0, current_row(self.tournament, self.now))
        structure = self.tournament.structure
        if self.tournament.late_registration_level < structure.level_number(current):
            return []
        return [
            (str(index + 1), _level_words(structure, index))
            for index, period in enumerate(structure.periods)
            if index >= current
            and isinstance(period, Level)
            and structure.level_number(index) < structure.level_count
        ]


class EndForm(WhatIfForm):
    what = "end"
    title = gettext_lazy("Plan the end")
    at = time_of_day_field(gettext_lazy("Ends at"), required=True)
    row = forms.ChoiceField(label=gettext_lazy("Change levels from"))

    def propose(self, cleaned: dict[str, Any]) -> ProposedPlan:
        at = self._moment_of(cleaned["at"])
        asked = planned_to_end(
            self.tournament.structure,
            first=int(cleaned["row"]),
            wish=(at - self.now).total_seconds(),
            ends_after=self._ends_after,
        )
        return self.levels_last(asked)

    def _moment_of(self, at: time) -> datetime:
        """Where a night is ahead, that time on the day on which play is expected to end."""
        zone, end = self.tournament.time_zone, self._end_of(self.tournament.structure)
        if night_ahead(self.tournament, self.now) is not None:
            moment = nearest_time(at, time_zone=zone, near=end)
            if moment > self.now:
                return moment
        return soon(at, time_zone=zone, now=self.now)

    def _ends_after(self, structure: Structure) -> float:
        return (self._end_of(structure) - self.now).total_seconds()

    def _end_of(self, structure: Structure) -> datetime:
        plan = replace(plan_in_force(self.tournament), structure=structure)
        outlook = self.outlooks.by(plan)
        if outlook is None or outlook.end is None:
            raise ValidationError(_("Nobody can say yet when this tournament ends: too few players are in."))
        return outlook.end.mid


class DayEndForm(WhatIfForm):
    what = "day"
    title = gettext_lazy("The end of today’s play")
    at = time_of_day_field(gettext_lazy("Play ends today at"), required=True)
    # The level that was shown: what is applied is the same, however long the clock has stood since.
    after = forms.IntegerField(required=False, min_value=1, max_value=999, widget=forms.HiddenInput)

    @property
    def is_possible(self) -> bool:
        """Where another day follows, and the clock says where today is."""
        return self.in_play > 0 and night_ahead(self.tournament, self.now) is not None

    def propose(self, cleaned: dict[str, Any]) -> ProposedPlan:
        at = self._moment_of(cleaned)
        ends_of = {row: ends for row, ends in self._ends() if cleaned["after"] in (None, row)}
        row, ends = min(ends_of.items(), key=lambda each: abs(each[1] - at), default=(0, at))
        plan = self.changed(NightMoved(row=row, in_play=self.in_play).applied)
        said = _("Play ends today after level %(number)d, at about %(at)s.") % {
            "number": self.tournament.structure.level_number(row - 1) if row else 0,
            "at": f"{ends.astimezone(ZoneInfo(self.tournament.time_zone)):%H:%M}",
        }
        fields = {"what": self.what, "at": f"{cleaned['at']:%H:%M}", "after": str(row)}
        return ProposedPlan(plan=plan, said=said, fields=fields)

    def _ends(self) -> Iterator[tuple[int, datetime]]:
        """When the level in play and those after it end if the clock never stands, by row. The next night, which is
        moved, takes no time; at the one after it another day is over.
        """
        structure = self.tournament.structure
        moved = night_ahead(self.tournament, self.now) or len(structure.periods)
        last = next_night(structure, behind=moved)
        at = began_at(self.tournament, self.now) or self.now
        for row, period in enumerate(structure.periods[:last], start=1):
            at += timedelta(seconds=0 if row == moved else period.duration_seconds)
            if row >= self.in_play and isinstance(period, Level):
                yield row, at

    def _moment_of(self, cleaned: dict[str, Any]) -> datetime:
        """In a night, on the day that follows it. A level that was shown is not asked again when it ends."""
        at, zone = cleaned["at"], self.tournament.time_zone
        if cleaned["after"] is not None:
            return next_time(at, time_zone=zone, now=self.now)
        return soon(at, time_zone=zone, now=self._plays_from())

    def _plays_from(self) -> datetime:
        rows, began = self.tournament.structure.periods[: self.in_play], began_at(self.tournament, self.now)
        if began is None or not is_night(rows[-1]):
            return self.now
        return began + timedelta(seconds=sum(row.duration_seconds for row in rows))


FORMS: Final[tuple[type[WhatIfForm], ...]] = (
    EndForm, LevelsLastForm, LevelLeftOutForm, BreakAddedForm, RegistrationForm, DayEndForm,
)  # fmt: skip


def _level_words(structure: Structure, index: int) -> str:
    number, hands = structure.level_number(index), structure.hands_of(index)
    if hands:
        return ngettext("Level %(number)d · %(count)d hand", "Level %(number)d · %(count)d hands", hands) % {
            "number": number,
            "count": hands,
        }
    minutes = duration_text(structure.periods[index].duration_seconds)
    return _("Level %(number)d · %(minutes)s min") % {"number": number, "minutes": minutes}
