"""What the tablet shows in games with up-cards, draws, openers and a low."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tables.models import Device
from tables.queries.tablet.screen import TabletScreen
from tables.queries.tablet.seats import SeatShown
from tables.queries.tablet.sheets import Picker, Reshuffled
from tables.templatetags.screen import render_screen
from tests.factories import NOW
from tests.factories.felt import Felt, make_felt
from tests.factories.mixed import sheet
from tests.tables.looking import screen_of
from tournament.models import Tournament
from tournament.rules.structure.levels import Level

pytestmark = pytest.mark.django_db


def felt_of(game: str, *stacks: int, now: datetime = NOW, **more: Any) -> Felt:
    """A table that plays this game; stack n sits on seat n. `more` is of the stakes."""
    stakes: dict[str, Any] = {"ante": 10, "ante_kind": "classic", "small_bet": 50, "big_bet": 100}
    stakes |= {"small_blind": 25, "big_blind": 50, "bring_in": 20, "min_bet": 50} | more
    level = Level(duration_seconds=1200, game=game, **stakes)
    felt = make_felt(*(stacks or (1000, 1000, 1000)), structure=sheet(level, level), seats=10, now=now)
    felt.pair(now=now)
    return felt


def screen(felt: Felt) -> TabletScreen:
    return screen_of(Device.objects.get(table=felt.table), now=NOW)


def seat_of(shown: TabletScreen, number: int) -> SeatShown:
    return next(seat for seat in shown.felt.seats if seat.number == number)


def picks(shown: TabletScreen) -> list[tuple[str, int, int, str]]:
    return [(each.start, each.least, each.count, each.unknown) for each in shown.sheets.pickers]


# --- Pot limit


@pytest.mark.parametrize(
    ("counts", "most", "words"),
    [(True, 225, "with the ante in the pot"), (False, 175, "without the ante in the pot")],
)
def test_the_bet_sheet_says_whether_the_ante_counts_in_the_pot_before_the_flop(
    counts: bool, most: int, words: str
) -> None:
    felt = felt_of("PO", 1000, 1000, 1000, 1000, ante=50, ante_kind="big_blind")
    Tournament.objects.update(rule_overrides={"engine": {"pot_limit_counts_bba": counts}})
    felt.deal()
    actions = screen(felt).actions
    assert actions is not None
    assert (actions.counts_ante, actions.raise_min, actions.raise_max) == (counts, 100, most)
    by_kind = {choice.kind: choice.amount for choice in actions.choices}
    assert by_kind["pot"] == most
    page = render_screen(screen(felt))
    assert words in page
    state = felt.play(f"c{actions.seat}")
    while state.actor is not None:
        state = felt.play(f"{'c' if state.to_call(state.actor) else 'k'}{state.actor}")
    felt.play("b:2c3c4c")
    on_the_flop = screen(felt).actions
    assert on_the_flop is not None
    assert (on_the_flop.counts_ante, on_the_flop.raise_max) == (None, 250)


# --- Stud


def test_up_cards_are_due_from_the_dealers_left() -> None:
    felt = felt_of("F7S")
    felt.deal()
    shown = screen(felt)
    assert (shown.stage, shown.header.street, shown.sheets.up_cards_due) == (
        "deal_up",
        "third street",
        "1 2 3",
    )
    assert picks(shown) == [("t1", 1, 1, "t1:??"), ("t2", 1, 1, "t2:??"), ("t3", 1, 1, "t3:??")]
    assert [seat for seat, _name in shown.sheets.may_open] == [1, 2, 3]
    felt.play("t1:6d")
    shown = screen(felt)
    assert (shown.sheets.up_cards_due, seat_of(shown, 1).cards, seat_of(shown, 2).cards) == (
        "2 3",
        "####6d",
        "####??",
    )
    assert shown.sheets.used_cards == {"6d"}


def test_a_down_card_that_is_known_stays_a_back_and_may_be_picked() -> None:
    felt = felt_of("F7S")
    felt.deal()
    felt.play("h1:AsAd", "t1:6d")
    shown = screen(felt)
    assert (seat_of(shown, 1).cards, shown.sheets.used_cards) == ("####6d", frozenset({"6d"}))


def test_who_brings_in_may_only_bring_in_or_complete() -> None:
    felt = felt_of("F7S")
    felt.deal()
    felt.play("t1:6d", "t2:Kh", "t3:2c")
    actions = screen(felt).actions
    assert actions is not None
    assert (actions.seat, actions.bring_in, actions.call_amount, actions.can_check) == (3, 20, None, False)
    assert (actions.raise_min, actions.raise_max, actions.raise_is_completion) == (50, 50, True)


def test_who_opens_may_be_corrected_until_somebody_has_acted() -> None:
    felt = felt_of("F7S")
    felt.deal()
    felt.play("t1:6d", "t2:Kh", "t3:2c")
    assert [seat for seat, _name in screen(felt).sheets.may_open] == [1, 2, 3]
    felt.play("i3")
    assert screen(felt).sheets.may_open == ()


def test_an_up_card_that_went_by_may_be_told_later() -> None:
    felt = felt_of("F7S")
    felt.deal()
    felt.play("t1:??", "t2:Kh", "t3:2c")
    shown = screen(felt)
    assert (shown.stage, shown.sheets.up_cards_due, picks(shown)) == ("deal_up", "", [("t1", 1, 1, "")])
    felt.play("o3")
    assert picks(screen(felt)) == [("t1", 1, 1, "")]
    assert screen(felt).sheets.next_picker is None


STUD_TO_THE_END = (
    "t1:6d", "t2:Kh", "t3:2c", "i3", "c1", "f2", "t1:7d", "t3:??", "o1", "k1", "k3", "t1:8d", "t3:3c", "o1", "k1",
    "k3", "t1:9d", "t3:4c", "o1", "k1", "k3", "k1", "k3",
)  # fmt: skip


ALL_IN_ON_FOURTH = (
    "t1:6d", "t2:Kh", "t3:2c", "i3", "c1", "c2", "t1:7d", "t2:Qs", "t3:9c", "r2:50", "r3:100", "f1", "c2",
)  # fmt: skip
"""Seats 2 and 3 are all-in for 130; seat 3 has raised last."""


def test_all_in_before_seventh_street_hands_of_four_cards_are_tabled_and_streets_dealt_one_by_one() -> None:
    felt = felt_of("F7S", 1000, 130, 130)
    felt.deal()
    felt.play(*ALL_IN_ON_FOURTH)
    shown = screen(felt)
    assert (shown.stage, shown.header.next_street, shown.sheets.to_show, shown.sheets.may_muck) == (
        "deal_board", "fifth street", 3, False,
    )  # fmt: skip
    assert picks(shown) == [("b", 2, 2, "b:????"), ("s3:2c9c", 2, 2, "s3:"), ("s2:KhQs", 2, 2, "s2:")]
    page = render_screen(shown)
    assert "Deal fifth street" in page
    assert "Fifth street: seats 2, 3, in this order" in page
    assert "All-in: tap a player to record the hand shown" in page
    felt.play("s3:2c9c2h2d", "s2:KhQsAsAd", "b:Js3c")
    shown = screen(felt)
    assert (shown.header.next_street, seat_of(shown, 2).cards, seat_of(shown, 3).cards) == (
        "sixth street", "AsAdKhQsJs", "2h2d2c9c3c",
    )  # fmt: skip
    assert picks(shown) == [("b", 2, 2, "b:????")]
    assert shown.sheets.used_cards >= {"Js", "3c"}
    felt.play("b:????")
    assert [each.kind for each in screen(felt).feed.last[:2]] == ["Street", "Street"]
    # Without one of its cards nobody's hand is whole: the dealer says who has won.
    felt.play("b:Jd3d")
    assert screen(felt).felt.has_open_pots


def test_the_winner_of_an_all_in_may_be_named_without_dealing_the_streets() -> None:
    felt = felt_of("F7S", 1000, 130, 130)
    felt.deal()
    felt.play(*ALL_IN_ON_FOURTH)
    page = render_screen(screen(felt))
    assert page.count('data-sheet="sheet-winners"') == 1
    felt.play("w0:2")
    assert screen(felt).stage == "between"


def test_at_the_showdown_only_the_cards_that_lie_face_down_are_picked() -> None:
    felt = felt_of("F7S")
    felt.deal()
    felt.play(*STUD_TO_THE_END)
    shown = screen(felt)
    assert picks(shown) == [("s1:6d7d8d9d", 3, 3, "s1:"), ("s3:2c3c4c", 4, 4, "s3:")]
    assert (seat_of(shown, 1).turn, seat_of(shown, 1).cards) == ("shows", "####6d7d8d9d##")
    felt.play("s1:6d7d8d9dAsKsQs")
    assert seat_of(screen(felt), 1).cards == "AsKs6d7d8d9dQs"


def test_the_last_card_of_seven_players_is_one_for_all() -> None:
    felt = felt_of("F7S", *[1000] * 8)
    felt.deal()
    for street in range(4):
        opener = 1 if street else 8
        felt.play(f"o{opener}")
        if not street:
            felt.play("i8", *(f"c{seat}" for seat in range(1, 8)))
        else:
            felt.play(*(f"k{seat}" for seat in range(1, 9)))
    shown = screen(felt)
    assert (shown.stage, shown.header.next_street, picks(shown)) == (
        "deal_board",
        "seventh street",
        [("b", 1, 1, "b:??")],
    )


# --- Draw


def test_a_draw_offers_every_number_of_cards_and_counts_the_stub() -> None:
    felt = felt_of("F2L3D")
    felt.deal()
    felt.play("c3", "c1", "k2")
    shown = screen(felt)
    assert shown.sheets.draw is not None
    assert (shown.stage, shown.sheets.draw.seat, shown.sheets.draw.most, shown.sheets.draw.stub) == (
        "draw",
        1,
        5,
        52 - 15 - 1,
    )
    assert shown.sheets.draw.held == 5
    assert shown.sheets.draw.pairs == ((1, 2), (3, 4), (5,))
    assert (seat_of(shown, 1).turn, picks(shown)) == ("draws", [("d1", 1, 5, "")])
    felt.play("d1:AsKs", "d2:", "d3:??")
    shown = screen(felt)
    assert [seat_of(shown, seat).drawn for seat in (1, 2, 3)] == [(2,), (0,), (1,)]
    assert shown.sheets.used_cards == {"As", "Ks"}
    felt.play("k1", "k2", "k3", "d1:")
    assert seat_of(screen(felt), 1).drawn == (2, 0)


def test_badugi_draws_no_more_than_its_four_cards() -> None:
    felt = felt_of("FB")
    felt.deal()
    felt.play("c3", "c1", "k2")
    shown = screen(felt)
    assert shown.sheets.draw is not None
    assert shown.sheets.draw.pairs == ((1, 2), (3, 4))


def test_the_dealer_is_told_when_to_reshuffle() -> None:
    felt = felt_of("F2L3D", *[1000] * 6)
    felt.deal()
    felt.play("f3", "c4", "c5", "c6", "c1", "k2")
    felt.play("d1:??????????", "d2:??????????", "d4:????????", "d5:??????????")
    assert screen(felt).feed.reshuffled is None
    felt.play("d6:??????")
    shown = screen(felt)
    assert shown.feed.reshuffled == Reshuffled(seat=6, from_stub=1, reshuffled=2)
    felt.play("k1")
    assert screen(felt).feed.reshuffled is None


def test_numbers_of_cards_that_nobody_could_deal_keep_their_places_without_effect() -> None:
    felt = felt_of("N5D", *[1000] * 7)
    felt.deal()
    felt.play(*(f"c{seat}" for seat in range(3, 8)), "c1", "k2", "x:stub_count,a=1")
    draw = screen(felt).sheets.draw
    assert draw is not None
    assert (draw.held, draw.most, draw.stub, draw.pairs) == (5, 1, 1, ((1, 2), (3, 4), (5,)))


# --- Openers and a carried pot


def test_openers_are_asked_of_whoever_opened_and_takes_the_pot() -> None:
    felt = felt_of("N5DJ")
    felt.deal()
    felt.play("r1:50", "c2", "f3")
    shown = screen(felt)
    assert (shown.felt.openers, seat_of(shown, 1).is_opener, seat_of(shown, 2).is_opener) == (
        "J",
        True,
        False,
    )
    felt.play("d1:2c", "d2:", "r1:50", "f2")
    shown = screen(felt)
    assert (shown.stage, shown.sheets.openers_due, seat_of(shown, 1).turn) == ("openers", 1, "proves")
    assert shown.sheets.pickers == (
        Picker(
            kind="openers",
            operation="j1",
            seat=1,
            name="Anna Verdi",
            count=5,
            least=2,
            free="2c",
            unknown="j1:????",
        ),
    )


def test_the_carried_pot_is_shown_before_and_in_the_next_hand() -> None:
    felt = felt_of("N5DP")
    felt.deal()
    felt.play("k1", "k2", "k3")
    shown = screen(felt)
    assert (shown.stage, shown.felt.carried_pot, shown.felt.pot_total, shown.prompt.can_deal) == (
        "between",
        30,
        30,
        True,
    )
    felt.deal()
    shown = screen(felt)
    assert (shown.felt.carried_pot, shown.felt.pot_total, shown.felt.openers) == (30, 60, "Q")


def test_no_blinds_are_marked_in_a_game_of_antes() -> None:
    felt = felt_of("N5DA")
    assert [(p.blind, p.has_button) for p in screen(felt).felt.seats[:3]] == [
        ("", False),
        ("", False),
        ("", True),
    ]
    felt.deal()
    assert [(p.blind, p.has_button) for p in screen(felt).felt.seats[:3]] == [
        ("", False),
        ("", False),
        ("", True),
    ]


# --- High and low


HI_LO_TO_THE_END = (
    "c3", "c1", "k2", "b:??????", "k1", "k2", "k3", "b:??", "k1", "k2", "k3", "b:??", "k1", "k2", "k3",
)  # fmt: skip


def open_halves(shown: TabletScreen) -> list[str]:
    return [half.half for half in shown.felt.pots[0].halves if half.is_open]


def test_a_hi_lo_pot_is_given_whole_or_by_halves() -> None:
    felt = felt_of("FO/8")
    felt.deal()
    felt.play(*HI_LO_TO_THE_END)
    assert open_halves(screen(felt)) == ["", "high", "low"]
    felt.play("w0h:3")
    shown = screen(felt)
    assert open_halves(shown) == ["low"]
    assert [(half.half, half.winners) for half in shown.felt.pots[0].halves] == [
        ("", None),
        ("high", (3,)),
        ("low", None),
    ]


def test_who_won_which_half_is_told_after_the_hand() -> None:
    felt = felt_of("FO/8")
    felt.deal()
    felt.play(*HI_LO_TO_THE_END, "w0h:3", "w0l:1,2")
    shown = screen(felt)
    assert [(p.won, p.won_halves) for p in shown.felt.seats[:3]] == [
        (50, ("low",)),
        (25, ("low",)),
        (105, ("high",)),
    ]


def test_a_pot_won_whole_has_no_halves() -> None:
    felt = felt_of("FO/8")
    felt.deal()
    felt.play(*HI_LO_TO_THE_END, "w0:2")
    assert [(p.won, p.won_halves) for p in screen(felt).felt.seats[:3]] == [(0, ()), (180, ()), (0, ())]


# --- The deck


def test_cards_that_a_short_deck_does_not_have_cannot_be_picked() -> None:
    felt = felt_of("NS")
    felt.deal()
    left_out = {rank + suit for rank in "2345" for suit in "cdhs"}
    assert screen(felt).sheets.used_cards == left_out


def test_a_joker_can_be_picked_only_where_it_is_played() -> None:
    plain, wild = felt_of("N5DA"), felt_of("N5DAw")
    plain.deal()
    wild.deal()
    assert (screen(plain).sheets.has_joker, screen(wild).sheets.has_joker) == (False, True)
    wild.play("k1", "k2", "r3:50", "c1", "c2", "d1:Jk")
    assert screen(wild).sheets.used_cards == {"Jk"}


def test_the_deck_of_italian_poker_follows_from_the_players() -> None:
    felt = felt_of("IT", *[1000] * 4)
    felt.deal()
    left_out = {rank + suit for rank in "23456" for suit in "cdhs"}
    assert screen(felt).sheets.used_cards == left_out


def test_a_blind_opening_is_offered_to_whoever_may_make_it() -> None:
    felt = felt_of("IT", *[1000] * 4)
    felt.deal()
    actions = screen(felt).actions
    assert actions is not None
    assert (actions.seat, actions.blind_open) == (1, 80)
    felt.play("l1")
    actions = screen(felt).actions
    assert actions is not None
    assert (actions.seat, actions.blind_open) == (2, 160)


def test_after_the_showdown_the_hands_that_won_are_named_until_the_next_deal() -> None:
    felt = felt_of("FO/8")
    felt.deal()
    to_showdown = ("c3", "f1", "k2", "b:As2d8c", "k2", "k3", "b:Kh", "k2", "k3", "b:Kd", "k2", "k3")
    felt.play(*to_showdown, "s2:3c4cQhQs")
    assert screen(felt).felt.won_with == ()
    felt.play("s3:KcJc9d9c")
    assert screen(felt).felt.won_with == ((3, "three of a kind, kings"), (2, "low 8-4-3-2-A"))
    felt.deal()
    assert screen(felt).felt.won_with == ()


def test_the_dealer_is_asked_for_the_first_card_of_courchevel() -> None:
    felt = felt_of("PC", ante=0, ante_kind="none")
    felt.deal()
    shown = screen(felt)
    assert (
        shown.header.next_street,
        [each.count for each in shown.sheets.pickers if each.kind == "board"],
    ) == (
        "first card",
        [1],
    )


def test_the_halves_of_badeucey_are_called_by_what_wins_them() -> None:
    felt = felt_of("FB2", 1000, 1000, ante=0, ante_kind="none")
    felt.deal()
    pat = ("d1:", "d2:", "k1", "k2")
    felt.play("c2", "k1", *pat, *pat, *pat)
    halves = screen(felt).felt.pots[0].halves
    assert [(half.half, half.called) for half in halves] == [("", ""), ("high", "five"), ("low", "badugi")]
