"""The sheet for irregularities: what can be ruled now, and what the chosen one still asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from django.utils.translation import gettext

from tables import engine
from tables.engine.gestures.counted_chips import is_full_call
from tables.engine.legal_actions import may_ask, ruling_seats, rulings_possible
from tables.engine.rulings.kinds import RULINGS
from tables.engine.rulings.subjects import DONE, OF_ACTOR, Done
from tables.models import Hand, HandSeat, Seat, Table
from tables.queries.table.hand import load_open_hand
from tables.queries.table.penalties import seats_without_requests
from tables.queries.tablet.decision_clock import clock_to_come
from tables.words.rulings import RulingWords, misdeal_words, ruling_words

Group = Literal["action", "deal", "hand"]
_OF_DEAL: Final = frozenset(
    {
        "misdeal", "fouled_deck", "exposed_card", "exposed_hand", "wrong_cards", "wrong_seat", "boxed_card",
        "foreign_card", "uncut_deck", "premature_board", "four_card_flop", "no_burn", "stub_count",
    }
)  # fmt: skip
_OF_HAND: Final = frozenset(
    {
        "dead_hand", "killed_hand", "retrieved", "asked_to_see", "declared_hand", "declared_low",
        "false_opening",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingOffer:
    """A kind that can be ruled now. `is_floors`: it waits for the floor to confirm it."""

    kind: str
    words: RulingWords
    is_floors: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a chosen kind asks for; what is empty is not asked.

    `seat` is given where only one can be meant. `said`: the actions to choose from. `amount` names
    the number; where `amount_is_open` it may stay away. `has_cards`: cards are picked.
    """

    offer: RulingOffer
    seat: int
    seats: tuple[tuple[int, str], ...]
    seat_is_open: bool
    askers: tuple[tuple[int, str], ...]
    said: tuple[Done, ...]
    amount: str
    amount_is_open: bool
    has_cards: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularitiesSheet:
    """The sheet. `misdeal` says why the cards are to be dealt again, where what is recorded asks for it; `clock_from`
    from when on the shot clock runs, where it does not yet.
    """

    hand_number: int
    groups: tuple[tuple[Group, tuple[RulingOffer, ...]], ...]
    substantial_action: bool
    misdeal: str
    clock_from: str
    asked: Asked | None


def irregularities(table: Table, *, chosen: str = "") -> IrregularitiesSheet | None:
    """What can be ruled at a table, and what `chosen` asks for; None between hands."""
    recorded = load_open_hand(table)
    if recorded is None:
        return None
    hand, state = recorded.hand, recorded.state
    offers = {kind: _offer(kind) for kind in rulings_possible(state)}
    askers = _askers(state, hand) if "asked_to_see" in offers else ()
    if not askers:
        offers.pop("asked_to_see", None)
    due = state.misdeal_due
    return IrregularitiesSheet(
        hand_number=hand.number,
        groups=_grouped(offers),
        substantial_action=state.substantial_action,
        misdeal=misdeal_words(due) if due else "",
        clock_from=clock_to_come(recorded),
        asked=_asked(offers[chosen], state, hand, askers) if chosen in offers else None,
    )


def _offer(kind: str) -> RulingOffer:
    return RulingOffer(kind=kind, words=ruling_words(kind), is_floors=RULINGS[kind].by == "floor")


def _grouped(offers: Mapping[str, RulingOffer]) -> tuple[tuple[Group, tuple[RulingOffer, ...]], ...]:
    grouped: dict[Group, list[RulingOffer]] = {"action": [], "deal": [], "hand": []}
    for kind, offer in offers.items():
        group: Group = "deal" if kind in _OF_DEAL else "hand" if kind in _OF_HAND else "action"
        grouped[group].append(offer)
    return tuple([(group, tuple(each)) for group, each in grouped.items() if each])


# --- What is asked


def _asked(offer: RulingOffer, state: engine.State, hand: Hand, askers: tuple[int, ...]) -> Asked:
    kind, rule = offer.kind, RULINGS[offer.kind]
    names = _names(hand)
    fields = rule.needs | rule.may
    asks_seat = "seat" in fields and kind not in OF_ACTOR
    return Asked(
        offer=offer,
        seat=(state.actor or 0) if kind in OF_ACTOR else 0,
        seats=_named(_seats(kind, state, hand), names) if asks_seat else (),
        seat_is_open="seat" in rule.may,
        askers=_named(askers, names) if "asker" in fields else (),
        # Where less than the bet is a full call there is nothing to choose.
        said=() if kind == "undercall" and is_full_call(state) else DONE.get(kind, ()),
        amount=_amount(kind) if "amount" in fields else "",
        amount_is_open="amount" not in rule.needs and kind != "short_raise",
        has_cards="cards" in fields,
    )


def _askers(state: engine.State, hand: Hand) -> tuple[int, ...]:
    """Who may ask to see a hand: all of the rule, without those whose right was withdrawn."""
    withdrawn = seats_without_requests(hand, state.setup.rules)
    return tuple([seat for seat in may_ask(state) if seat not in withdrawn])


def _seats(kind: str, state: engine.State, hand: Hand) -> tuple[int, ...]:
    """The seats that a ruling can concern; cards were dealt to the wrong seat, no matter who sits there."""
    if kind == "wrong_seat":
        return tuple(
            Seat.objects.filter(table=hand.table_id).order_by("number").values_list("number", flat=True)
        )
    return ruling_seats(state, kind)


def _named(seats: tuple[int, ...], names: Mapping[int, str]) -> tuple[tuple[int, str], ...]:
    return tuple([(seat, names.get(seat, "")) for seat in seats])


def _names(hand: Hand) -> dict[int, str]:
    rows = HandSeat.objects.filter(hand=hand).select_related("entry__player")
    return {row.seat_number: row.entry.player.shown_name for row in rows}


def _amount(kind: str) -> str:
    """What the number is that a ruling asks for."""
    return {
        "out_of_turn": gettext("Raise to"),
        "string_bet": gettext("Raise to"),
        "short_raise": gettext("Total in front of the player"),
        "undercall": gettext("Put in now"),
        "accepted_action": gettext("Announced"),
        "accepted_raise": gettext("Raise to"),
        "corrected_bet": gettext("Right amount"),
        "returned_bet": gettext("Chips returned"),
        "chips_behind": gettext("Chips found"),
        "exposed_card": gettext("Which card of the deal (first is 1)"),
        "wrong_cards": gettext("Cards in the hand"),
        "uncut_deck": gettext("Cards cut off (blank: none)"),
        "stub_count": gettext("Cards left"),
    }[kind]
