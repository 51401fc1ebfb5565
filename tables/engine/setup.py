"""The setup of a hand: game, house rules, stakes, seats and the chips posted before the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast, get_args

from tables.engine.errors import InvalidNotation
from tables.engine.games import GAMES
from tables.engine.house_rules import HouseRules

AnteKind = Literal["none", "classic", "big_blind", "button"]
PostKind = Literal["ante", "table_ante", "small_blind", "big_blind", "straddle"]

POST_KINDS: Final = frozenset(get_args(PostKind))


@dataclass(frozen=True, slots=True)
class SeatStack:
    """A player dealt in: the seat (from 1, clockwise) and the chips before any post."""

    seat: int
    stack: int


@dataclass(frozen=True, slots=True)
class Post:
    """Chips taken before the deal: what the seat really pays, less than due when short.

    "ante" is each player's own and dead; "table_ante" is paid by one for all (big-blind ante,
    button ante), dead and wholly in the main pot; blinds and straddles are live. A blind whose seat
    has no chip left for it is posted as 0: it still makes the price and the order of play.
    """

    seat: int
    amount: int
    kind: PostKind


@dataclass(frozen=True, slots=True)
class Stakes:
    """What the level demands, in chips; chip is the smallest denomination in play.

    The ante is per player ("classic") or one for the table ("big_blind", "button"). Fixed limit
    needs small_bet and big_bet; in no and pot limit the big blind is the minimum bet.
    """

    small_blind: int
    big_blind: int
    ante: int = 0
    ante_kind: AnteKind = "none"
    small_bet: int = 0
    big_bet: int = 0
    chip: int = 1

    def __post_init__(self) -> None:
        for name in ("small_blind", "ante", "small_bet", "big_bet"):
            _whole(getattr(self, name), name, at_least=0)
        for name in ("big_blind", "chip"):
            _whole(getattr(self, name), name, at_least=1)
        if self.ante_kind not in get_args(AnteKind):
            raise _bad("ante_kind", self.ante_kind, "one of " + ", ".join(get_args(AnteKind)))

    def to_dict(self) -> dict[str, object]:
        """JSON-safe; keys at their default are left out."""
        data: dict[str, object] = {"small_blind": self.small_blind, "big_blind": self.big_blind}
        if self.ante or self.ante_kind != "none":
            data |= {"ante": self.ante, "ante_kind": self.ante_kind}
        if self.small_bet or self.big_bet:
            data |= {"small_bet": self.small_bet, "big_bet": self.big_bet}
        if self.chip != 1:
            data["chip"] = self.chip
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Stakes:
        """The inverse of to_dict; raises InvalidNotation naming the bad field."""
        known = {"small_blind", "big_blind", "ante", "ante_kind", "small_bet", "big_bet", "chip"}
        _check_fields(data, known, required={"small_blind", "big_blind"})
        return cls(**cast("dict[str, Any]", data))


@dataclass(frozen=True, slots=True, kw_only=True)
class Positions:
    """Where button and blinds stand, as the button rule decides (clockwise from the button).

    The button may stand on an empty seat. No small blind = a dead one; several blinds of a kind
    only with a moving button, the last big blind being the one after whom play starts.
    """

    button: int
    small_blinds: tuple[int, ...]
    big_blinds: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Everything fixed before the first card.

    seats: only the players dealt in, by ascending seat number. posts: in the order in which they
    are taken from the stacks. last_two: the event is down to two players (for the limit cap).
    Raises InvalidNotation when the parts cannot belong to one hand.
    """

    game: str
    rules: HouseRules
    stakes: Stakes
    button: int
    seats: tuple[SeatStack, ...]
    posts: tuple[Post, ...]
    last_two: bool = False

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise _bad("game", self.game, "one of " + ", ".join(GAMES))
        if GAMES[self.game].betting == "fixed_limit" and not 0 < self.stakes.small_bet <= self.stakes.big_bet:
            raise _bad("small_bet", self.stakes.small_bet, "fixed limit needs 0 < small_bet <= big_bet")
        _whole(self.button, "button", at_least=1)
        left = _check_seats(self.seats)
        for post in self.posts:
            if post.seat not in left:
                raise _bad("posts", post.seat, "a seat that is dealt in")
            if post.kind not in POST_KINDS:
                raise _bad("posts", post.kind, "one of " + ", ".join(sorted(POST_KINDS)))
            left[post.seat] -= _whole(post.amount, "posts", at_least=0)
            if left[post.seat] < 0:
                raise _bad("posts", post.amount, f"no more than the stack of seat {post.seat}")

    @classmethod
    def for_level(
        cls,
        *,
        game: str,
        rules: HouseRules,
        stakes: Stakes,
        positions: Positions,
        seats: Sequence[SeatStack],
        straddles: Sequence[tuple[int, int]] = (),
        last_two: bool = False,
    ) -> Setup:
        """The setup of a hand of this level, posts computed.

        straddles: (seat, amount) in the order they were put up, each at least twice the blind or
        straddle before it and paid in full. A classic ante comes before the blinds; of blind and
        table ante a short stack pays first what rules.bba_order says. A button ante falls to the
        last player before an empty button.
        """
        seats = tuple(sorted(seats, key=lambda each: each.seat))
        chips = _check_seats(seats)
        order = clockwise(tuple(chips), after=positions.button)
        due: list[tuple[int, int, PostKind]] = [
            (seat, stakes.small_blind, "small_blind") for seat in positions.small_blinds
        ]
        due += [(seat, stakes.big_blind, "big_blind") for seat in positions.big_blinds]
        due += _straddles(straddles, stakes.big_blind, chips)
        table_ante = _table_ante(stakes, positions, order)
        if stakes.ante_kind == "classic":
            due = [(seat, stakes.ante, "ante") for seat in order] + due
        elif rules.bba_order == "ante_first":
            due = table_ante + due
        else:
            due = due + table_ante
        return cls(
            game=game,
            rules=rules,
            stakes=stakes,
            button=positions.button,
            seats=seats,
            posts=_take(due, chips),
            last_two=last_two,
        )

    def to_dict(self) -> dict[str, object]:
        """JSON-safe and compact: seats as [seat, stack], posts as [seat, amount, kind]."""
        data: dict[str, object] = {
            "game": self.game,
            "rules": self.rules.to_dict(),
            "stakes": self.stakes.to_dict(),
            "button": self.button,
            "seats": [[each.seat, each.stack] for each in self.seats],
            "posts": [[post.seat, post.amount, post.kind] for post in self.posts],
        }
        if self.last_two:
            data["last_two"] = True
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Setup:
        """The inverse of to_dict; raises InvalidNotation naming the bad field."""
        required = {"game", "rules", "stakes", "button", "seats", "posts"}
        _check_fields(data, required | {"last_two"}, required=required)
        if not isinstance(data["game"], str):
            raise _bad("game", data["game"], "one of " + ", ".join(GAMES))
        return cls(
            game=data["game"],
            rules=HouseRules.from_dict(_mapping(data["rules"], "rules")),
            stakes=Stakes.from_dict(_mapping(data["stakes"], "stakes")),
            button=_whole(data["button"], "button", at_least=1),
            seats=tuple(SeatStack(*row) for row in _rows(data["seats"], "seats", 2)),
            posts=tuple(Post(*row) for row in _rows(data["posts"], "posts", 3)),
            last_two=data.get("last_two") is True,
        )


