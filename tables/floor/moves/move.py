"""One player sent from one seat to another: the proposal, its reasons, and when it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tables.floor.draws.cards import seat_with_highest_card
from tables.floor.errors import FloorError
from tables.floor.reasons import Reason, reason
from tables.floor.room import TableView


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedMove:
    """A move the floor proposes.

    `reasons` say, in this order, why these tables, why this player, why this seat. `from_seat` is
    None while a high card has yet to be dealt to each of the seats `drawing` (`decided_by_card`).
    `waits` means that the player gets no cards until the button has passed: hand their seat to
    `next_positions` as `told_to_wait`. `wait_for` are the tables whose running hand has to end first.
    """

    from_table: int
    from_seat: int | None
    to_table: int
    to_seat: int
    reasons: tuple[Reason, ...]
    drawing: tuple[int, ...] = ()
    waits: bool = False
    wait_for: tuple[int, ...] = ()

    @property
    def reason(self) -> Reason:
        """The first reason: why a move is needed."""
        return self.reasons[0]

    @property
    def sentence(self) -> str:
        """All reasons as the floor manager would say them."""
        return " ".join(reason.sentence for reason in self.reasons)

    def to_dict(self) -> dict[str, object]:
        """JSON-safe form for the log."""
        return {
            "from_table": self.from_table,
            "from_seat": self.from_seat,
            "to_table": self.to_table,
            "to_seat": self.to_seat,
            "reasons": [reason.to_dict() for reason in self.reasons],
            "drawing": list(self.drawing),
            "waits": self.waits,
            "wait_for": list(self.wait_for),
        }


def buttons_unknown(move: ProposedMove) -> tuple[int, ...]:
    """The tables whose button would have to be known to choose the player and the seat by the rule."""
    at = {"source_button_unknown": move.from_table, "seat_button_unknown": move.to_table}
    return tuple([at[each.code] for each in move.reasons if each.code in at])


def decided_by_card(move: ProposedMove, cards: Mapping[int, str]) -> ProposedMove:
    """The move once a card has been dealt to each seat it is drawn among: the highest one moves.

    Raises FloorError when other seats were dealt a card, or one of them is not a card or there twice.
    """
    if set(cards) != set(move.drawing):
        raise FloorError(
            f"{len(move.drawing)} players are dealt a card each, not {len(cards)}.",
            code="cards_do_not_match",
            params={"players": len(move.drawing), "cards": len(cards)},
        )
    seat = seat_with_highest_card(cards)
    why = reason(
        "high_card_moves", from_table=move.from_table, from_seat=seat, card=cards[seat], count=len(cards)
    )
    decided = tuple(why if each.code == "high_card_decides" else each for each in move.reasons)
    return replace(move, from_seat=seat, reasons=decided, drawing=())


def tables_to_wait_for(*views: TableView) -> tuple[int, ...]:
    """Those of the tables whose hand has to end before a player leaves or is dealt in there."""
    return tuple(sorted(view.table for view in views if view.in_hand))
