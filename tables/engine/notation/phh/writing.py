"""Writing the actions of a PHH hand.

Cards are written where they were dealt, if they became known before the showdown: at first
everybody's hole cards, in stud the cards of each street, after a draw the new ones. What PHH has no
word for stands in the commentary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from tables.engine.cards.cards import UNKNOWN, Card, format_cards
from tables.engine.games.setup import Setup
from tables.engine.hand import step
from tables.engine.notation.fields import MARK, descale
from tables.engine.play.coding import encode
from tables.engine.play.operations import (
    BringIn,
    Call,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    DeclareWinners,
    Discard,
    Fold,
    Muck,
    Opens,
    Operation,
    RaiseTo,
    Ruling,
    Show,
    effective,
)
from tables.engine.play.progress import Progress
from tables.engine.streets.streets import begin

_ABOUT_CARDS: Final = frozenset(("false_opening", "four_card_flop", "no_burn"))
"""Rulings on cards that they do not name: of openers, of a flop that is taken up."""

Place = list[Card]
"""A card's place in a hand: one card, UNKNOWN until it is recorded."""
Deal = tuple[int, list[Place]]
"""A seat, and the places it is dealt at once."""


class _Places:
    """Each seat's cards by the place they were dealt to, followed through streets and draws."""

    def __init__(self, p: Progress) -> None:
        self.p = p
        self.held: dict[int, list[Place]] = {seat: [] for seat in p.order}
        self.lost: set[int] = set()
        self.shown: set[int] = set()
        self.decided = False

    def new_deals(self, *, told: bool = False) -> Iterator[Deal]:
        """The places dealt since the last look: in stud one card to each, street by street. told: their cards
        were recorded as they were dealt.
        """
        new: dict[int, list[Place]] = {}
        for seat in self.p.order:
            cards = self.p.hole[seat][len(self.held[seat]) :]
            places: list[Place] = [[card if told else UNKNOWN] for card in cards]
            if places:
                new[seat] = places
        by_street = self.p.game.is_stud and any(self.held.values())
        for at in range(max(map(len, new.values()), default=0)) if by_street else ():
            yield from ((seat, places[at : at + 1]) for seat, places in new.items() if at < len(places))
        if not by_street:
            yield from new.items()
        for seat, places in new.items():
            self.held[seat] += places

    def learn(self, last: Operation) -> None:
        """What the last operation recorded. Shown cards stay where they are shown; so does everything
        recorded after a decision that was made without cards, or about them.
        """
        self.decided |= _is_about_cards(last)
        if isinstance(last, Show):
            self.shown.add(last.seat)
        for seat, places in self.held.items() if not self.decided else ():
            if seat in self.shown or seat in self.lost:
                continue
            for place, card in zip(places, self.p.hole[seat], strict=False):
                if card:
                    place[0] = card

    def not_yet_dealt(self) -> list[Operation]:
        """Drawn cards recorded while others still draw: they have no place yet, and get none after a ruling."""
        told: list[Operation] = []
        for seat, places in self.held.items():
            is_open = not self.decided and seat not in self.shown and seat not in self.lost
            if is_open and any(self.p.hole[seat][len(places) :]):
                told.append(DealHole(seat, self.p.hole[seat]))
                self.lost.add(seat)
        return told

    def throw_away(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Known cards leave their places; unknown ones, and those first known now, the first unknown.

        If more unknown ones go than there are, nobody knows which places are left: from then on the seat's
        cards stay where they were recorded.
        """
        places = self.held[seat]
        if seat in self.lost:
            del places[: len(cards)]
            return
        for card in sorted(cards, key=lambda card: not any(place[0] == card for place in places)):
            place = next((place for place in places if place[0] == card), None)
            if place is None:
                place = next((place for place in places if not place[0]), None)
            if place is None:
                self.held[seat] = [[UNKNOWN] for _ in self.p.hole[seat][len(cards) :]]
                self.lost.add(seat)
                return
            place[0] = card
            places[:] = [other for other in places if other is not place]


def _is_about_cards(operation: Operation) -> bool:
    """Whether it could mean something else, or nothing, with cards recorded later."""
    if isinstance(operation, Ruling):
        return bool(operation.cards) or operation.kind in _ABOUT_CARDS
    return isinstance(operation, DeclareWinners | Opens)


def format_actions(
    operations: Iterable[Operation], *, setup: Setup, seats: Sequence[int], scale: int
) -> list[str]:
    """The inverse of to_operations: the operations that count, in PHH's words.

    Raises IllegalAction where they are not a lawful hand.
    """
    name_of = {seat: f"p{number}" for number, seat in enumerate(seats, start=1)}
    p = Progress(setup)
    begin(p)
    places = _Places(p)
    # Until the end of the hand a deal is its places: cards become known later than they are dealt.
    written: list[str | Deal] = [*places.new_deals()]
    for operation in effective(operations):
        # What was decided without these cards must not find them at the deal when it is read.
        is_late = isinstance(operation, DealHole | DealUp) and (
            places.decided or operation.seat in places.lost
        )
        street, on_board = p.street, len(p.board)
        # PHH knows one board: those after it are told to us alone.
        is_again = isinstance(operation, DealBoard) and p.runs is not None and bool(p.runs.boards)
        if isinstance(operation, Discard):
            places.throw_away(operation.seat, operation.cards)
        words = _words(p, operation, name_of, scale)
        if isinstance(operation, Ruling):  # perhaps nobody draws any more after it
            written += map(_own, places.not_yet_dealt())
        step(p, operation)
        # In a run-out of stud the cards of a street are in the hands.
        in_hands = isinstance(operation, DealBoard) and p.game.is_stud and len(p.board) == on_board
        if not in_hands:
            written += [_own(operation)] if is_late or is_again else words
        if p.phase != "draw" or p.street > street:
            written += places.new_deals(told=in_hands)
        places.learn(operation)
    return [
        each if isinstance(each, str) else f"d dh {name_of[each[0]]} {_cards_in(each[1])}" for each in written
    ]


def _cards_in(places: list[Place]) -> str:
    return format_cards([place[0] for place in places])


def _words(p: Progress, operation: Operation, name_of: Mapping[int, str], scale: int) -> list[str]:
    """What is written of an operation; p: the hand before it."""
    match operation:
        case DealHole() | DealUp():
            return []
        case DealBoard(cards):
            return [f"d db {format_cards(cards)}"]
        case Fold(seat):
            return [f"{name_of[seat]} f"]
        case Check(seat) | Call(seat):
            # The low card is all-in on the ante: the next player enters for it (TDA RP-10E).
            enters = isinstance(operation, Call) and not p.actions and 0 < p.bring_in == p.bet_to_match
            return [f"{name_of[seat]} {'pb' if enters else 'cc'}"]
        case RaiseTo(seat, amount):
            if _is_beyond_all(p, seat):
                return [f"{name_of[seat]} cc {_own(operation)}"]
            return [f"{name_of[seat]} cbr {descale(amount, scale)}"]
        case BringIn(seat):
            return [f"{name_of[seat]} pb"]
        case Discard(seat, cards):
            return [f"{name_of[seat]} sd {format_cards(cards)}".rstrip()]
        case Show(seat, cards):
            word = f"{name_of[seat]} sm {format_cards(cards) or '-'}"
            # Unknown cards are shown in many files where nothing was: for us the word alone says nothing.
            return [word] if any(cards) or not cards else [word, _own(operation)]
        case Muck(seat):
            return [f"{name_of[seat]} sm"]
        case _:
            return [_own(operation)]


def _is_beyond_all(p: Progress, seat: int) -> bool:
    """Whether nobody has more than the bet already: other programs know no raise there, and all of it comes back."""
    most = max([p.bets[other] + p.stacks[other] for other in p.live if other != seat], default=0)
    return seat == p.actor and 0 < most <= p.bet_to_match


def _own(operation: Operation) -> str:
    """What PHH has no word for, or says in another place."""
    return f"# {MARK} {encode(operation)}"