def clockwise(seats: Sequence[int], *, after: int) -> tuple[int, ...]:
    """Ascending seat numbers, rotated so that the first one left of `after` leads."""
    return tuple(seat for seat in seats if seat > after) + tuple(seat for seat in seats if seat <= after)


def _straddles(
    straddles: Sequence[tuple[int, int]], big_blind: int, chips: Mapping[int, int]
) -> list[tuple[int, int, PostKind]]:
    due: list[tuple[int, int, PostKind]] = []
    least = 2 * big_blind
    for seat, amount in straddles:
        if amount < least:
            raise _bad("straddles", amount, f"at least {least}")
        if amount > chips.get(seat, 0):
            raise _bad("straddles", amount, f"no more than the stack of seat {seat}")
        due.append((seat, amount, "straddle"))
        least = 2 * amount
    return due


def _table_ante(
    stakes: Stakes, positions: Positions, order: Sequence[int]
) -> list[tuple[int, int, PostKind]]:
    """Who pays the ante for the table. `order` ends with the button's seat, or the last before it."""
    if stakes.ante_kind == "big_blind":
        return [(seat, stakes.ante, "table_ante") for seat in positions.big_blinds[-1:]]
    if stakes.ante_kind == "button":
        return [(order[-1], stakes.ante, "table_ante")]
    return []


def _take(due: Sequence[tuple[int, int, PostKind]], chips: dict[int, int]) -> tuple[Post, ...]:
    """What is really paid: as much of each due as the stack still holds."""
    posts: list[Post] = []
    for seat, amount, kind in due:
        if seat not in chips:
            raise _bad("positions", seat, "a seat that is dealt in")
        paid = min(amount, chips[seat])
        # A blind of which nothing is left to pay still makes the price and the order of play.
        if paid > 0 or (amount and kind in ("small_blind", "big_blind")):
            chips[seat] -= paid
            posts.append(Post(seat, paid, kind))
    return tuple(posts)


def _check_seats(seats: Sequence[SeatStack]) -> dict[int, int]:
    """Seat to stack, if there are two or more, ascending and each with chips."""
    if len(seats) < 2:
        raise _bad("seats", len(seats), "at least two players")
    chips: dict[int, int] = {}
    before = 0
    for each in seats:
        if _whole(each.seat, "seats", at_least=1) <= before:
            raise _bad("seats", each.seat, "ascending seat numbers, each once")
        before = each.seat
        chips[before] = _whole(each.stack, "stack", at_least=1)
    return chips


def _bad(field: str, value: object, wanted: str) -> InvalidNotation:
    shown = repr(value)[:40]
    return InvalidNotation(
        f"{field} cannot be {shown}: {wanted}",
        "bad_setup",
        {"field": field, "value": shown, "wanted": wanted},
    )


def _whole(value: object, field: str, *, at_least: int) -> int:
    if type(value) is not int or value < at_least:
        raise _bad(field, value, f"a whole number from {at_least}")
    return value


def _check_fields(data: Mapping[str, object], known: set[str], *, required: set[str]) -> None:
    for field in sorted(required - data.keys()):
        raise _bad(field, None, "it is missing")
    for field in sorted(data.keys() - known):
        raise _bad(field, data[field], "unknown field")


def _mapping(value: object, field: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise _bad(field, value, "an object of names and values")
    return value


def _rows(value: object, field: str, length: int) -> list[list[Any]]:
    if not isinstance(value, list) or not all(isinstance(row, list) and len(row) == length for row in value):
        raise _bad(field, value, f"a list of lists of {length}")
    return value
