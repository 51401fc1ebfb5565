"""A shot clock: every decision has its seconds, and a time-bank chip gives more of them (WSOP 80).

From when on it runs, how long a decision takes and how many chips a player has left follow from where the event stands
and from the chips that were used: nothing of it is stored. So an undo that brings a player back takes the clock off
again, and gives back what the stage had given.

Sources: WSOP 80; the tournament rules of WPT, Wynn, APT and Poker Dream, as each setting of `FloorRules` names them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tables.floor.errors import FloorError
from tables.floor.rules import FloorRules, StageMoment, StageWay, TimeChipStage

START: Final = ""
"""In the place of a stage's code: a chip was used before any of them."""
FINAL_TABLE: Final = "final_table-0"
"""The code of the stage at the final table."""

MOST_STAGES: Final = 12

# A stage as a director writes it, in English or Italian: "day 2: +4", "24 players: 6", "final table: 8".
_PART: Final = re.compile(
    r"(?:(?:day|giorno) ?(?P<day>[0-9]{1,2})|(?P<players>[0-9]{1,5}) ?(?:players?|giocator[ei])"
    r"|(?P<final>final table|tavolo finale)) ?[:=]? ?(?P<sign>\+?) ?(?P<chips>[0-9]{1,2})",
    re.IGNORECASE,
)
# At one number of players: who is left, then where they sit, then the next day.
_ORDER: Final[Mapping[StageMoment, int]] = {"players": 0, "final_table": 1, "day": 2}


def shot_seconds(rules: FloorRules, *, street: int, raises: int = 0) -> int:
    """The seconds of a decision on this street, counted from 0, after so many raises on it; 0 where it has none."""
    if street == 0 and raises > 1 and rules.shot_clock_reraised:
        return rules.shot_clock_reraised
    return (rules.shot_clock_first, rules.shot_clock_second, rules.shot_clock_later)[min(street, 2)]


def has_shot_clock(rules: FloorRules) -> bool:
    """Whether each decision of some street has its seconds."""
    return max(rules.shot_clock_first, rules.shot_clock_second, rules.shot_clock_later) > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EventNow:
    """Where the event stands; what has to be counted is asked only where a rule goes by it.

    `level` is the one that the hand is played at. `days` says of each day that has begun, but for the first, with how
    many players it did. `final_size` is with how many the final table is made.
    """

    level: int
    is_registration_closed: bool
    players: Callable[[], int]
    places_paid: Callable[[], int]
    is_final_table: Callable[[], bool]
    days: Callable[[], Mapping[int, int]]
    final_size: int


def has_begun(rules: FloorRules, now: EventNow) -> bool:
    """Whether the shot clock runs yet. How many are left, or paid, is known once registration is over."""
    number = rules.shot_clock_starts_at
    match rules.shot_clock_starts:
        case "start":
            return True
        case "level":
            return now.level >= number
        case "final_table":
            return now.is_final_table()
    if not now.is_registration_closed:
        return False
    match rules.shot_clock_starts:
        case "players":
            return now.players() <= number
        case "money":
            return 0 < now.players() <= _paid_and(number, now.places_paid())
    return True


def _paid_and(more: int, places_paid: int) -> int:
    """0 while nobody knows how many places are paid."""
    return places_paid + more if places_paid else 0


# --- Time-bank chips ----------------------------------------------------------------------------------------------


def stages_of(rules: FloorRules) -> tuple[TimeChipStage, ...]:
    """Every stage of the house; the new chips of the final table are one, where the stages say nothing of it."""
    stages = rules.time_chip_stages
    if not rules.time_chips_final or any(stage.moment == "final_table" for stage in stages):
        return stages
    final = TimeChipStage(moment="final_table", number=0, way="reset", chips=rules.time_chips_final)
    return (*stages, final)


def gives_chips(rules: FloorRules) -> bool:
    """Whether players have time-bank chips at some time."""
    return has_shot_clock(rules) and (rules.time_chips_start > 0 or bool(stages_of(rules)))


def stages_reached(rules: FloorRules, now: EventNow) -> tuple[TimeChipStage, ...]:
    """Those that have come, in the order in which they did: with more players left before with fewer."""
    return tuple(
        sorted(
            (stage for stage in stages_of(rules) if _is_reached(stage, now)),
            key=lambda stage: (-_players_at(stage, now), _ORDER[stage.moment]),
        )
    )


def _is_reached(stage: TimeChipStage, now: EventNow) -> bool:
    if stage.moment == "day":
        return stage.number in now.days()
    if stage.moment == "final_table":
        return now.is_final_table()
    return now.is_registration_closed and now.players() <= stage.number


def _players_at(stage: TimeChipStage, now: EventNow) -> int:
    """How many were left when it came."""
    if stage.moment == "day":
        return now.days()[stage.number]
    return now.final_size if stage.moment == "final_table" else stage.number


def stage_now(reached: Sequence[TimeChipStage]) -> str:
    """The code of the last one, which a chip that is used now keeps."""
    return reached[-1].code if reached else START


def chips_left(rules: FloorRules, reached: Sequence[TimeChipStage], used: Iterable[str]) -> int:
    """The time-bank chips that a player has left; `used` says of each that was used the code of its stage.

    A chip of a stage that was undone, or that the house has removed, counts as used now.
    """
    places = {START: 0} | {stage.code: place for place, stage in enumerate(reached, start=1)}
    spent = Counter(places.get(code, len(reached)) for code in used)
    left = rules.time_chips_start - spent[0]
    for place, stage in enumerate(reached, start=1):
        given = stage.chips if stage.way == "reset" else max(0, left) + stage.chips
        left = given - spent[place]
    return max(0, left)


# --- As they are written ------------------------------------------------------------------------------------------


def read_stages(text: str) -> tuple[TimeChipStage, ...]:
    """Stages from one line, "day 2: +4, 24 players: 6, final table: 8": a plus adds, without one it is exactly so many.

    Raises FloorError for a part that cannot be read, a moment that stands twice, and for too many.
    """
    parts = [part for part in (" ".join(part.split()) for part in re.split(r"[,;\n]", text)) if part]
    stages = tuple(_read_stage(part) for part in parts)
    codes = [stage.code for stage in stages]
    for part, code in zip(parts, codes, strict=True):
        if codes.count(code) > 1:
            raise _no_stage(part, "stage_twice")
    if len(stages) > MOST_STAGES:
        raise _no_stage(parts[MOST_STAGES], "too_many_stages")
    return stages


def _read_stage(part: str) -> TimeChipStage:
    found = _PART.fullmatch(part)
    if found is None:
        raise _no_stage(part, "bad_stage")
    way: StageWay = "add" if found["sign"] else "reset"
    chips = int(found["chips"])
    if found["final"]:
        return TimeChipStage(moment="final_table", number=0, way=way, chips=chips)
    # The first day and its chips are the start.
    moment: StageMoment = "day" if found["day"] else "players"
    number, least = int(found["day"] or found["players"]), 2 if found["day"] else 1
    if number < least:
        raise _no_stage(part, "bad_stage")
    return TimeChipStage(moment=moment, number=number, way=way, chips=chips)


def _no_stage(part: str, code: str) -> FloorError:
    return FloorError(f"“{part}” is not a stage of time-bank chips.", code=code, params={"typed": part})
