"""Reading the actions of a PHH hand.

PHH has one word, `cc`, for check and call, and tells an up-card from a down card, or a drawn card
from a dealt one, only by the place in the hand. So the reader plays the hand as it goes. It judges
nothing: what was not legal is refused when the hand is replayed.

There is no word for a board that is dealt more than once: where the players are all-in and the cards still to come
make two or three boards, they are that, one after the other.

Hands from elsewhere often do not know a loser's cards: `p3 sm ????` at the showdown. Such a player
gives up unseen, as `telling` has it for every format.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Final, NamedTuple

from tables.engine.cards.cards import UNKNOWN, Card, parse_cards
from tables.engine.errors import InvalidNotation
from tables.engine.games.setup import Setup
from tables.engine.notation.fields import (
    MARK,
    UNDO,
    parse_amount,
    phh_error,
    show,
)
from tables.engine.notation.telling import Telling, Won
from tables.engine.play.coding import MOST_CARDS, decode
from tables.engine.play.operations import (
    Call,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    Discard,
    Fold,
    Opens,
    Operation,
    RunBoards,
    Undo,
)
from tables.engine.streets.streets import board_due
from tables.engine.streets.stud import may_open

# An action of nothing but commentary does nothing. After fields.MARK a comment holds what PHH cannot say, or what is
# meant by the action in front of it.
_WRITE: Final = (
    "write d dh pN CARDS, d db CARDS, pN f, pN cc, pN cbr AMOUNT, pN pb, pN sd CARDS or pN sm CARDS"
)
_BETTING_VERBS: Final = frozenset(("f", "cc", "cbr", "pb"))
_SHOWING: Final = frozenset(("sm -", "sm cards"))


class PhhAction(NamedTuple):
    """One action as written: `player` counts from 0, -1 is the dealer. own: an operation of ours."""

    at: str
    verb: str
    player: int
    cards: tuple[Card, ...] = ()
    amount: Decimal = Decimal(0)
    own: Operation | None = None


def parse_actions(texts: Sequence[object], *, players: int) -> list[PhhAction]:
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


def _parse(text: str, at: str, number_of: Mapping[str, int]) -> PhhAction | None:
    words = text.split()
    if "#" in text:
        comment = next((index for index, word in enumerate(words) if word.startswith("#")), len(words))
        own = _own_operation(words[comment:], at)
        if own is not None or comment == 0:
            return own
        words = words[:comment]
    match words:
        case []:
            return None
        case ["d", "db", cards]:
            return PhhAction(at, "db", -1, cards=_cards(cards, at))
        case ["d", "dh", name, cards]:
            return PhhAction(at, "dh", _player(name, number_of, text, at), cards=_cards(cards, at))
        case [name, "cbr", amount]:
            return PhhAction(at, "cbr", _player(name, number_of, text, at), amount=parse_amount(amount, at))
        case [name, ("cc" | "f" | "sm" | "pb" | "sd") as verb]:
            return PhhAction(at, verb, _player(name, number_of, text, at))
        case [name, "sd", cards]:
            return PhhAction(at, "sd", _player(name, number_of, text, at), cards=_cards(cards, at))
        case [name, "sm", "-"]:
            return PhhAction(at, "sm -", _player(name, number_of, text, at))
        case [name, "sm", cards]:
            return PhhAction(at, "sm cards", _player(name, number_of, text, at), cards=_cards(cards, at))
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
        cards = parse_cards(text)
    except InvalidNotation as error:
        raise phh_error(at, str(error)) from None
    if len(cards) > MOST_CARDS:
        raise phh_error(at, f"{len(cards)} cards at once, {MOST_CARDS} are the most")
    return cards


def _own_operation(words: Sequence[str], at: str) -> PhhAction | None:
    if len(words) != 3 or words[0] != "#" or words[1] != MARK:
        return None
    try:
        own = decode(words[2])
    except InvalidNotation as error:
        raise phh_error(at, str(error)) from None
    if isinstance(own, Undo):
        raise phh_error(at, UNDO)
    return PhhAction(at, "own", -1, own=own)


# --- From actions to operations


class _Walk(Telling):
    """The hand as far as it was read; when the rules refuse an operation, what follows is put down word by word."""

    def __init__(
        self, setup: Setup, *, seats: Sequence[int], scale: int, ended: Sequence[Decimal] | None
    ) -> None:
        super().__init__(setup)
        self.seats, self.scale, self.ended = seats, scale, ended or ()
        self.told: dict[int, tuple[Card, ...]] = {}
        self.dealt: dict[int, int] = {}

    def finishing(self) -> Won:
        return {seat: stack * self.scale for seat, stack in zip(self.seats, self.ended, strict=False)}

    def deal(self, seat: int, cards: tuple[Card, ...], at: str) -> None:
        """Cards of a player, which may be dealt one by one: they are put down with the next action."""
        told = self.told[seat] = self.told.get(seat, ()) + cards
        count, most = self.dealt.get(seat, 0) + len(told), self.p.game.hole_cards
        if count > most:
            raise phh_error(at, f"{count} hole cards for one player, {self.p.game.code} has {most}")

    def put_down(self) -> None:
        """The cards dealt since the last action: whole hands at first, then an up-card each, the
        streets of a run-out, or what was drawn.
        """
        told, self.told = self.told, {}
        while told:
            if self.runs_out(told):
                told = self.run_out(told)
                continue
            later: dict[int, tuple[Card, ...]] = {}
            for seat, cards in told.items():
                # If more cards are stated than were dealt there is no place for them; the replay will say so.
                room = max(self.room(seat), 0) or len(cards)
                self.tell(seat, cards[:room])
                if cards[room:]:
                    later[seat] = cards[room:]
            told = later

    def runs_out(self, told: Mapping[int, tuple[Card, ...]]) -> bool:
        """Whether these are cards of the next street of a run-out of stud."""
        p = self.p
        due = p.closed and p.game.is_stud and board_due(p) > 1
        # Who has given the hand up all-in may be dealt along, face down.
        may = all(seat in p.contending or not any(cards) for seat, cards in told.items())
        return due and may and all(self.room(seat) <= 0 for seat in told)

    def run_out(self, told: Mapping[int, tuple[Card, ...]]) -> dict[int, tuple[Card, ...]]:
        """Deals a street of a run-out; stated cards beyond it are returned."""
        self.do(DealBoard(tuple([told.get(seat, (UNKNOWN,))[0] for seat in self.p.contending])))
        for seat in told:
            self.dealt[seat] = self.dealt.get(seat, 0) + 1
        return {seat: cards[1:] for seat, cards in told.items() if cards[1:]}

    def room(self, seat: int) -> int:
        """How many of a seat's cards have not been stated yet."""
        return len(self.p.hole.get(seat, ())) - self.dealt.get(seat, 0)

    def tell(self, seat: int, cards: tuple[Card, ...]) -> None:
        p = self.p
        before = self.dealt.get(seat, 0)
        if not p.game.has_draws:
            self.dealt[seat] = before + len(cards)
        if not any(cards) or seat not in p.hole:
            return
        if p.phase == "deal_up" and before:
            self.do(DealUp(seat, cards))
        else:
            # Cards not mentioned are unknown. The drawn cards come last.
            missing = len(p.hole[seat]) - before - len(cards)
            dark = (UNKNOWN,) * missing
            drawn = bool(p.cards is not None and p.cards.drawn)
            whole = dark + cards if drawn else (UNKNOWN,) * before + cards + dark
            self.do(DealHole(seat, whole))

    def speak(self, seat: int) -> None:
        """Somebody acts where the up-cards are unknown, or gave the word to another."""
        p = self.p
        if p.phase == "deal_up" or (p.actor not in (None, seat) and may_open(p)):
            self.do(Opens(seat))

    def call(self, seat: int) -> None:
        """`cc` is a check or a call; PokerKit also asks for it where there is nothing to decide."""
        p = self.p
        if p.phase == "betting":
            self.do(_call(seat) if p.price(seat) > p.bets.get(seat, 0) else _check(seat))


