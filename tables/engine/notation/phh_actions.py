"""PHH actions to operations and back.

PHH has one word, `cc`, for check and call, and may write a raise as the chips that the opponents can
cover. So the reader follows the bets of the street; it judges nothing: what was not legal is refused
when the hand is replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from tables.engine.cards import UNKNOWN, Card, format_cards, parse_cards
from tables.engine.errors import IllegalAction, InvalidNotation
from tables.engine.games import GAMES
from tables.engine.hand import legal, replay
from tables.engine.notation.fields import descale, parse_amount, phh_error, show
from tables.engine.operations import (
    Call,
    Check,
    DealBoard,
    DealHole,
    DeclareWinners,
    Fold,
    Muck,
    Operation,
    RaiseTo,
    Show,
    decode,
    effective,
    encode,
)
from tables.engine.setup import Setup

# An action of nothing but commentary does nothing. We keep there what PHH cannot say.
_MARK: Final = "floorman:"
_VERBS_OF_OTHER_GAMES: Final = {"sd": "drawing", "pb": "a bring-in"}
_WRITE: Final = "write d dh pN CARDS, d db CARDS, pN f, pN cc, pN cbr AMOUNT or pN sm CARDS"


class Action(NamedTuple):
    """One action as written: `player` counts from 0, -1 is the dealer."""

    at: str
    verb: str
    player: int
    cards: tuple[Card, ...] = ()
    amount: Decimal = Decimal(0)
    winners: DeclareWinners | None = None


def parse_actions(texts: Sequence[object], *, players: int) -> list[Action]:
    """The actions without the empty ones; raises PhhError with the number of the bad one, from 1."""
    number_of = {f"p{number + 1}": number for number in range(players)}
    actions = []
    for number, text in enumerate(texts, start=1):
        at = f"actions, no. {number}"
        if not isinstance(text, str):
            raise phh_error(at, f"{show(text)} is not a text, write it in quotes")
        action = _parse(text, at, number_of)
        if action is not None:
            actions.append(action)
    return actions


def _parse(text: str, at: str, number_of: Mapping[str, int]) -> Action | None:
    words = text.split()
    if "#" in text:
        comment = next((index for index, word in enumerate(words) if word.startswith("#")), len(words))
        if comment == 0:
            return _winners(words, at)
        words = words[:comment]
    match words:
        case []:
            return None
        case ["d", "db", cards]:
            return Action(at, "db", -1, cards=_cards(cards, at))
        case ["d", "dh", name, cards]:
            return Action(at, "dh", _player(name, number_of, text, at), cards=_cards(cards, at))
        case [name, "cbr", amount]:
            return Action(at, "cbr", _player(name, number_of, text, at), amount=parse_amount(amount, at))
        case [name, ("cc" | "f" | "sm") as verb]:
            return Action(at, verb, _player(name, number_of, text, at))
        case [name, "sm", "-"]:
            return Action(at, "sm -", _player(name, number_of, text, at))
        case [name, "sm", cards]:
            return Action(at, "sm cards", _player(name, number_of, text, at), cards=_cards(cards, at))
        case [_, verb, *_] if verb in _VERBS_OF_OTHER_GAMES:
            raise phh_error(at, f"{show(text)}: there is no {_VERBS_OF_OTHER_GAMES[verb]} in this game")
        case _:
            raise phh_error(at, f"{show(text)} is no action, {_WRITE}")


def _player(name: str, number_of: Mapping[str, int], text: str, at: str) -> int:
    try:
        return number_of[name]
    except KeyError:
        raise phh_error(
            at, f"{show(text)}: {show(name)} is none of the players p1 to p{len(number_of)}"
        ) from None


def _cards(text: str, at: str) -> tuple[Card, ...]:
    """A card of which only the rank or the suit is known counts as unknown."""
    try:
        if "?" in text:
            pieces = [text[index : index + 2] for index in range(0, len(text), 2)]
            text = "".join(["??" if "?" in piece and len(piece) == 2 else piece for piece in pieces])
        return parse_cards(text)
    except InvalidNotation as error:
        raise phh_error(at, str(error)) from None


def _winners(words: Sequence[str], at: str) -> Action | None:
    if len(words) == 3 and words[0] == "#" and words[1] == _MARK:
        try:
            operation = decode(words[2])
        except InvalidNotation as error:
            raise phh_error(at, str(error)) from None
        if isinstance(operation, DeclareWinners):
            return Action(at, "winners", -1, winners=operation)
    return None


class _Street:
    """Who has put in how much on this street, as far as telling check from call needs it."""

    def __init__(self, setup: Setup) -> None:
        self.left = {each.seat: each.stack for each in setup.seats}
        self.bets = dict.fromkeys(self.left, 0)
        for post in setup.posts:
            self.left[post.seat] -= post.amount
            if post.kind not in ("ante", "table_ante"):
                self.bets[post.seat] += post.amount
        self.price = replay(setup, ()).level  # the full big blind, also where it was posted short
        self.is_over = False

    def deal(self) -> None:
        self.bets = dict.fromkeys(self.bets, 0)
        self.price = 0

    def call(self, seat: int) -> Operation:
        if self.bets[seat] >= self.price:
            return Check(seat)
        self._put_in(seat, min(self.price, self.bets[seat] + self.left[seat]))
        return Call(seat)

    def has_nothing_to_decide(self, seat: int) -> bool:
        """Whether all others have folded or are all-in for no more than this seat has bet.

        The betting is over then, but some records still have the last player check.
        """
        others = [other for other in self.bets if other != seat]
        all_in_or_out = not any(self.left[other] for other in others)
        return all_in_or_out and self.bets[seat] >= max(self.bets[other] for other in others)

    def raise_to(self, seat: int, amount: int) -> Operation:
        self._put_in(seat, amount)
        self.price = max(self.price, amount)
        return RaiseTo(seat, amount)

    def ends_the_raising(self, seat: int, amount: int) -> bool:
        """Whether nobody could call more, though the player himself has more: true once in a hand."""
        if self.is_over:
            return False
        others = [self.bets[other] + self.left[other] for other in self.bets if other != seat]
        self.is_over = max(others) <= amount < self.bets[seat] + self.left[seat]
        return self.is_over

    def fold(self, seat: int) -> Operation:
        self.left[seat] = self.bets[seat] = 0
        return Fold(seat)

    def _put_in(self, seat: int, total: int) -> None:
        self.left[seat] -= total - self.bets[seat]
        self.bets[seat] = total


def to_operations(
    actions: Iterable[Action], *, setup: Setup, seats: Sequence[int], scale: int
) -> tuple[Operation, ...]:
    """The operations of a hand, known hole cards first, in the order of the deal.

    `seats` of the players in the file's order; amounts are multiplied by `scale`. A hand shown a
    second time, or shown as unknown cards, adds nothing and is left out.
    """
    holes: dict[int, tuple[Card, ...]] = {}
    shown: set[int] = set()
    operations: list[Operation] = []
    street = _Street(setup)
    for action in actions:
        seat = seats[action.player]
        match action.verb:
            case "dh":
                holes[seat] = _dealt(setup, holes.get(seat, ()) + action.cards, action.at)
            case "db":
                operations.append(DealBoard(action.cards))
                street.deal()
            case "f":
                operations.append(street.fold(seat))
            case "cc":
                if not street.has_nothing_to_decide(seat):
                    operations.append(street.call(seat))
            case "cbr":
                amount = int(action.amount * scale)
                if street.ends_the_raising(seat, amount):
                    amount = _lawful_raise(setup, operations, amount)
                operations.append(street.raise_to(seat, amount))
            case "sm":
                operations.append(Muck(seat))
            case "winners" if action.winners is not None:
                operations.append(action.winners)
            case _ if seat not in shown and (action.verb == "sm -" or any(action.cards)):
                shown.add(seat)
                operations.append(Show(seat, action.cards))
    deals = [_deal(setup, seat, cards) for seat, cards in holes.items() if any(cards)]
    return (*deals, *operations)


def _lawful_raise(setup: Setup, operations: Sequence[Operation], amount: int) -> int:
    """A raise written as what the others can cover may be too small for one who has more: it is
    then the least lawful raise, of which what nobody can call comes back to him.
    """
    try:
        least = legal(replay(setup, operations)).raise_min
    except IllegalAction:
        return amount  # the play before it was not legal: the replay of the hand will say so
    return max(amount, least or 0)


def _dealt(setup: Setup, cards: tuple[Card, ...], at: str) -> tuple[Card, ...]:
    most = GAMES[setup.game].hole_cards
    if len(cards) > most:
        raise phh_error(at, f"{len(cards)} hole cards for one player, {setup.game} has {most}")
    return cards


def _deal(setup: Setup, seat: int, cards: tuple[Card, ...]) -> Operation:
    """Cards may be dealt one by one; those of which nothing is said are unknown."""
    missing = GAMES[setup.game].hole_cards - len(cards)
    return DealHole(seat, cards + (UNKNOWN,) * missing)


def format_actions(
    operations: Iterable[Operation], *, setup: Setup, seats: Sequence[int], scale: int
) -> list[str]:
    """The inverse of to_operations: first everybody's hole cards as far as they were ever dealt,
    then the operations that count, in PHH's words.
    """
    name_of = {seat: f"p{number}" for number, seat in enumerate(seats, start=1)}
    kept = effective(operations)
    holes = dict.fromkeys(seats, (UNKNOWN,) * GAMES[setup.game].hole_cards)
    for operation in kept:
        if isinstance(operation, DealHole):
            holes[operation.seat] = tuple(
                new or old for new, old in zip(operation.cards, holes[operation.seat], strict=True)
            )
    texts = [f"d dh {name_of[seat]} {format_cards(holes[seat])}" for seat in seats]
    for operation in kept:
        match operation:
            case DealHole():
                continue
            case DealBoard(cards):
                texts.append(f"d db {format_cards(cards)}")
            case DeclareWinners():
                texts.append(f"# {_MARK} {encode(operation)}")
            case Fold(seat):
                texts.append(f"{name_of[seat]} f")
            case Check(seat) | Call(seat):
                texts.append(f"{name_of[seat]} cc")
            case RaiseTo(seat, amount):
                texts.append(f"{name_of[seat]} cbr {descale(amount, scale)}")
            case Show(seat, cards):
                texts.append(f"{name_of[seat]} sm {format_cards(cards) or '-'}")
            case Muck(seat):
                texts.append(f"{name_of[seat]} sm")
    return texts
