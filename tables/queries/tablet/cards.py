"""Cards on the tablet: what lies open at a seat, which cards may be picked, and for what.

Only what everybody at the table can see is shown: the board, up-cards, hands that were tabled, and
discards the dealer has told. A face-down card that the record knows stays a back, and is not kept
from being picked either, as that would betray it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from tables import engine
from tables.engine.cards.cards import JOKER
from tables.models import Seat

BACK: Final = "##"
"""A card that lies face down, beside the codes of known and unknown cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picker:
    """What the card picker fills in. `operation` is its beginning: "b" the board, "s3" seat 3's hand.
    A "street" of a run-out brings a card to each of `seats`, in this order.

    `count` cards at most are picked, `least` at least; where both are the same the last one records.
    `known` belongs to it without being picked, `free` may be picked though it lies open. `unknown`
    is the whole operation without cards, "" where there is none. `may_muck`: the hand may be given up
    instead of shown.
    """

    kind: Literal["board", "street", "show", "up", "discard", "openers"]
    operation: str
    seat: int = 0
    name: str = ""
    seats: tuple[int, ...] = ()
    count: int
    least: int
    known: str = ""
    free: str = ""
    unknown: str = ""
    may_muck: bool = False

    @property
    def start(self) -> str:
        """The operation as a form sends it in front of the picked cards."""
        return f"{self.operation}:{self.known}" if self.known else self.operation


def hand_shown(seat: Seat, state: engine.State | None) -> str:
    """A seat's cards as they lie there: a tabled hand whole, in stud the up-cards between backs."""
    number = seat.number
    if state is None or number not in state.hole:
        return ""
    hand = state.hole[number]
    if number in state.shown:
        return engine.format_cards(hand) if any(hand) or state.game.is_stud else ""
    if not state.game.is_stud or number not in state.live or number in state.mucked:
        return ""
    faces = state.faces
    return "".join(
        [engine.format_cards([card]) if faces[at] == "u" else BACK for at, card in enumerate(hand)]
    )


def open_cards(state: engine.State | None) -> frozenset[str]:
    """The cards that everybody has seen in this hand, and those its deck does not have; no joker."""
    if state is None:
        return frozenset()
    seen = [*state.board]
    places = state.up_places
    for seat, hand in state.hole.items():
        seen += hand if seat in state.shown else [hand[at] for at in places[len(hand)]]
    if not any(drawn.reshuffled for drawn in state.drawn):
        seen += [card for thrown in state.discarded.values() for card in thrown]
    names = [engine.format_cards([card]) for card in seen if card != engine.UNKNOWN]
    return _names(state.setup.in_play.left_out).union(names)


@cache
def _names(cards: frozenset[engine.Card]) -> frozenset[str]:
    return frozenset([engine.format_cards([card]) for card in cards if card != JOKER])


def pickers_of(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> tuple[Picker, ...]:
    """Everything that cards may be picked for now, what is due first."""
    if state is None or legal is None:
        return ()
    return tuple(_pickers(state, legal, names))


def _pickers(state: engine.State, legal: engine.Legal, names: Mapping[int, str]) -> Iterator[Picker]:
    if legal.board_cards:
        due = legal.board_cards
        # In a run-out of stud the cards of a street are the players'.
        seats = state.contending if state.game.is_stud and due > 1 else ()
        kind: Literal["board", "street"] = "street" if seats else "board"
        yield Picker(kind=kind, operation="b", seats=seats, count=due, least=due, unknown=f"b:{'??' * due}")
    for seat in legal.may_show:
        yield _show(state, seat, names.get(seat, ""), may_muck=seat in legal.may_muck)
    for seat in legal.deal_up:
        yield Picker(
            kind="up",
            operation=f"t{seat}",
            seat=seat,
            name=names.get(seat, ""),
            count=1,
            least=1,
            unknown=f"t{seat}:??",
        )
    if legal.phase in ("deal_up", "betting") and state.game.is_stud:
        yield from _forgotten(state, legal, names)
    if legal.drawer is not None and legal.draw_most:
        yield Picker(
            kind="discard",
            operation=f"d{legal.drawer}",
            seat=legal.drawer,
            name=names.get(legal.drawer, ""),
            count=legal.draw_most,
            least=1,
        )
    if legal.openers_due is not None:
        seat = legal.openers_due
        yield Picker(
            kind="openers",
            operation=f"j{seat}",
            seat=seat,
            name=names.get(seat, ""),
            count=state.game.hole_cards,
            least=2,
            free=engine.format_cards(state.discarded.get(seat, ())),
            unknown=f"j{seat}:????",
        )


def _show(state: engine.State, seat: int, name: str, *, may_muck: bool) -> Picker:
    hand = state.hole[seat]
    known = [hand[at] for at in state.up_places[len(hand)] if hand[at] != engine.UNKNOWN]
    count = len(hand) - len(known)
    return Picker(
        kind="show",
        operation=f"s{seat}",
        seat=seat,
        name=name,
        count=count,
        least=count,
        known=engine.format_cards(known),
        unknown=f"s{seat}:",
        may_muck=may_muck,
    )


def _forgotten(state: engine.State, legal: engine.Legal, names: Mapping[int, str]) -> Iterator[Picker]:
    """Up-cards of players still in that went by unrecorded: they may be told later."""
    for seat in state.live:
        if seat in legal.deal_up:
            continue
        hand = state.hole[seat]
        unknown = [at for at in state.up_places[len(hand)] if hand[at] == engine.UNKNOWN]
        if unknown:
            yield Picker(
                kind="up",
                operation=f"t{seat}",
                seat=seat,
                name=names.get(seat, ""),
                count=len(unknown),
                least=1,
            )
