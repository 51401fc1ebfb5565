"""Chips by the book: what is posted, which pots there are, how a pot is shared out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Posted = tuple[int, int, str]
"""Seat, amount, kind."""
PotSeats = tuple[int, list[int]]
"""The chips of a pot, and who may win them."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """The facts before the first card. stakes and rules as they are written down, key by key."""

    code: str
    button: int
    stacks: Mapping[int, int]
    stakes: Mapping[str, int]
    rules: Mapping[str, object]
    posts: Sequence[Posted] = ()
    last_two: bool = False


@dataclass(frozen=True, kw_only=True)
class Won:
    """A pot: who could win it, its parts (half, chips, the seats that share it), what each seat gets."""

    amount: int
    seats: Sequence[int]
    parts: Sequence[tuple[str, int, Sequence[int]]]
    won: Mapping[int, int]
    payments: Sequence[tuple[int, int, str]]
    """Seat, chips, half."""


@dataclass(frozen=True, kw_only=True)
class Due:
    """Where the blinds stand and what else is owed (Setup.for_level's arguments in plain values)."""

    small_blinds: Sequence[int] = ()
    big_blinds: Sequence[int] = ()
    straddles: Sequence[tuple[int, int]] = ()
    entering: Sequence[tuple[int, str]] = field(default=())


def posts(table: Table, due: Due, ante_kind: str) -> list[Posted]:
    """Everything taken before the deal.

    Own antes come before blinds (ANT-01). Of big blind and big-blind ante a short stack pays the
    blind first (TDA RP-11 of 2024), or the ante where the house still does so. A new player's small
    blind is dead, the big one live (S-116, S-117).
    """
    stakes, rules = table.stakes, table.rules
    small, big, ante = stakes["small_blind"], stakes["big_blind"], stakes["ante"]
    blinds: list[Posted] = [(seat, small, "small_blind") for seat in due.small_blinds]
    blinds += [(seat, big, "big_blind") for seat in due.big_blinds]
    blinds += [(seat, amount, "straddle") for seat, amount in due.straddles]
    for seat, owes in due.entering:
        if owes in ("missed_small", "missed_both"):
            blinds.append((seat, small, "dead_blind"))
        if owes in ("entry", "missed_both"):
            blinds.append((seat, big, "entry_blind"))
    order = from_button(sorted(table.stacks), table.button)
    own: list[Posted] = [(seat, ante, "ante") for seat in order if ante_kind == "classic"]
    short_handed = int(str(rules["bba_none_at"]))
    common: list[Posted] = []
    if ante_kind == "big_blind" and due.big_blinds and len(order) > short_handed:
        common = [(due.big_blinds[-1], ante, "table_ante")]
    if ante_kind == "button" and len(order) > short_handed:
        common = [(order[-1], ante, "table_ante")]
    in_order = common + blinds if rules["bba_order"] == "ante_first" else blinds + common
    left, paid = dict(table.stacks), []
    for seat, amount, kind in own + in_order:
        chips = min(amount, left[seat])
        left[seat] -= chips
        if chips or (amount and kind in ("small_blind", "big_blind")):
            paid.append((seat, chips, kind))
    return paid


def from_button(seats: Sequence[int], button: int) -> list[int]:
    """Clockwise, the first seat left of the button first."""
    return sorted(seats, key=lambda seat: (seat <= button, seat))


# --- Pots


def pots(
    live: Sequence[int],
    all_in: Sequence[int],
    common: int,
    antes: Mapping[int, int],
    bets: Mapping[int, int],
) -> list[PotSeats]:
    """The pots, peeled off: as much from everybody as the shortest of the all-in players has left.

    Money for the table is won by anybody (BBA-04); then the antes, then the bets. What the folded put
    in above everybody still in goes with the last pot.
    """
    found: list[PotSeats] = [(common, list(live))] if common else []
    over = 0
    for column in (antes, bets):
        left = {seat: chips for seat, chips in column.items() if chips}
        while left:
            able = [seat for seat in live if seat in left or seat not in all_in]
            if not able:
                over += sum(left.values())
                break
            height = min([left[seat] for seat in able if seat in all_in], default=max(left.values()))
            amount = sum(min(chips, height) for chips in left.values())
            if found and found[-1][1] == able:
                found[-1] = (found[-1][0] + amount, able)
            else:
                found.append((amount, able))
            left = {seat: chips - height for seat, chips in left.items() if chips > height}
    if over and found:
        found[-1] = (found[-1][0] + over, found[-1][1])
    return found


# --- Who gets what of a pot


def share_out(amount: int, seats: Sequence[int], chip: int) -> dict[int, int]:
    """Chip by chip to the seats in turn, until there is none left; what is less than a chip to the first."""
    units, rest = divmod(amount, chip)
    won = dict.fromkeys(seats, units // len(seats) * chip)
    for seat in list(seats)[: units % len(seats)]:
        won[seat] += chip
    won[seats[0]] += rest
    return won


def halves(
    amount: int, high: Sequence[int], low: Sequence[int], rules: Mapping[str, object], chip: int
) -> list[tuple[str, int, Sequence[int]]]:
    """The odd chip is the high side's (TDA 20-C), or the low side's where that is quartered by house rule."""
    if not low:
        return [("high", amount, high)]
    if list(high) == list(low) and rules["odd_identical"] == "even":
        return [("", amount, high)]
    for_low = amount // (2 * chip) * chip
    quartered = len(high) == 1 and len(low) > 1 and rules["quarter_odd"] == "low"
    if quartered and amount // chip % 2:
        for_low += chip
    return [("high", amount - for_low, high), ("low", for_low, low)]
