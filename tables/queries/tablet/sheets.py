"""What is recorded on a sheet of its own: cards, draws, who acts first, chips into a pot and out of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from tables import engine


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawShown:
    """Whose draw it is: up to `most` of their `held` cards; `stub` cards are left to be dealt."""

    seat: int
    name: str
    held: int
    most: int
    stub: int

    @property
    def pairs(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of cards in pairs, as they share the places of the screen."""
        return tuple([tuple(range(at, min(at + 2, self.held + 1))) for at in range(1, self.held + 1, 2)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshuffled:
    """The last draw took more than the stub had: `from_stub` cards, then `reshuffled` new ones."""

    seat: int
    from_stub: int
    reshuffled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ByResult:
    """A game recorded by its result: seats with the chips they may put in, and what may be taken.

    Amounts are multiples of `unit`, but for what is odd already; 0: of anything.
    """

    seats: tuple[tuple[int, str, int], ...]
    most_out: int
    unit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheets:
    """What is recorded on a sheet of its own.

    `pickers` is what cards may be picked for now, what is due first, and `next_picker` what the cards that are due
    now are picked for; a draw is mostly recorded by its number. `may_open` who may be named as the one whose
    up-cards act first. `used_cards` lie open, or are not in the deck of this game.
    `most_boards`: how many times the rest of the board may be dealt, where that can be agreed now.
    """

    pickers: tuple[Picker, ...]
    next_picker: Picker | None
    used_cards: frozenset[str]
    has_joker: bool
    may_open: tuple[tuple[int, str], ...]
    draw: DrawShown | None
    by_result: ByResult | None
    openers_due: int | None
    to_show: int | None
    may_muck: bool
    most_boards: int

    def picker_for(self, wanted: str) -> Picker | None:
        """What cards are picked for: `wanted` if that is possible now, else what is due next."""
        return next((each for each in self.pickers if each.operation == wanted), self.next_picker)

    @property
    def used_text(self) -> str:
        return "".join(sorted(self.used_cards))

    @property
    def up_cards_due(self) -> str:
        """The seats whose up-cards of this street are to be recorded, in the order of the deal."""
        due = [each for each in self.pickers if each.kind == "up" and each.unknown]
        return " ".join(str(each.seat) for each in due)


def sheets_of(
    state: engine.State | None,
    legal: engine.Legal | None,
    names: Mapping[int, str],
    *,
    game: str,
    used_cards: frozenset[str],
) -> Sheets:
    """`state` is the hand in play; `game` that of the next one between hands."""
    pickers = pickers_of(state, legal, names)
    return Sheets(
        pickers=pickers,
        next_picker=pickers[0] if pickers and legal and legal.phase != "betting" else None,
        used_cards=used_cards,
        has_joker=bool(engine.GAMES[game].joker),
        may_open=may_open(state, legal, names),
        draw=draw_shown(state, legal, names),
        by_result=by_result(state, legal, names),
        openers_due=None if legal is None else legal.openers_due,
        to_show=None if legal is None else legal.to_show,
        may_muck=legal is not None and legal.to_show in legal.may_muck,
        most_boards=0 if legal is None else legal.most_boards,
    )


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
    """Up-cards of players still in that went by unrecorded: they may be recorded later."""
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


def draw_shown(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> DrawShown | None:
    if state is None or legal is None or legal.drawer is None:
        return None
    return DrawShown(
        seat=legal.drawer,
        name=names.get(legal.drawer, ""),
        held=len(state.hole[legal.drawer]),
        most=legal.draw_most,
        stub=max(state.stub or 0, 0),
    )


def reshuffled(state: engine.State | None) -> Reshuffled | None:
    """What the dealer must know of the draw that was recorded last."""
    if state is None or not state.drawn or not isinstance(state.history[-1], engine.Discard):
        return None
    last = state.drawn[-1]
    if not last.reshuffled:
        return None
    return Reshuffled(seat=last.seat, from_stub=last.count - last.reshuffled, reshuffled=last.reshuffled)


def may_open(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> tuple[tuple[int, str], ...]:
    """Seats that may be named as first to act; once the cards have opened a round, until somebody acts."""
    if state is None or legal is None:
        return ()
    seats = legal.may_open or (state.live if _may_be_corrected(state, legal) else ())
    return tuple((seat, names.get(seat, "")) for seat in seats)


def _may_be_corrected(state: engine.State, legal: engine.Legal) -> bool:
    """Whether another seat may still be named, the round having been opened by the cards."""
    if legal.phase != "betting" or not state.game.is_stud or not state.history:
        return False
    if not isinstance(state.history[-1], engine.DealUp | engine.Opens):
        return False
    try:
        engine.apply(state, engine.Opens(state.live[0]))
    except engine.IllegalAction:
        return False  # an up-card was recorded late, after somebody has acted
    return True


def by_result(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> ByResult | None:
    if state is None or legal is None or legal.phase != "result":
        return None
    return ByResult(
        seats=tuple((seat, names.get(seat, ""), legal.may_put_in.get(seat, 0)) for seat in state.order),
        most_out=legal.may_take_out,
        unit=state.setup.stakes.unit,
    )
