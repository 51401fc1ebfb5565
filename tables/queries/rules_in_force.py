"""Every key on which rule books disagree, with the value in force, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.engine.house_rules import HOUSE_RULES
from tables.floor.rules import FLOOR_RULES
from tables.profiles import floor_rules, house_rules
from tournament.models import Tournament
from tournament.rules.profiles import DEFAULT_PROFILE, EVENT_RULES

Words = Promise | str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleLine:
    """One key: the question it answers, the answer, and whether TDA 2024 answers otherwise."""

    key: str
    question: str
    answer: str
    differs: bool
    is_override: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleGroup:
    title: str
    lines: tuple[RuleLine, ...]


def rules_in_force(tournament: Tournament) -> tuple[RuleGroup, ...]:
    """Three groups: the hand, the floor, the event."""
    overrides = tournament.rule_overrides
    parts = (
        (
            _("In the hand"),
            "engine",
            house_rules(tournament).to_dict(),
            HOUSE_RULES[DEFAULT_PROFILE].to_dict(),
        ),
        (
            _("On the floor"),
            "floor",
            floor_rules(tournament).to_dict(),
            FLOOR_RULES[DEFAULT_PROFILE].to_dict(),
        ),
        (
            _("In the event"),
            "event",
            tournament.event_rules.to_dict(),
            EVENT_RULES[DEFAULT_PROFILE].to_dict(),
        ),
    )
    return tuple(
        RuleGroup(title=title, lines=_lines(values, usual, overrides.get(part) or {}))
        for title, part, values, usual in parts
    )


def _lines(
    values: Mapping[str, object], usual: Mapping[str, object], overrides: Mapping[str, object]
) -> tuple[RuleLine, ...]:
    return tuple(
        RuleLine(
            key=key,
            question=str(QUESTIONS.get(key, key)),
            answer=answer_words(key, value),
            differs=value != usual.get(key),
            is_override=key in overrides,
        )
        for key, value in values.items()
    )


def answer_words(key: str, value: object) -> str:
    """A value in words: its own, yes and no, or the number."""
    own = ANSWERS.get(key, {})
    if isinstance(value, str) and value in own:
        return str(own[value])
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if key == "tolerance_steps" and isinstance(value, list):
        return " · ".join(_tolerance(step) for step in value)
    if key == "redraw_steps" and isinstance(value, list):
        return " · ".join(_redraw(step) for step in value)
    if value is None or (value == 0 and key in ZERO_WORDS):
        return str(ZERO_WORDS.get(key, "–"))
    return str(value)


def _tolerance(step: Mapping[str, int]) -> str:
    if not step["seats_at_least"] and not step["tables_above"]:
        return _("otherwise %(tolerance)d") % step
    return (
        _("%(tolerance)d with %(seats_at_least)d seats or more and more than %(tables_above)d tables") % step
    )


def _redraw(step: Mapping[str, object]) -> str:
    tables = step["tables"]
    counts = ", ".join(str(count) for count in tables) if isinstance(tables, list) else ""
    return _("from %(entries)s entries: at %(tables)s tables") % {
        "entries": step["entries_at_least"],
        "tables": counts,
    }


QUESTIONS: Final[Mapping[str, Words]] = {
    "short_open_raise": gettext_lazy("After a short all-in bet, the smallest raise"),
    "limit_cap": gettext_lazy("Fixed limit: raises after the bet"),
    "limit_heads_up_uncapped": gettext_lazy("Fixed limit: no cap when"),
    "limit_under_half": gettext_lazy("Fixed limit: after an all-in of under half a bet"),
    "bba_order": gettext_lazy("A stack too short for blind and ante pays first"),
    "odd_identical": gettext_lazy("Pot split by the same hands high and low"),
    "side_pot_order": gettext_lazy("Pots are shown and paid"),
    "see_hands": gettext_lazy("Who may ask to see a called hand"),
    "substantial_action": gettext_lazy("Substantial action is"),
    "all_in_tabled": gettext_lazy("All-in hands are tabled"),
    "button_rule": gettext_lazy("Button"),
    "inactive_zone": gettext_lazy("A newcomer gets no cards"),
    "button_marker": gettext_lazy("A dead button lies"),
    "final_table": gettext_lazy("Size of the final table by"),
    "break_card_order": gettext_lazy("Seat cards of a broken table go"),
    "tolerance_steps": gettext_lazy("Tables may differ by"),
    "halt_short_by": gettext_lazy("A table halts when shorter by"),
    "small_table_seats": gettext_lazy("A small table has up to so many seats"),
    "small_table_halt_short_by": gettext_lazy("A small table halts when shorter by"),
    "source_by_number_above": gettext_lazy(
        "Balancing takes from the next table by number above so many tables"
    ),
    "redraw_steps": gettext_lazy("All seats are drawn anew"),
    "simultaneous_bust": gettext_lazy("Out in one hand-for-hand hand at two tables"),
    "h4h_minutes": gettext_lazy("Minutes taken off for a hand-for-hand hand"),
    "race_round": gettext_lazy("Chip race: half a new chip or more"),
    "race_rescue": gettext_lazy("Chip race: nobody is raced out, the chip is"),
    "late_start_min_players": gettext_lazy("Players seated before the first hand"),
    "registration_through_break": gettext_lazy(
        "Registration stays open through the break after its last level"
    ),
    "no_show_level": gettext_lazy("An entry that has not played is taken out at level"),
    "forfeit_to_re_enter": gettext_lazy("Chips may be given up to re-enter"),
}

ANSWERS: Final[Mapping[str, Mapping[str, Words]]] = {
    "short_open_raise": {
        "rrp": gettext_lazy("adds the minimum bet"),
        "figp": gettext_lazy("makes twice the minimum bet"),
    },
    "limit_heads_up_uncapped": {
        "last_two": gettext_lazy("two players are left in the event"),
        "round_begins": gettext_lazy("a round begins with two players"),
        "becomes": gettext_lazy("the pot becomes heads-up"),
        "never": gettext_lazy("never"),
    },
    "limit_under_half": {
        "complete": gettext_lazy("the bet may be completed"),
        "call_only": gettext_lazy("it may only be called"),
    },
    "bba_order": {"blind_first": gettext_lazy("the blind"), "ante_first": gettext_lazy("the ante")},
    "odd_identical": {
        "even": gettext_lazy("evenly over the whole pot"),
        "literal": gettext_lazy("half by half"),
    },
    "side_pot_order": {
        "newest_first": gettext_lazy("the last side pot first"),
        "main_first": gettext_lazy("the main pot first"),
    },
    "see_hands": {
        "tda": gettext_lazy("who called the last bet, of the last aggressor"),
        "any_dealt_in": gettext_lazy("everybody who was dealt in"),
    },
    "substantial_action": {
        "tda": gettext_lazy("two actions with chips, or any three"),
        "any_two": gettext_lazy("any two actions"),
    },
    "button_rule": {
        "dead": gettext_lazy("dead button"),
        "moving": gettext_lazy("moving button"),
        "simplified": gettext_lazy("simplified: to the next player"),
    },
    "inactive_zone": {
        "tda": gettext_lazy("between small blind and button"),
        "figp": gettext_lazy("between big blind and button"),
    },
    "button_marker": {
        "empty_seat": gettext_lazy("at the empty seat"),
        "stays": gettext_lazy("where it was"),
    },
    "final_table": {"tda": gettext_lazy("TDA"), "wsop": gettext_lazy("WSOP")},
    "break_card_order": {
        "by_card": gettext_lazy("by high card, then down by card"),
        "clockwise": gettext_lazy("clockwise from the high card"),
    },
    "simultaneous_bust": {
        "tables_tie": gettext_lazy("share their places"),
        "by_stack": gettext_lazy("are ranked by stack"),
    },
    "race_round": {
        "half_up": gettext_lazy("is raced as one more"),
        "none": gettext_lazy("is not raced"),
    },
    "race_rescue": {
        "extra": gettext_lazy("an extra one"),
        "raced_first": gettext_lazy("taken from the raced ones"),
    },
}

ZERO_WORDS: Final[Mapping[str, Words]] = {
    "limit_cap": gettext_lazy("without a cap"),
    "no_show_level": gettext_lazy("never"),
    "source_by_number_above": gettext_lazy("never: by breaking order"),
}
