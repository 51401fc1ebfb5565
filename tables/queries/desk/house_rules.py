"""The house's own rules: which keys there are, what each may be set to, and when it is too late for it.

A tournament keeps what differs from its book in `rule_overrides`, by part: "engine" for the hand, "floor" for seats
and button, "event" for the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Final, Literal

from tables.engine.games.house_rules import CHOICES, HOUSE_RULES
from tables.floor.rules import CHOICES as FLOOR_CHOICES
from tables.floor.rules import FLOOR_RULES
from tables.floor.shot_clock import read_stages
from tables.models import Hand
from tournament.models import Tournament
from tournament.rules.profiles import EVENT_CHOICES, EVENT_RULES

Part = Literal["engine", "floor", "event"]
PARTS: Final[tuple[Part, ...]] = ("engine", "floor", "event")

# Once the first hand is dealt: what wins a hand, how the blinds go round, how the event began.
FIXED_ONCE_DEALT: Final = frozenset(
    {"button_rule", "first_button", "hand_reading", "italian_flush_vs_full", "late_start_min_players"}
)
FIXED_ONCE_DRAWN: Final = frozenset({"seat_draw"})

# What a number may be; other numbers are choices of the event's own.
NUMBERS: Final[Mapping[str, tuple[int, int]]] = {
    "limit_cap": (0, 10),
    "run_out_boards": (1, 3),
    "bba_none_at": (0, 9),
    "misdeals_in_a_row": (0, 9),
    "blind_opening_from": (2, 10),
    "shot_clock_first": (0, 120),
    "shot_clock_second": (0, 120),
    "shot_clock_later": (0, 120),
    "shot_clock_reraised": (0, 120),
    "shot_clock_starts_at": (0, 9999),
    "time_chip_seconds": (5, 120),
    "time_chips_start": (0, 50),
    "time_chips_final": (0, 50),
    "clock_seconds": (0, 25),
    "clock_countdown": (0, 10),
    "halt_short_by": (1, 9),
    "small_table_seats": (2, 10),
    "small_table_halt_short_by": (1, 9),
    "source_by_number_above": (0, 999),
}

# What is typed in one line: how it is read into the value as stored.
LINES: Final[Mapping[str, Callable[[str], object]]] = {
    "time_chip_stages": lambda typed: [asdict(stage) for stage in read_stages(typed)],
}


# Steps that no book has, and many a small room wants.
MORE_STEPS: Final[Mapping[str, list[object]]] = {
    "redraw_steps": [[{"entries_at_least": 0, "tables": [1]}]],
}


class NoSuchRule(ValueError):
    """A key or a value that no form offers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule:
    """One key: the book's value, and the house's where it has its own (`is_own`), both as stored.

    `choices` are all values it may have; none where it is a number from `low` to `high`, or a line of text (`is_line`).
    `too_late` says which moment has fixed it: "drawn", "dealt", or "" while it can be set.
    """

    part: Part
    key: str
    book: object
    value: object
    is_own: bool
    choices: tuple[object, ...]
    low: int
    high: int
    is_line: bool
    too_late: Literal["", "drawn", "dealt"]


def house_rules_of(tournament: Tournament) -> tuple[HouseRule, ...]:
    """Every key, in the order of the parts. One query."""
    is_dealt = Hand.objects.filter(table__tournament=tournament).exists()
    found = []
    for part in PARTS:
        book = book_of(part, tournament.rule_profile)
        own: Mapping[str, object] = tournament.rule_overrides.get(part) or {}
        for key in book:
            low, high = NUMBERS.get(key, (0, 0))
            found.append(
                HouseRule(
                    part=part,
                    key=key,
                    book=book[key],
                    value=own.get(key, book[key]),
                    is_own=key in own,
                    choices=choices_of(part, key),
                    low=low,
                    high=high,
                    is_line=key in LINES,
                    too_late=_too_late(tournament, key, is_dealt=is_dealt),
                )
            )
    return tuple(found)


def find_rule(tournament: Tournament, part: str, key: str) -> HouseRule:
    """One of them. Raises NoSuchRule."""
    for rule in house_rules_of(tournament):
        if (rule.part, rule.key) == (part, key):
            return rule
    raise NoSuchRule(key)


def choices_of(part: Part, key: str) -> tuple[object, ...]:
    """The values a key can be set to; () for a number and for a line. Steps are those of the books."""
    if part == "event":
        return EVENT_CHOICES[key]
    if key in NUMBERS or key in LINES:
        return ()
    words = CHOICES if part == "engine" else FLOOR_CHOICES
    if key in words:
        return words[key]
    books = HOUSE_RULES if part == "engine" else FLOOR_RULES
    values = [book_of(part, profile)[key] for profile in books]
    if isinstance(values[0], bool):
        return (True, False)
    values += MORE_STEPS.get(key, [])
    return tuple(value for at, value in enumerate(values) if value not in values[:at])


def book_of(part: Part, profile: str) -> dict[str, object]:
    """What a book says on the keys of a part, as stored."""
    if part == "engine":
        return HOUSE_RULES[profile].to_dict()
    return FLOOR_RULES[profile].to_dict() if part == "floor" else EVENT_RULES[profile].to_dict()


def read_value(rule: HouseRule, typed: str) -> object:
    """What was chosen or typed for this key, as stored. Raises NoSuchRule for what it cannot be, or FloorError."""
    if rule.choices:
        for choice in rule.choices:
            if code_of(choice) == typed:
                return choice
        raise NoSuchRule(typed)
    if rule.is_line:
        return LINES[rule.key](typed)
    if not typed.isdecimal() or len(typed) > 4 or not rule.low <= int(typed) <= rule.high:
        raise NoSuchRule(typed)
    # Of the table numbers none is below 1: 0 is how one types that there is no such number.
    return None if rule.key == "source_by_number_above" and int(typed) == 0 else int(typed)


def code_of(value: object) -> str:
    """How a form sends a value."""
    return json.dumps(value, sort_keys=True)


def with_value(tournament: Tournament, part: Part, key: str, value: object) -> dict[str, dict[str, object]]:
    """The overrides with this key of the house set; the book's own value takes it out."""
    own = {name: dict(keys) for name, keys in tournament.rule_overrides.items()}
    if value == book_of(part, tournament.rule_profile)[key]:
        own.get(part, {}).pop(key, None)
    else:
        own.setdefault(part, {})[key] = value
    return {name: keys for name, keys in own.items() if keys}


def _too_late(tournament: Tournament, key: str, *, is_dealt: bool) -> Literal["", "drawn", "dealt"]:
    if key in FIXED_ONCE_DEALT and is_dealt:
        return "dealt"
    return "drawn" if key in FIXED_ONCE_DRAWN and tournament.draw_made_at is not None else ""
