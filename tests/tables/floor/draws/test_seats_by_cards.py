"""Seats and first dealers by cards: the worked ways of the rules, fairness, and the same again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest

from tables.floor.draws.cards import DECK
from tables.floor.draws.seats_by_cards import (
    CardSeating,
    FirstDealer,
    SeatByCard,
    draw_first_dealer,
    draw_seats_by_packet,
    draw_seats_by_two_packets,
    first_dealer,
    packet,
    seats_by_packet,
    seats_by_two_packets,
)
from tables.floor.errors import FloorError
from tests.refusals import said
from tests.tables.floor.draws.test_seats import Script
from tests.tournament.draws.vectors import VECTORS, CountedNumbers

CLUB = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]


def names(seating: CardSeating[str]) -> dict[int, str]:
    return {drawn.seat: drawn.entry for drawn in seating.seats}


@pytest.mark.rule("S-085")
def test_a_packet_has_one_card_a_player_from_the_ace_down() -> None:
    assert packet(6) == ("As", "Ks", "Qs", "Js", "Ts", "9s")
    assert packet(2, "h") == ("Ah", "Kh")
    assert packet(13)[-1] == "2s"


@pytest.mark.rule("S-085")
def test_the_highest_card_deals_and_the_others_sit_to_the_left_in_descending_order() -> None:
    cards = {"Ada": "Td", "Bo": "As", "Cy": "9c", "Di": "Qs", "Ed": "Kh", "Flo": "Js"}
    seating = seats_by_packet(cards, range(1, 7), dealer_seat=4)
    assert seating.first_dealer == 4
    assert names(seating) == {4: "Bo", 5: "Ed", 6: "Di", 1: "Flo", 2: "Ada", 3: "Cy"}
    assert seating.seats[3] == SeatByCard(entry="Bo", seat=4, card="As", dealer_card="As")


@pytest.mark.rule("S-085")
def test_one_packet_is_shuffled_once_and_dealt_in_the_order_of_the_entries() -> None:
    script = Script(0, 1)
    seating = draw_seats_by_packet(["Ada", "Bo", "Cy"], {2, 5, 9}, script)
    # A K Q: the first and the last change places, then nothing.
    assert script.asked == [3, 2]
    assert seating == CardSeating(
        seats=(
            SeatByCard(entry="Cy", seat=2, card="As", dealer_card="As"),
            SeatByCard(entry="Bo", seat=5, card="Ks", dealer_card="Ks"),
            SeatByCard(entry="Ada", seat=9, card="Qs", dealer_card="Qs"),
        ),
        first_dealer=2,
    )


@pytest.mark.rule("S-086")
def test_everybody_sits_at_the_matching_card_and_the_second_deal_names_the_dealer() -> None:
    seating = seats_by_two_packets(
        seat_cards={1: "Ks", 3: "As", 5: "Jc", 7: "Qd"},
        cards={"Ada": "Jh", "Bo": "Kh", "Cy": "Qh", "Di": "Ah"},
        dealer_cards={"Ada": "Kh", "Bo": "Jh", "Cy": "Ah", "Di": "Qh"},
    )
    assert names(seating) == {1: "Bo", 3: "Di", 5: "Ada", 7: "Cy"}
    assert seating.first_dealer == 7
    assert seating.seats[2] == SeatByCard(entry="Ada", seat=5, card="Jh", dealer_card="Kh")


@pytest.mark.rule("S-086")
def test_the_second_packet_is_shuffled_for_the_seats_and_again_for_the_deal() -> None:
    script = Script(2, 1, 0, 0)
    seating = draw_seats_by_two_packets(["Ada", "Bo", "Cy"], [9, 2, 5], script)
    assert script.asked == [3, 2, 3, 2]
    # The first shuffle leaves A K Q as they are; the second makes K Q A of them.
    assert names(seating) == {2: "Ada", 5: "Bo", 9: "Cy"}
    assert [drawn.dealer_card for drawn in seating.seats] == ["Kh", "Qh", "Ah"]
    assert seating.first_dealer == 9


@pytest.mark.rule("S-110")
def test_cards_are_dealt_clockwise_until_the_first_jack() -> None:
    deck = ["As", "2c", "Td", "Qh", "Jc", "Js", "3d"]
    assert first_dealer({2, 5, 9}, deck, by="first_jack") == FirstDealer(
        seat=5, dealt=((2, "As"), (5, "2c"), (9, "Td"), (2, "Qh"), (5, "Jc"))
    )
    assert first_dealer({2, 5, 9}, deck, by="first_jack", first_card_to=9).seat == 2


@pytest.mark.rule("S-110")
@pytest.mark.parametrize(
    ("deck", "seat"),
    [
        (["2c", "Kd", "9s", "As"], 5),
        (["Kc", "Kd", "Kh", "Ks"], 9),
        (["Kd", "Kc", "Qs", "As"], 2),
        (["Kc", "Kh", "Kd", "Ks"], 5),
    ],
)
def test_the_high_card_deals_first_and_suits_break_ties_from_spades_down(deck: list[str], seat: int) -> None:
    drawn = first_dealer({9, 2, 5}, deck)
    assert drawn == FirstDealer(seat=seat, dealt=((2, deck[0]), (5, deck[1]), (9, deck[2])))


@pytest.mark.rule("S-110")
def test_a_spade_beats_the_other_suits_of_its_rank() -> None:
    assert first_dealer(range(1, 5), ["Jh", "Js", "Jd", "Jc"]).seat == 2


def test_the_first_dealer_is_drawn_from_one_shuffle_of_the_deck() -> None:
    for by in ("first_jack", "high_card"):
        drawn = draw_first_dealer(range(1, 7), Random(5), by=by)
        assert drawn == draw_first_dealer([6, 5, 4, 3, 2, 1], Random(5), by=by)
        assert {card for _seat, card in drawn.dealt} <= set(DECK)
    stripped = [card for card in DECK if card[0] in "789TJQKA"]
    cards = [card for _seat, card in draw_first_dealer(range(1, 5), Random(1), deck=stripped).dealt]
    assert set(cards) <= set(stripped)


@pytest.mark.parametrize("draw", [draw_seats_by_packet, draw_seats_by_two_packets])
def test_every_seating_is_equally_likely(draw: Callable[..., CardSeating[str]]) -> None:
    rng = Random(3)
    drawn = Counter(tuple(names(draw(CLUB[:4], (1, 2, 3, 4), rng)).values()) for _ in range(4_800))
    assert set(drawn) == set(permutations(CLUB[:4]))
    chi_squared = sum((count - 200) ** 2 / 200 for count in drawn.values())
    assert chi_squared < 41.6  # 23 degrees of freedom, one in a hundred


def test_with_two_packets_every_seat_is_as_likely_to_deal_first() -> None:
    rng = Random(8)
    drawn = Counter(draw_seats_by_two_packets(CLUB, range(1, 7), rng).first_dealer for _ in range(6_000))
    chi_squared = sum((count - 1000) ** 2 / 1000 for count in drawn.values())
    assert len(drawn) == 6
    assert chi_squared < 15.1  # 5 degrees of freedom, one in a hundred


def test_a_draw_deals_the_deck_of_the_vectors() -> None:
    drawn = draw_first_dealer(range(1, 11), CountedNumbers(draw="T-2026-001#3", kind="deck"))
    assert [card for _seat, card in drawn.dealt] == VECTORS["deck_first10"]
    assert drawn.seat == 3


PACKET = {"Ada": "As", "Bo": "Kd"}


@pytest.mark.parametrize(
    ("draw", "code"),
    [
        (lambda: packet(1), "no_such_packet"),
        (lambda: packet(14), "no_such_packet"),
        (lambda: seats_by_packet({"Ada": "As", "Bo": "Qs"}, (1, 2)), "not_the_packet"),
        (lambda: seats_by_packet({"Ada": "As", "Bo": "Ah"}, (1, 2)), "not_the_packet"),
        (lambda: seats_by_packet({"Ada": "As", "Bo": "Kx"}, (1, 2)), "not_the_packet"),
        (lambda: seats_by_packet({"Ada": "As", "Bo": ""}, (1, 2)), "not_the_packet"),
        (lambda: seats_by_packet(PACKET, (1, 2, 3)), "seats_do_not_match"),
        (lambda: seats_by_packet(PACKET, (1, 1)), "seats_do_not_match"),
        (lambda: seats_by_packet(PACKET, (1, 2), dealer_seat=3), "seat_empty"),
        (lambda: seats_by_packet(PACKET, ()), "table_empty"),
        (lambda: draw_seats_by_packet(["Ada", "Bo"], (1,), Random(0)), "seats_do_not_match"),
        (lambda: draw_seats_by_two_packets(["Ada", "Bo"], (1, 1), Random(0)), "seats_do_not_match"),
        (
            lambda: seats_by_two_packets(
                seat_cards={1: "As", 2: "Ks", 3: "Qs"}, cards=PACKET, dealer_cards=PACKET
            ),
            "seats_do_not_match",
        ),
        (
            lambda: seats_by_two_packets(
                seat_cards={1: "As", 2: "Ks"}, cards=PACKET, dealer_cards={"Ada": "As", "Cy": "Kd"}
            ),
            "not_the_same_players",
        ),
        (lambda: first_dealer((), DECK), "table_empty"),
        (lambda: first_dealer((1, 2, 3), ["As", "Kd"]), "deck_does_not_decide"),
        (lambda: first_dealer((1, 2), ["As", "Kd", "Qh"], by="first_jack"), "deck_does_not_decide"),
        (lambda: first_dealer((1, 2), ["As", "As"]), "bad_deck"),
        (lambda: first_dealer((1, 2), ["As", "", "Jc"], by="first_jack"), "bad_deck"),
    ],
)
def test_a_draw_that_cannot_be_is_refused(draw: Callable[[], object], code: str) -> None:
    with pytest.raises(FloorError) as refused:
        draw()
    assert refused.value.code == code


def test_a_draw_that_cannot_be_is_refused_in_words() -> None:
    three = {1: "As", 2: "Ks", 3: "Qs"}
    not_the_packet = "As Qs is no packet: one card each of the 2 highest ranks."
    assert [
        said(lambda: packet(14)),
        said(lambda: seats_by_packet({"Ada": "As", "Bo": "Qs"}, (1, 2))),
        said(lambda: seats_by_packet(PACKET, (1, 2, 3))),
        said(lambda: seats_by_packet(PACKET, (1, 2), dealer_seat=3)),
        said(lambda: seats_by_packet(PACKET, ())),
        said(lambda: draw_seats_by_two_packets(["Ada", "Bo"], (1, 1), Random(0))),
        said(lambda: seats_by_two_packets(seat_cards=three, cards=PACKET, dealer_cards=PACKET)),
        said(
            lambda: seats_by_two_packets(
                seat_cards={1: "As", 2: "Ks"}, cards=PACKET, dealer_cards={"Ada": "As", "Cy": "Kd"}
            )
        ),
        said(lambda: first_dealer((1, 2, 3), ["As", "Kd"])),
        said(lambda: first_dealer((1, 2), ["As", "As"])),
    ] == [
        (
            "A packet is for 2 to 13 players, not 14.",
            "no_such_packet",
            {"players": 14, "most": 13},
        ),
        (not_the_packet, "not_the_packet", {"cards": ["As", "Qs"]}),
        ("2 players need as many seats, not 3.", "seats_do_not_match", {"players": 2, "seats": 3}),
        ("Seat 3 is empty.", "seat_empty", {"seat": 3}),
        ("This table is empty.", "table_empty", {}),
        ("2 players need as many seats, not 1.", "seats_do_not_match", {"players": 2, "seats": 1}),
        ("2 players need as many seats, not 3.", "seats_do_not_match", {"players": 2, "seats": 3}),
        ("The packet was not dealt to the same players twice.", "not_the_same_players", {}),
        (
            "The 2 cards do not decide who deals first: take the whole deck.",
            "deck_does_not_decide",
            {"cards": 2},
        ),
        (
            "These cards are no deck: one of them is no card, or comes twice.",
            "bad_deck",
            {"cards": ["As", "As"]},
        ),
    ]
    assert (packet(2), len(packet(13))) == (("As", "Ks"), 13)


def test_the_dealer_of_a_packet_and_the_first_card_may_be_at_any_seat() -> None:
    seating = draw_seats_by_packet(["Ada", "Bo"], {2, 5}, Script(1), dealer_seat=5)
    assert (seating.first_dealer, names(seating)) == (5, {5: "Ada", 2: "Bo"})
    drawn = draw_first_dealer({2, 5}, Random(1), by="first_jack", first_card_to=5)
    assert drawn.dealt[0][0] == 5
    last_card = first_dealer({2, 5}, ["As", "Kd", "Jc"], by="first_jack")
    assert last_card == FirstDealer(seat=2, dealt=((2, "As"), (5, "Kd"), (2, "Jc")))