# The same few in every hand of a file: one object each.
_fold, _check, _call = cache(Fold), cache(Check), cache(Call)


def to_operations(
    actions: Sequence[PhhAction],
    *,
    setup: Setup,
    seats: Sequence[int],
    scale: int,
    ended: Sequence[Decimal] | None = None,
) -> tuple[Operation, ...]:
    """The operations of a hand; `seats` of the players in the file's order, amounts times `scale`.

    ended: the finishing stacks that the file states; they name the winners where the cards do not.
    """
    walk = _Walk(setup, seats=seats, scale=scale, ended=ended)
    game = walk.p.game
    for number, action in enumerate(actions, start=1):
        seat, verb = seats[action.player], action.verb
        if verb == "dh":
            walk.deal(seat, action.cards, action.at)
            continue
        if walk.told:
            walk.put_down()
        if verb in _BETTING_VERBS:
            walk.speak(seat)
        match verb:
            case "db":
                to_come = sum([len(each.cards) for each in actions[number - 1 :] if each.verb == "db"])
                if (boards := walk.boards_told(to_come)) > 1:
                    walk.do(RunBoards(boards))
                walk.deal_board(action.cards)
            case "f":
                walk.do(_fold(seat))
            case "cc":
                walk.call(seat)
            case "cbr":
                walk.raise_to(seat, int(action.amount * scale))
            case "pb":
                _check_played(game.is_stud, "bring-in", action.at)
                walk.bring_in(seat)
            case "sd":
                _check_played(game.has_draws, "draw", action.at)
                walk.do(Discard(seat, action.cards))
            case "sm":
                walk.muck(seat, shows_follow=any(each.verb in _SHOWING for each in actions[number:]))
            case "own" if action.own is not None:
                walk.do(action.own)
            case _:
                walk.show(seat, action.cards, as_known=verb == "sm -")
    walk.put_down()
    return walk.end()


def _check_played(is_played: bool, what: str, at: str) -> None:
    if not is_played:
        raise phh_error(at, f"there is no {what} in this game")
