"""Seats and the first dealer by playing cards, as home games and Italian poker draw them.

Every way has two steps, and either can be taken alone: the cards are dealt (here, by shuffles of
`rng` in a fixed order, so that anyone with the same source deals the same; or by hand, and the
cards seen are written down), and the cards decide.
Sources: S-085, S-086 (Italian poker: one packet, two packets), S-110 (home rules: first jack or
high card, suits S > H > D > C).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Final, Generic, TypeVar

from tables.floor.circle import clockwise_from
from tables.floor.draws.cards import DECK, RANKS, seat_with_highest_card
from tables.floor.errors import FloorError
from tables.floor.rules import ButtonDraw
from tournament.draws.chance import Rng, shuffled

E = TypeVar("E")

_FROM_THE_ACE: Final = RANKS[::-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatByCard(Generic[E]):
    """What one entry drew: the card that gave the seat, and the one that was drawn for the deal.

    With one packet both are the same card.
    """

    entry: E
    seat: int
    card: str
    dealer_card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSeating(Generic[E]):
    """Everybody's seat, in the order of the seats, and the seat that deals the first hand."""

    seats: tuple[SeatByCard[E], ...]
    first_dealer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDealer:
    """The seat that deals the first hand, and every card dealt for it: seat and card, in order."""

    seat: int
    dealt: tuple[tuple[int, str], ...]


def packet(players: int, suit: str = "s") -> tuple[str, ...]:
    """One card for each player, of descending rank from the ace: six players, A K Q J T 9.

    Raises FloorError for fewer than 2 players or more than there are ranks.
    """
    if not 2 <= players <= len(RANKS):
        raise FloorError(
            f"A packet is for 2 to {len(RANKS)} players, not {players}.",
            code="no_such_packet",
            params={"players": players, "most": len(RANKS)},
        )
    return tuple(rank + suit for rank in _FROM_THE_ACE[:players])


def draw_seats_by_packet(
    entries: Sequence[E], seats: Collection[int], rng: Rng, *, dealer_seat: int | None = None
) -> CardSeating[E]:
    """S-085 with the packet shuffled once and dealt in the order of the entries."""
    cards = dict(zip(entries, shuffled(packet(len(entries)), rng), strict=True))
    return seats_by_packet(cards, seats, dealer_seat=dealer_seat)


def seats_by_packet(
    cards: Mapping[E, str], seats: Collection[int], *, dealer_seat: int | None = None
) -> CardSeating[E]:
    """The highest card deals the first hand from `dealer_seat` (the lowest seat unless given);
    the others sit to the left in descending order (S-085).

    Raises FloorError when the cards are not a packet, or the seats not as many.
    """
    _refuse_other_than_packet(cards.values())
    around = _clockwise(seats, first=dealer_seat)
    _refuse_other_number(len(around), len(cards))
    by_card = sorted(cards, key=lambda entry: _FROM_THE_ACE.index(cards[entry][0]))
    seated = [
        SeatByCard(entry=entry, seat=seat, card=cards[entry], dealer_card=cards[entry])
        for entry, seat in zip(by_card, around, strict=True)
    ]
    return CardSeating(seats=_in_seat_order(seated), first_dealer=around[0])


def draw_seats_by_two_packets(entries: Sequence[E], seats: Collection[int], rng: Rng) -> CardSeating[E]:
    """S-086 with the first packet laid out from the lowest seat, the ace first; the second is
    shuffled and dealt in the order of the entries, then shuffled and dealt once more."""
    players = len(entries)
    _refuse_other_number(len(set(seats)), players)
    second = packet(players, "h")
    return seats_by_two_packets(
        seat_cards=dict(zip(sorted(seats), packet(players), strict=True)),
        cards=dict(zip(entries, shuffled(second, rng), strict=True)),
        dealer_cards=dict(zip(entries, shuffled(second, rng), strict=True)),
    )


