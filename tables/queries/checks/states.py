from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.models import (
    Alternate,
    Bag,
    Bust,
    Device,
    Dispute,
    Hand,
    Move,
    Seat,
    SeatDraw,
    SeatReservation,
    Table,
    TimeChip,
    Zone,
)
from tables.models.hand_seals import CREDIT, HAND
from tables.queries.checks.findings import Finding
from tournament.models import (
    BountyShare,
    CashTransfer,
    ChainLink,
    ChipSale,
    Chop,
    ChopShare,
    DrawChain,
    Entry,
    Envelope,
    EnvelopeRedraw,
    HeldPayment,
    IdCheck,
    MysteryPot,
    Payout,
    Penalty,
    RoundBust,
    SeasonPayment,
    SidePrize,
    StaffMember,
    Stop,
    Till,
    Tournament,
    Voucher,
    VoucherUse,
)
from tournament.models.states import GONE, SealedState, states_of

MODELS: Final[Sequence[type[models.Model]]] = (
    *(Tournament, StaffMember, Entry, Payout, Penalty, BountyShare, MysteryPot, Envelope, EnvelopeRedraw),
    DrawChain,
    *(Chop, ChopShare, SidePrize, HeldPayment, Till, CashTransfer, IdCheck, ChipSale, Stop, RoundBust),
    *(Table, Seat, SeatReservation, Zone, Device, SeatDraw, Move, Bust, Alternate, Bag, TimeChip, Dispute),
    *(Voucher, VoucherUse, SeasonPayment),
)
SEALED: Final[Sequence[tuple[type[models.Model], SealedState]]] = (
    *((model, state) for model in MODELS for state in states_of(model)),
    (Bust, CREDIT),
    (Hand, HAND),
)
"""What is sealed with each change. A hand comes last: there are most of them."""

WORDS: Final = {
    "event": gettext_lazy("the event: its settings, structure, payouts or clock"),
    "options": gettext_lazy("the event: one of its later settings"),
    "flights": gettext_lazy("the event: which flights it has"),
    "staff": gettext_lazy("the role of %(name)s"),
    "entry": gettext_lazy("entry %(name)s"),
    "brought": gettext_lazy("from which flight entry %(name)s came, or where it went on"),
    "places": gettext_lazy("the places of those who are out"),
    "prize": gettext_lazy("the prize of entry %(name)s"),
    "penalty": gettext_lazy("a penalty of entry %(name)s"),
    "bounty": gettext_lazy("the bounty on entry %(name)s"),
    "pot": gettext_lazy("the draw of the envelopes"),
    "envelope": gettext_lazy("envelope %(name)s"),
    "redraw": gettext_lazy("a redraw of the envelopes"),
    "chop": gettext_lazy("a chop"),
    "chop share": gettext_lazy("the share of a chop of entry %(name)s"),
    "side prize": gettext_lazy("a side prize"),
    "held": gettext_lazy("a payment to entry %(name)s with a second signature"),
    "till": gettext_lazy("a till"),
    "carried": gettext_lazy("cash carried between tills"),
    "id check": gettext_lazy("an ID check"),
    "chip sale": gettext_lazy("a rebuy or add-on of entry %(name)s"),
    "stop": gettext_lazy("a stop of the room"),
    "round bust": gettext_lazy("the round in which entry %(name)s went out"),
    "table": gettext_lazy("table %(name)s"),
    "button": gettext_lazy("the button of table %(name)s"),
    "seats": gettext_lazy("who sits where at table %(name)s"),
    "draw": gettext_lazy("a draw"),
    "drawn": gettext_lazy("what a draw was made from"),
    "draw chain": gettext_lazy("what was promised of the draws"),
    "move": gettext_lazy("a move of entry %(name)s"),
    "bust": gettext_lazy("the bust of entry %(name)s"),
    "credit": gettext_lazy("who knocked out entry %(name)s"),
    "hand": gettext_lazy("hand %(name)s"),
    "bag": gettext_lazy("the bag of entry %(name)s"),
    "bag tag": gettext_lazy("number, seal and second count of the bag of entry %(name)s"),
    "time chip": gettext_lazy("a time-bank chip of entry %(name)s"),
    "chip stage": gettext_lazy("the stage of a time-bank chip of entry %(name)s"),
    "dispute": gettext_lazy("a dispute about hand %(name)s"),
    "alternate": gettext_lazy("entry %(name)s on the waiting list"),
    "kept seat": gettext_lazy("for whom seat %(name)s is reserved"),
    "own stacks": gettext_lazy("the starting stacks from the points of a season"),
    "season pay": gettext_lazy("money of a season paid to %(name)s"),
    "festival": gettext_lazy("the festival of the event"),
    "voucher": gettext_lazy("voucher %(name)s"),
    "advance": gettext_lazy("what entry %(name)s was awarded in advance"),
    "voucher use": gettext_lazy("a use of voucher %(name)s"),
    "zone": gettext_lazy("the zone %(name)s"),
    "tablet": gettext_lazy("the tablet %(name)s"),
}
"""What a seal is of, as people call it."""


class Newest(NamedTuple):
    """The newest seal of a row."""

    number: int
    digest: str


def check_states(tournament: Tournament) -> Iterator[Finding]:
    """I30: every row that may change is as the last change of Floorman has sealed it. Two queries for each table."""
    sealed: dict[str, dict[int, Newest]] = {}
    links = ChainLink.objects.filter(tournament=tournament).exclude(kind__in=["log", "money", "chips"])
    for kind, row, number, digest in links.order_by("number").values_list("kind", "row", "number", "digest"):
        sealed.setdefault(kind, {})[row] = Newest(number, digest)
    for model, state in SEALED:
        yield from _compare(tournament, model, state, sealed.get(state.kind, {}))


def _compare(
    tournament: Tournament, model: type[models.Model], state: SealedState, sealed: dict[int, Newest]
) -> Iterator[Finding]:
    """What stands of one kind beside its seals."""
    stands = state.digests_in(model, tournament.pk)
    for unit in sorted({*stands, *sealed}):
        now, newest = stands.get(unit, GONE), sealed.get(unit)
        if newest is None:
            if state.is_lasting:
                says = _("%(what)s (row %(row)d) has no seal: it was added outside Floorman.")
                yield _finding(says, model, state, unit)
        elif now == GONE and state.is_lasting and newest.digest != GONE:
            says = _("%(what)s (row %(row)d) was removed outside Floorman; its seal is %(seal)d.")
            yield _finding(says, model, state, unit, newest.number)
        elif now not in (GONE, newest.digest):
            says = _("%(what)s (row %(row)d) was altered outside Floorman: it is not as sealed in %(seal)d.")
            yield _finding(says, model, state, unit, newest.number)


def _finding(says: str, model: type[models.Model], state: SealedState, unit: int, seal: int = 0) -> Finding:
    what = str(WORDS[state.kind]) % {"name": _name(model, state, unit)}
    sentence = says % {"what": what[:1].upper() + what[1:], "row": unit, "seal": seal}
    return Finding(invariant="I30", says=sentence)


def _name(model: type[models.Model], state: SealedState, unit: int) -> object:
    """As people call it, "?" for what is gone."""
    if not state.name:
        return ""
    return model._default_manager.filter(**{state.by: unit}).values_list(state.name, flat=True).first() or "?"
