"""Is this structure playable? The linter a director sees beside the editor.

Errors would stop or embarrass the room: an amount nobody can pay, blinds that fall.
Warnings are unusual, and somebody may want them. Each remark names the row it is about.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd
from typing import Final, Literal, TypeAlias

from tournament.rules.periods import Break, Level, Structure

Severity: TypeAlias = Literal["error", "warning"]

LONGEST_PLAY_SECONDS: Final = 4 * 3600  # without a break; printed structures reach it
SHORTEST_START_IN_BIG_BLINDS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One remark on a structure; `row` counts from 1 with breaks, None is the whole."""

    severity: Severity
    code: str
    params: dict[str, object]
    row: int | None
    template: str

    @property
    def message(self) -> str:
        """The remark in English."""
        return self.template % self.params if self.params else self.template


def check_structure(
    structure: Structure, *, starting_stack: int, chip_values: tuple[int, ...]
) -> tuple[Finding, ...]:
    """What is wrong ("error") or unusual ("warning") with a structure, in order of rows.

    `chip_values` are the values of the chip set; empty leaves out whatever depends on it.
    Remarks on the whole structure come first.
    """
    if any(value <= 0 for value in chip_values):
        return (_error("bad_chip_value", None, "Every chip value must be above 0."),)
    findings = [
        *_check_start(structure, starting_stack=starting_stack, chip_values=chip_values),
        *_check_breaks(structure),
        *_check_each_level(structure),
        *_check_order(structure),
        *_check_chips(structure, chip_values=chip_values),
    ]
    return tuple(sorted(findings, key=lambda finding: finding.row or 0))


def _error(code: str, row: int | None, template: str, **params: object) -> Finding:
    return Finding(severity="error", code=code, params=params, row=row, template=template)


def _warning(code: str, row: int | None, template: str, **params: object) -> Finding:
    return Finding(severity="warning", code=code, params=params, row=row, template=template)


def _levels(structure: Structure) -> list[tuple[int, Level]]:
    """(row, level) of every level."""
    return [
        (row, period) for row, period in enumerate(structure.periods, start=1) if isinstance(period, Level)
    ]


def _check_start(
    structure: Structure, *, starting_stack: int, chip_values: tuple[int, ...]
) -> Iterator[Finding]:
    if starting_stack <= 0:
        yield _error("no_starting_stack", None, "The starting stack must be above 0.")
        return
    unit = gcd(*chip_values)
    if unit and starting_stack % unit:
        yield _error(
            "starting_stack_not_payable",
            None,
            "A starting stack of %(stack)s cannot be made with the chips of this set.",
            stack=starting_stack,
        )
    row, first = _levels(structure)[0]
    if starting_stack < SHORTEST_START_IN_BIG_BLINDS * first.big_blind:
        yield _warning(
            "short_start",
            row,
            "Play starts with %(count)s big blinds: fewer than %(low)s leave little play.",
            count=starting_stack // first.big_blind,
            low=SHORTEST_START_IN_BIG_BLINDS,
        )


def _check_breaks(structure: Structure) -> Iterator[Finding]:
    if isinstance(structure.periods[-1], Break):
        yield _error(
            "ends_with_break", len(structure.periods), "The structure ends with a break: add a level."
        )
    played = 0
    warned = False
    for row, period in enumerate(structure.periods, start=1):
        if isinstance(period, Break):
            if row == 1:
                yield _warning("starts_with_break", row, "The tournament starts with a break.")
            elif structure.is_break(row - 2):
                yield _warning("double_break", row, "Two breaks follow each other.")
            played, warned = 0, False
            continue
        played += period.duration_seconds
        if played > LONGEST_PLAY_SECONDS and not warned:
            warned = True
            yield _warning(
                "break_missing",
                row,
                "By the end of this level play has gone on for %(minutes)s minutes without a break.",
                minutes=played // 60,
            )


def _check_each_level(structure: Structure) -> Iterator[Finding]:
    for row, level in _levels(structure):
        yield from _check_blinds(row, level)
        yield from _check_ante(row, level)
        if level.game.startswith("F") and not 0 < level.small_bet <= level.big_bet:
            yield _error(
                "limit_bets_missing",
                row,
                "A fixed-limit level needs a small bet and a big bet that is not smaller.",
            )