def seats_by_two_packets(
    *, seat_cards: Mapping[int, str], cards: Mapping[E, str], dealer_cards: Mapping[E, str]
) -> CardSeating[E]:
    """Every player sits at the seat card of their rank; the highest dealer card deals first (S-086).

    `seat_cards` lie face up at the seats. Raises FloorError when one of the three is not a packet
    or not for as many, or when the two deals were not to the same entries.
    """
    for dealt in (seat_cards, cards, dealer_cards):
        _refuse_other_than_packet(dealt.values())
        _refuse_other_number(len(seat_cards), len(dealt))
    if cards.keys() != dealer_cards.keys():
        raise FloorError(
            "The packet was not dealt to the same players twice.", code="not_the_same_players", params={}
        )
    seat_of_rank = {card[0]: seat for seat, card in seat_cards.items()}
    seated = [
        SeatByCard(entry=entry, seat=seat_of_rank[card[0]], card=card, dealer_card=dealer_cards[entry])
        for entry, card in cards.items()
    ]
    highest = min(seated, key=lambda drawn: _FROM_THE_ACE.index(drawn.dealer_card[0]))
    return CardSeating(seats=_in_seat_order(seated), first_dealer=highest.seat)


def draw_first_dealer(
    seats: Collection[int],
    rng: Rng,
    *,
    by: ButtonDraw = "high_card",
    first_card_to: int | None = None,
    deck: Sequence[str] = DECK,
) -> FirstDealer:
    """The first dealer from one shuffle of the deck (S-110)."""
    return first_dealer(seats, shuffled(deck, rng), by=by, first_card_to=first_card_to)


def first_dealer(
    seats: Collection[int],
    deck: Sequence[str],
    *,
    by: ButtonDraw = "high_card",
    first_card_to: int | None = None,
) -> FirstDealer:
    """The first dealer when this deck is dealt face up, one card at a time, clockwise.

    `first_card_to` is the lowest seat unless given. "high_card" deals one card each and lets
    spades break ties; "first_jack" deals on until a jack falls. Raises FloorError for an empty table, an
    invalid deck, or one that ends before the dealer is decided.
    """
    around = _clockwise(seats, first=first_card_to)
    _refuse_bad_deck(deck)
    if by == "high_card":
        dealt = tuple(zip(around, deck, strict=False))
        decided = len(dealt) == len(around)
    else:
        jack = next((place for place, card in enumerate(deck) if card[0] == "J"), len(deck))
        dealt = tuple(zip(cycle(around), deck[: jack + 1], strict=False))
        decided = jack < len(deck)
    if not decided:
        raise FloorError(
            f"The {len(deck)} cards do not decide who deals first: take the whole deck.",
            code="deck_does_not_decide",
            params={"cards": len(deck)},
        )
    seat = seat_with_highest_card(dict(dealt)) if by == "high_card" else dealt[-1][0]
    return FirstDealer(seat=seat, dealt=dealt)


def _clockwise(seats: Collection[int], *, first: int | None) -> tuple[int, ...]:
    """The seats clockwise from the first one, the lowest unless given."""
    if not seats:
        raise FloorError("This table is empty.", code="table_empty", params={})
    start = min(seats) if first is None else first
    if start not in seats:
        raise FloorError(f"Seat {start} is empty.", code="seat_empty", params={"seat": start})
    return (start, *clockwise_from(start, set(seats))[:-1])


def _in_seat_order(seated: Sequence[SeatByCard[E]]) -> tuple[SeatByCard[E], ...]:
    return tuple(sorted(seated, key=lambda drawn: drawn.seat))


def _refuse_bad_deck(deck: Sequence[str]) -> None:
    if len(set(deck)) != len(deck) or not set(deck) <= set(DECK):
        raise FloorError(
            "These cards are no deck: one of them is no card, or comes twice.",
            code="bad_deck",
            params={"cards": list(deck)},
        )


def _refuse_other_number(seats: int, players: int) -> None:
    if seats != players:
        raise FloorError(
            f"{players} players need as many seats, not {seats}.",
            code="seats_do_not_match",
            params={"players": players, "seats": seats},
        )


def _refuse_other_than_packet(cards: Collection[str]) -> None:
    wanted = {card[0] for card in packet(len(cards))}
    if {card[:1] for card in cards} != wanted or not all(card in DECK for card in cards):
        raise FloorError(
            f"{' '.join(cards)} is no packet: one card each of the {len(cards)} highest ranks.",
            code="not_the_packet",
            params={"cards": list(cards)},
        )
