"""What a director says of a structure that is to be made: players, chips, hours, levels, breaks, antes, games."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, time, timedelta
from types import MappingProxyType
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.choices import ANTE_KINDS, TEMPLATES
from tournament.forms.fields.numbers import (
    MAX_TYPED,
    ChipsField,
    duration_text,
    parse_chip_values,
    parse_chips,
    parse_duration,
)
from tournament.forms.fields.venue_time import next_time, soon, time_of_day_field
from tournament.models import Tournament
from tournament.queries.made_structures import KnownOfEvent, forecasts_of, known_of
from tournament.queries.structure import began_at
from tournament.rules.structure.errors import MAX_PERIODS, StructureError
from tournament.rules.structure.generate.making import hours
from tournament.rules.structure.generate.wishes import (
    LONGEST_BREAK_SECONDS,
    LONGEST_PLAY_SECONDS,
    LONGEST_SECONDS,
    MOST_DEPTH,
    MOST_PLAYERS,
    MOST_STACK,
    SHORTEST_BREAK_SECONDS,
    SHORTEST_LEVEL_SECONDS,
    SHORTEST_PLAY_SECONDS,
    SHORTEST_SECONDS,
    StructureWishes,
)
from tournament.rules.templates.mixed import ROTATIONS
from tournament.words.games import GAME_GROUPS, GAMES
from tournament.words.rules import say_at_field

_HOURS = re.compile(r"([0-9]{1,3})(?::([0-5][0-9])|[.,]([0-9]{1,2}))?")
_RANGE = re.compile(r"\s*([0-9.,\s]+?)\s*(?:[-–—]\s*([0-9.,\s]+?)\s*)?")
_OWN: Final = "own"
"""The choice of the games that the event has so far, where those make a rotation of its own."""

# Field of the pure rules -> field of the form.
_FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "players": "players",
        "stack": "stack",
        "chips": "chip_values",
        "rebuys": "rebuys",
        "duration": "hours",
        "level": "level_minutes",
        "breaks": "break_every",
        "break": "break_minutes",
        "ante": "ante_from",
        "depth": "depth",
        "games": "game",
    }
)


def _line(label: Any, *, help_text: Any = "", required: bool = True, mode: str = "text") -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=required,
        max_length=MAX_TYPED,
        widget=forms.TextInput(attrs={"inputmode": mode, "autocomplete": "off"}),
        error_messages={"max_length": gettext_lazy("Enter at most %(limit_value)d characters.")},
    )


class WishesForm(forms.Form):
    """`wishes` is what was typed, `begins_at` the first hand, where it is known."""

    players = _line(
        gettext_lazy("Players"), help_text=gettext_lazy("A number, or a range such as 15-20."), mode="text"
    )
    stack = ChipsField(label=gettext_lazy("Starting stack"), low=1, high=MOST_STACK)
    chip_values = forms.CharField(label=gettext_lazy("Chip values"), max_length=400)
    rebuys = ChipsField(
        label=gettext_lazy("Stacks on top"),
        required=False,
        high=10 * MOST_PLAYERS,
        help_text=gettext_lazy("Rebuys, re-entries and add-ons that are expected, in stacks."),
    )
    hours = _line(
        gettext_lazy("Hours"),
        required=False,
        help_text=gettext_lazy("From the first hand to the last with all breaks, for example 5:30."),
    )
    starts = time_of_day_field(gettext_lazy("First hand at"))
    ends = time_of_day_field(
        gettext_lazy("or ends at"), help_text=gettext_lazy("Counts instead of the hours.")
    )
    level_minutes = _line(
        gettext_lazy("Minutes of a level"),
        required=False,
        help_text=gettext_lazy("Blank: chosen to suit the hours."),
        mode="numeric",
    )
    break_every = _line(
        gettext_lazy("Minutes of play between breaks"),
        required=False,
        help_text=gettext_lazy("Blank: no breaks."),
        mode="numeric",
    )
    break_minutes = _line(gettext_lazy("Minutes of a break"), required=False, mode="numeric")
    ante_kind = forms.ChoiceField(label=gettext_lazy("Ante paid by"), choices=ANTE_KINDS)
    ante_from = ChipsField(label=gettext_lazy("Ante from level"), required=False, low=1, high=200)
    game = forms.ChoiceField(label=gettext_lazy("Game"))
    depth = ChipsField(
        label=gettext_lazy("Big blinds at the start"),
        required=False,
        low=20,
        high=MOST_DEPTH,
        help_text=gettext_lazy("Blank: about 150, as the chips allow."),
    )

    def __init__(self, *args: Any, tournament: Tournament, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._tournament, self._now = tournament, now
        self.forecasts = forecasts_of(tournament, now=now)
        self._known = known_of(tournament, self.forecasts, now=now)
        self._began_at = began_at(tournament, now)
        self.fields["game"].choices = _game_choices(self._known)  # type: ignore[attr-defined]  # a ChoiceField
        if self._began_at is not None:
            # The clock says when it began, and the ledger which chips there are.
            for name in ("hours", "starts", "rebuys", "depth"):
                del self.fields[name]
            self.fields["ends"] = time_of_day_field(gettext_lazy("Ends at"), required=True)
        if not self.is_bound:
            self.initial = self.as_the_event_says()

    def as_the_event_says(self) -> dict[str, str]:
        """What is typed where nothing is wished for."""
        return _typed(self._tournament, self._known, now=self._now)

    @property
    def wishes(self) -> StructureWishes:
        wishes: StructureWishes = self.cleaned_data["wishes"]
        return wishes

    @property
    def begins_at(self) -> datetime | None:
        """Of an event that has not started: the time that was typed, else the one that is planned."""
        typed: time | None = self.cleaned_data.get("starts")
        return self._tournament.starts_at if typed is None else self._moment_of(typed)

    def clean_players(self) -> tuple[int, int]:
        found = _RANGE.fullmatch(self.cleaned_data["players"])
        if found is None:
            raise ValidationError(_("Enter a number of players, or a range such as 15-20."))
        low = parse_chips(found[1], low=2, high=MOST_PLAYERS)
        return low, parse_chips(found[2], low=low, high=MOST_PLAYERS) if found[2] else low

    def clean_chip_values(self) -> tuple[int, ...]:
        return parse_chip_values(self.cleaned_data["chip_values"])

    def clean_hours(self) -> int:
        typed = self.cleaned_data["hours"]
        return _seconds_of_hours(typed) if typed else 0

    def clean_level_minutes(self) -> int:
        return _minutes(
            self.cleaned_data["level_minutes"],
            low=SHORTEST_LEVEL_SECONDS // 60,
            high=LONGEST_PLAY_SECONDS // 60,
        )

    def clean_break_every(self) -> int:
        return _minutes(
            self.cleaned_data["break_every"], low=SHORTEST_PLAY_SECONDS // 60, high=LONGEST_PLAY_SECONDS // 60
        )

    def clean_break_minutes(self) -> int:
        return _minutes(
            self.cleaned_data["break_minutes"],
            low=SHORTEST_BREAK_SECONDS // 60,
            high=LONGEST_BREAK_SECONDS // 60,
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        if cleaned["break_every"] and not cleaned["break_minutes"]:
            self.add_error("break_minutes", _("Enter how long a break lasts."))
            return cleaned
        try:
            cleaned["wishes"] = self._wishes_of(cleaned, self._seconds_of(cleaned))
        except StructureError as error:
            self.refuse(error)
        return cleaned

    def refuse(self, error: StructureError) -> None:
        """Say at its field why these wishes make no structure."""
        name, said = _FIELDS.get(error.field), say_at_field(error)
        if name == "hours" and (self._began_at is not None or self.cleaned_data.get("ends")):
            name = "ends"
            begins = self._began_at or self.begins_at
            if begins is not None and isinstance(seconds := error.params.get("seconds"), int):
                at = (begins + timedelta(seconds=seconds)).astimezone(ZoneInfo(self._tournament.time_zone))
                said = _(
                    "With these, play ends at about %(at)s. Ask for that, or choose other levels, stacks or chips."
                ) % {"at": f"{at:%H:%M}"}
        self.add_error(name if name in self.fields else None, said)

    def _seconds_of(self, cleaned: Mapping[str, Any]) -> int:
        """From the first hand to the last. Raises ValidationError at the field where it is not said."""
        ends: time | None = cleaned["ends"]
        if ends is None:
            if not cleaned["hours"]:
                raise ValidationError({"hours": _("Enter how many hours it may take, or when it ends.")})
            return int(cleaned["hours"])
        if self._began_at is not None:
            try:
                at = soon(ends, time_zone=self._tournament.time_zone, now=self._now)
            except ValidationError as error:
                raise ValidationError({"ends": error}) from None
            return _in_range(round((at - self._began_at).total_seconds()), field="ends")
        if cleaned["starts"] is None:
            raise ValidationError({"starts": _("Enter when the first hand is dealt.")})
        return _in_range(_seconds_between(cleaned["starts"], ends), field="ends")

    def _wishes_of(self, cleaned: Mapping[str, Any], seconds: int) -> StructureWishes:
        games, hands, orbit_from = self._games_of(cleaned["game"])
        low, high = cleaned["players"]
        return StructureWishes(
            fewest_players=low,
            most_players=high,
            stack=cleaned["stack"],
            chip_values=cleaned["chip_values"],
            seconds=seconds,
            rebuys=cleaned.get("rebuys") or 0,
            level_seconds=cleaned["level_minutes"],
            break_every=cleaned["break_every"],
            break_seconds=cleaned["break_minutes"],
            ante_kind=cleaned["ante_kind"],
            ante_from=cleaned["ante_from"] or 1,
            games=games,
            hands_per_game=hands,
            orbit_from=orbit_from,
            depth=cleaned.get("depth") or 0,
            chips=self._known.chips,
        )

    def _games_of(self, chosen: str) -> tuple[tuple[str, ...], int, int]:
        """The games, the hands of each, and with how many players at a table each lasts an orbit."""
        if chosen == _OWN:
            return self._known.games, self._known.hands_per_game, self._known.orbit_from
        return *ROTATIONS.get(chosen, ((chosen,), 0)), 0

    def _moment_of(self, typed: time) -> datetime:
        """That time on the day of the event, or else the next time it is so."""
        zone = self._tournament.time_zone
        if self._tournament.starts_at is None:
            return next_time(typed, time_zone=zone, now=self._now)
        return datetime.combine(
            self._tournament.starts_at.astimezone(ZoneInfo(zone)).date(), typed, tzinfo=ZoneInfo(zone)
        )


def _typed(tournament: Tournament, known: KnownOfEvent, *, now: datetime) -> dict[str, str]:
    """What the event says already, as it is typed."""
    zone = ZoneInfo(tournament.time_zone)
    began = began_at(tournament, now)
    typed = {
        "players": str(known.entries) if known.entries > 1 else "",
        "stack": str(tournament.starting_stack),
        "chip_values": ", ".join(str(value) for value in tournament.chip_values),
        "hours": hours(_wishable(known.ends_after)) if known.ends_after else "",
        "starts": f"{tournament.starts_at.astimezone(zone):%H:%M}" if tournament.starts_at else "",
        "level_minutes": duration_text(known.level_seconds) if _levels_fit(known) else "",
        "break_every": duration_text(known.break_every) if known.break_every else "",
        "break_minutes": duration_text(known.break_seconds) if known.break_seconds else "10",
        "ante_kind": known.ante_kind,
        "ante_from": str(known.ante_from),
        "game": _chosen_game(known),
    }
    if began is not None and known.ends_after:
        ends = began + timedelta(seconds=known.ends_after)
        # Upwards: what is near the end already would otherwise have passed.
        typed["ends"] = f"{datetime.fromtimestamp(-(-round(ends.timestamp()) // 300) * 300, zone):%H:%M}"
    return typed


def _chosen_game(known: KnownOfEvent) -> str:
    for key, (games, hands) in ROTATIONS.items():
        if (known.games, known.hands_per_game, known.orbit_from) == (games, hands, 0):
            return key
    [first, *others] = known.games
    return _OWN if others or first not in dict(GAMES) else first


def _game_choices(known: KnownOfEvent) -> list[tuple[Any, Any]]:
    ready = [(key, name) for key, name, _about in TEMPLATES if key in ROTATIONS]
    own = [(_OWN, gettext_lazy("The games so far"))] if _chosen_game(known) == _OWN else []
    return [*own, (gettext_lazy("Rotations"), ready), *GAME_GROUPS]


def _levels_fit(known: KnownOfEvent) -> bool:
    """Whether levels are as long as each other, and so long that a structure has enough of them."""
    return 0 < _wishable(known.ends_after or 0) <= MAX_PERIODS * known.level_seconds


def _wishable(seconds: int) -> int:
    """No less and no more than may be asked for."""
    return min(max(SHORTEST_SECONDS, _rounded(seconds)), LONGEST_SECONDS)


def _rounded(seconds: int) -> int:
    """To five minutes, as people say it."""
    return round(seconds / 300) * 300


def _seconds_of_hours(typed: str) -> int:
    found = _HOURS.fullmatch(typed.strip())
    if found is None:
        raise ValidationError(_("Enter hours, for example 5:30, or 5.5."))
    parts = int(found[3].ljust(2, "0")) * 36 if found[3] else 60 * int(found[2] or 0)
    return _in_range(int(found[1]) * 3600 + parts)


def _in_range(seconds: int, *, field: str = "") -> int:
    if SHORTEST_SECONDS <= seconds <= LONGEST_SECONDS:
        return seconds
    problem = _("Play takes from 30 minutes to 7 days.")
    raise ValidationError({field: problem} if field else problem)


def _seconds_between(starts: time, ends: time) -> int:
    """To the next time it is so late."""
    minutes = 60 * (ends.hour - starts.hour) + ends.minute - starts.minute
    return 60 * (minutes % (24 * 60))


def _minutes(typed: str, *, low: int, high: int) -> int:
    """Seconds from minutes; 0 for nothing."""
    if not typed:
        return 0
    seconds = parse_duration(typed)
    if not low * 60 <= seconds <= high * 60:
        raise ValidationError(_("Enter minutes from %(low)d to %(high)d."), params={"low": low, "high": high})
    return seconds
