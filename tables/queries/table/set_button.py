"""What the floor sets a button from: of the next hand, or before substantial action of the hand in play (TDA 34-A)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tables.engine.rulings.substantial_action import substantial_action
from tables.floor.button.by_hand import ButtonSetting, Sitting, hands_ahead, ways_to_set
from tables.floor.button.next_hand import starting_button
from tables.floor.button.positions import Positions
from tables.floor.rules import FloorRules
from tables.models import Hand, Seat, Table, TableStatus
from tables.models.rules import floor_rules
from tables.queries.table.button import seats_with_chips
from tables.queries.table.hand import Look, TableHand
from tables.queries.table.next_game import hand_to_redeal
from tables.queries.table.next_hand import has_button, is_stud_only


@dataclass(frozen=True, slots=True, kw_only=True)
class NotNow:
    """Why the button cannot be set, as a code and a sentence that says how to go on."""

    code: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonNow:
    """The hand whose button may be set, and what it is set from.

    `hand` is the hand in play where it is that one, None for the next hand. `seen` names the moment: what is set from
    another one is refused. `refusal` says why nothing can be set; then there are no `hands`. `hands` are the next ones
    as things stand. `first_button` is that of a table without `previous`.
    """

    hand: Hand | None
    seen: str
    refusal: NotNow | None
    previous: Positions | None
    first_button: int
    sitting: Sitting
    rules: FloorRules
    hands: tuple[Positions, ...]

    def ways(self, button: int) -> tuple[ButtonSetting, ...]:
        """The lawful ways to have the button there, the usual one first."""
        if self.refusal is not None:
            return ()
        return ways_to_set(button, previous=self.previous, sitting=self.sitting, rules=self.rules)


def button_now(look: Look) -> ButtonNow:
    """What the floor may set at this table now. No query, or one after a misdeal."""
    table, recorded = look.table, look.open_hand
    hand = None if recorded is None else recorded.hand
    refusal = _refusal(look, recorded)
    previous = _previous(table, hand)
    sitting = _sitting(look, hand)
    rules = floor_rules(table.tournament)
    first_button = 0
    if previous is None and sitting.live:
        first_button = table.first_button or starting_button(occupied=sitting.live)
    return ButtonNow(
        hand=hand,
        seen=f"table-{table.version}" if hand is None else f"hand-{hand.pk}",
        refusal=refusal,
        previous=previous,
        first_button=first_button,
        sitting=sitting,
        rules=rules,
        hands=() if refusal else hands_ahead(previous, first_button, sitting, rules),
    )


def _previous(table: Table, hand: Hand | None) -> Positions | None:
    if hand is None:
        return table.positions
    return None if hand.positions_before is None else Positions.from_dict(hand.positions_before)


def _sitting(look: Look, hand: Hand | None) -> Sitting:
    """Who sat there when the hand in play was dealt, or sits there now."""
    live = seats_with_chips(look.seats)
    arrivals = _arrivals(live) if hand is None else hand.arrivals_before
    return Sitting(
        capacity=look.table.seats_count,
        live=frozenset(seat.number for seat in live),
        newcomers=frozenset(number for number, _came, _told in arrivals),
        moved_by_balancing=frozenset(number for number, came, _told in arrivals if came),
        told_to_wait=frozenset(number for number, _came, told in arrivals if told),
    )


def _arrivals(live: list[Seat]) -> list[list[int | bool]]:
    """New players as a hand stores them."""
    return [[seat.number, seat.came_by_balancing, seat.told_to_wait] for seat in live if seat.is_newcomer]


def _refusal(look: Look, recorded: TableHand | None) -> NotNow | None:
    table = look.table
    number = {"table": table.number}
    if table.status == TableStatus.CLOSED:
        return NotNow(code="table_closed", text=_("Table %(table)d is closed.") % number)
    if is_stud_only(table.tournament.structure):
        return NotNow(code="no_button", text=_("No game of this tournament is dealt around a button."))
    if len(seats_with_chips(look.seats)) < 2:
        return NotNow(
            code="too_few_players",
            text=_("Table %(table)d has fewer than two players with chips.") % number,
        )
    if recorded is not None:
        return _refusal_in_play(recorded)
    last = None if look.recorded is None else look.recorded.hand
    stacks = {seat.number: seat.entry.stack for seat in look.seats if seat.entry}
    if last is not None and hand_to_redeal(last, stacks) is not None:
        return NotNow(
            code="hand_dealt_again",
            text=_("Hand %(hand)d is dealt again with the same button (TDA 35-C). Set it after that hand.")
            % {"hand": last.number},
        )
    return None


def _refusal_in_play(recorded: TableHand) -> NotNow | None:
    progress, words = recorded.state.progress, {"hand": recorded.hand.number}
    if not has_button(recorded.hand.game):
        return NotNow(
            code="button_rests",
            text=_("Hand %(hand)d is played without a button. Set it after that hand.") % words,
        )
    if progress.street or progress.phase != "betting" or substantial_action(progress):
        return NotNow(
            code="button_stands",
            text=_(
                "There was substantial action in hand %(hand)d: its button stands, and the next hand follows from it "
                "(TDA 34-A). The button of the next hand can be set after this one."
            )
            % words,
        )
    return None
