"""A structure is replaced while the clock runs: what was played stays as it was."""

from dataclasses import replace

from tournament.rules.structure.errors import StructureError
from tournament.rules.structure.levels import Level, Period
from tournament.rules.structure.periods import Structure


def replace_structure(old: Structure, new: Structure, *, current_index: int) -> Structure:
    """`new`, if it leaves what was played alone: periods before `current_index` are frozen.

    Of the current period only the duration, in time or in hands, may change: players have been told its
    blinds, or are being coloured up in its break. Pass `current_index=-1` while the
    clock has not started. Raises StructureError that names the first frozen row.
    """
    for index in range(current_index + 1):
        before = old.periods[index]
        after = new.periods[index] if index < len(new.periods) else None
        if after == before or (index == current_index and _differs_in_duration_only(before, after)):
            continue
        current = index == current_index
        raise StructureError(
            "this row is being played." if current else "this row has been played.",
            code="current_period_frozen" if current else "past_period_frozen",
            field="periods",
            cure=(
                "Change only its duration, or the rows after it."
                if current
                else "Leave it unchanged and change the rows after the current one."
            ),
            row=index + 1,
        )
    return new


def _differs_in_duration_only(before: Period, after: Period | None) -> bool:
    if after is None or type(before) is not type(after):
        return False
    if isinstance(before, Level) and isinstance(after, Level):
        after = replace(after, hands=before.hands)
    return replace(after, duration_seconds=before.duration_seconds) == before
