"""Stages of time-bank chips and the start of the shot clock in words; a stage is written as a director types it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.floor.errors import FloorError
from tables.floor.rules import FloorRules, TimeChipStage
from tables.floor.shot_clock import MOST_STAGES


def stage_words(stage: Mapping[str, Any]) -> str:
    """One stage as stored, as `tables.floor.shot_clock.read_stages` reads it again."""
    given = f"+{stage['chips']}" if stage["way"] == "add" else str(stage["chips"])
    return f"{_moment(stage)}: {given}"


def _moment(stage: Mapping[str, Any]) -> str:
    number = stage["number"]
    if stage["moment"] == "day":
        return _("day %(number)d") % {"number": number}
    if stage["moment"] == "players":
        return ngettext("%(number)d player", "%(number)d players", number) % {"number": number}
    return _("final table")


def stages_words(stages: Iterable[TimeChipStage]) -> str:
    """All of them in one line, as it is typed."""
    return ", ".join(stage_words(asdict(stage)) for stage in stages)


def seconds_words(rules: FloorRules) -> str:
    """How long a decision takes, by street; 0 where a street has no clock."""
    first, second, later = rules.shot_clock_first, rules.shot_clock_second, rules.shot_clock_later
    raised = rules.shot_clock_reraised or first
    if first == second == later == raised:
        return _("%(seconds)d s for each decision") % {"seconds": first}
    before = (
        _("%(seconds)d s before the flop")
        if raised == first
        else _("%(seconds)d s before the flop (%(raised)d s after a re-raise)")
    )
    parts = ((before, first), (_("%(seconds)d s on the flop"), second), (_("%(seconds)d s later"), later))
    said = ((words, seconds) for words, seconds in parts if seconds or (words == before and raised))
    return ", ".join(words % {"seconds": seconds, "raised": raised} for words, seconds in said)


def start_words(rules: FloorRules) -> str:
    """From when on the shot clock runs."""
    number = {"number": rules.shot_clock_starts_at}
    match rules.shot_clock_starts:
        case "level":
            return _("from level %(number)d") % number
        case "registration":
            return _("once registration is over")
        case "money" if not rules.shot_clock_starts_at:
            return _("in the money")
        case "money":
            said = ngettext(
                "from %(number)d place off the money on",
                "from %(number)d places off the money on",
                rules.shot_clock_starts_at,
            )
            return said % number
        case "players":
            return _("with %(number)d players left") % number
        case "final_table":
            return _("at the final table")
    return _("from the start")


def line_refused(error: FloorError) -> str:
    """Why a line of stages is refused, and how to fix it."""
    words = {
        "bad_stage": _(
            "“%(typed)s” cannot be read: write when and how many, as in day 2: +4, 24 players: 6, final table: 8."
        ),
        "stage_twice": _("“%(typed)s” is for a moment that has chips already: write each moment once."),
        "too_many_stages": _("These are too many: write at most %(most)d moments with their chips."),
    }
    return words[error.code] % {**error.params, "most": MOST_STAGES}