def _check_blinds(row: int, level: Level) -> Iterator[Finding]:
    if level.big_blind == 0:
        if level.small_blind or not (level.ante and level.small_bet):  # stud: ante and bets
            yield _error("no_blinds", row, "There is no big blind: nobody would have to bet.")
        return
    if level.small_blind > level.big_blind:
        yield _error(
            "small_blind_above_big",
            row,
            "The small blind %(small)s is above the big blind %(big)s.",
            small=level.small_blind,
            big=level.big_blind,
        )
    elif not level.big_blind <= 3 * level.small_blind <= 2 * level.big_blind:
        yield _warning(
            "unusual_blinds",
            row,
            "The small blind %(small)s is not near half of the big blind %(big)s.",
            small=level.small_blind,
            big=level.big_blind,
        )


def _check_ante(row: int, level: Level) -> Iterator[Finding]:
    if level.ante and level.ante_kind == "none":
        yield _error(
            "ante_without_kind", row, "There is an ante of %(ante)s: choose who pays it.", ante=level.ante
        )
    if not level.ante and level.ante_kind != "none":
        yield _warning("kind_without_ante", row, "An ante is chosen but its amount is 0.")
    if 0 < level.big_blind < level.ante:
        yield _error(
            "ante_above_big_blind",
            row,
            "The ante %(ante)s is above the big blind %(big)s.",
            ante=level.ante,
            big=level.big_blind,
        )


def _check_order(structure: Structure) -> Iterator[Finding]:
    """Each level against the one before it of the same game."""
    before: dict[str, Level] = {}
    for row, level in _levels(structure):
        last = before.get(level.game)
        before[level.game] = level
        if last is None:
            continue
        for field, name in (("small_blind", "small blind"), ("big_blind", "big blind")):
            if getattr(level, field) < getattr(last, field):
                yield _error(
                    "falling_blinds",
                    row,
                    "The %(name)s falls from %(last)s to %(amount)s.",
                    name=name,
                    last=getattr(last, field),
                    amount=getattr(level, field),
                )
        if level.ante_kind == last.ante_kind and level.ante < last.ante:
            yield _warning(
                "falling_ante",
                row,
                "The ante falls from %(last)s to %(amount)s.",
                last=last.ante,
                amount=level.ante,
            )
        if last.big_blind and level.big_blind > 2 * last.big_blind:
            yield _warning(
                "jump",
                row,
                "The big blind more than doubles, from %(last)s to %(amount)s.",
                last=last.big_blind,
                amount=level.big_blind,
            )
        if level.amounts() == last.amounts() and level.ante_kind == last.ante_kind:
            yield _warning("no_increase", row, "This level is the same as the one before it.")


def _check_chips(structure: Structure, *, chip_values: tuple[int, ...]) -> Iterator[Finding]:
    """Follow the chips in play through the structure.

    An amount can be paid, with change, if it is a multiple of the greatest common divisor
    of the chips in play.
    """
    if not chip_values:
        return
    in_play = set(chip_values)
    for row, period in enumerate(structure.periods, start=1):
        if isinstance(period, Break):
            yield from _check_removal(row, period, in_play)
            # The last chip stays, said above: an empty set would only make more noise.
            in_play = (in_play - set(period.chips_removed)) or in_play
            continue
        for field, amount in period.amounts():
            if amount % gcd(*in_play) == 0:
                continue
            removed = amount % gcd(*chip_values) == 0
            yield _error(
                "removed_chip_needed" if removed else "not_payable",
                row,
                "%(amount)s (%(name)s) cannot be paid: the chips it needs were removed before."
                if removed
                else "%(amount)s (%(name)s) cannot be paid with the chips of this set.",
                amount=amount,
                field=field,
                name=field.replace("_", " "),
            )


def _check_removal(row: int, period: Break, in_play: set[int]) -> Iterator[Finding]:
    for value in sorted(period.chips_removed):
        if value not in in_play:
            yield _error(
                "removed_chip_not_in_play", row, "There are no chips of %(value)s to remove.", value=value
            )
    removed = in_play & set(period.chips_removed)
    left = in_play - removed
    if removed and not left:
        yield _error("all_chips_removed", row, "This break removes the last chips in play.")
    elif removed and max(removed) > min(left):
        yield _warning(
            "removed_out_of_order",
            row,
            "Chips of %(value)s are removed while smaller ones of %(smaller)s stay.",
            value=max(removed),
            smaller=min(left),
        )
