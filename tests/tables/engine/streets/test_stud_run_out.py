"""All-in stud: the hands are tabled, then the streets come one after the other (TDA 16); short stubs."""

from __future__ import annotations

import pytest

from tables.engine import (
    GAMES,
    HOUSE_RULES,
    ButtonAndBlinds,
    IllegalAction,
    SeatStack,
    Setup,
    Stakes,
    State,
    apply,
    decode,
    encode,
    legal,
    parse_cards,
    replay,
)
from tables.engine.notation import format_phh, read_phh
from tables.engine.play.pots import Award
from tests.tables.engine.hands import TDA, play, pots


def stud(*stacks: int, game: str = "F7S") -> Setup:
    """Seats 1 to n, the first at the dealer's left; bets 15 and 30, a bring-in of 5."""
    return Setup.for_level(
        game=game,
        rules=TDA,
        stakes=Stakes(bring_in=5, small_bet=15, big_bet=30),
        positions=ButtonAndBlinds(button=len(stacks)),
        seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
    )


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        play(state, text)
    return caught.value.code


ALL_IN = "h1:KhKs2c h2:AdQd3d h3:5c6c7c i1 r2:15 c3 c1 t1:8h t2:9h t3:Tc r3:15 c1 c2"
"""On fourth street three players are all-in for 30."""


def all_in(game: str = "F7S") -> State:
    return play(stud(30, 30, 30, game=game), ALL_IN)


def streets(state: State) -> tuple[str, int, tuple[int, ...]]:
    """Where the run-out stands, how many cards come next, how many each hand has."""
    return state.street_name, legal(state).board_cards, tuple(map(len, state.hole.values()))


# --- The hands are tabled, then the streets come


def test_all_in_on_fourth_street_the_hands_of_four_cards_are_tabled_before_the_next_card() -> None:
    state = all_in()
    assert state.runs_out
    assert streets(state) == ("fourth street", 3, (4, 4, 4))
    assert (legal(state).may_show, legal(state).may_muck) == ((3, 1, 2), ())
    assert refusal(state, "m1") == "muck_all_in"
    # Naming the winner says that the streets were dealt.
    assert legal(state).pots_to_declare == (0,)
    tabled = play(state, "s3: s1:KhKs2c8h s2:AdQd3d9h")
    assert (tabled.shown, tabled.runs_out, pots(tabled)) == ((3, 1, 2), True, [(90, "123")])


def test_each_street_of_a_run_out_brings_a_card_to_each_in_the_order_of_the_deal() -> None:
    state = play(all_in(), "s3: s1: s2: b:8cTh9c")
    assert streets(state) == ("fifth street", 3, (5, 5, 5))
    assert [hand[-1:] for hand in state.hole.values()] == [parse_cards(card) for card in ("8c", "Th", "9c")]
    state = play(state, "b:2hJd4s")
    assert streets(state) == ("sixth street", 3, (6, 6, 6))
    # Seat 3 makes a flush with the last card, and the hand is over by itself.
    done = play(state, "b:3h4hJc")
    assert (done.is_complete, dict(done.results)) == (True, {1: 0, 2: 0, 3: 90})


@pytest.mark.parametrize("at", [0, 1, 2, 3])
def test_hands_may_be_tabled_before_any_street_and_win_what_they_win_anyhow(at: int) -> None:
    words = ["b:8cTh9c", "b:2hJd4s", "b:3h4hJc"]
    told = [*words[:at], "s3:", "s1:", "s2:", *words[at:]]
    assert dict(play(all_in(), " ".join(told)).results) == {1: 0, 2: 0, 3: 90}


def test_streets_without_cards_leave_the_winner_to_be_declared() -> None:
    state = play(all_in(), "s3: b:?????? b:?????? b:??????")
    assert (state.phase, legal(state).pots_to_declare) == ("showdown", (0,))
    assert dict(play(state, "w0:2").results) == {1: 0, 2: 90, 3: 0}


def test_no_other_number_of_cards_is_dealt_and_no_card_twice() -> None:
    state = all_in()
    for word, code in (
        ("b:8cTh", "board_card_count"),
        ("b:8cTh9c2d", "board_card_count"),
        ("b:8c", "board_not_due"),
        ("b:8c8cTh", "duplicate_card"),
        ("b:Kh8cTh", "duplicate_card"),
        ("o1", "nobody_opens"),
        ("k1", "no_betting"),
    ):
        assert refusal(state, word) == code


def test_a_run_out_from_third_street_counts_the_stub_street_by_street() -> None:
    state = play(stud(5, 5), "o1 i1 c2")
    stubs = []
    while state.runs_out:
        stubs.append(state.stub)
        state = play(state, "b:????")
    assert (stubs, state.stub) == ([46, 43, 40, 37], 34)


def test_a_hand_declared_dead_gets_no_further_card() -> None:
    state = play(all_in(), "s3: s1: s2: b:8cTh9c x:dead_hand,s=3,f")
    assert streets(state) == ("fifth street", 2, (5, 5, 5))
    assert dict(play(state, "b:2hJd b:3h4h").results) == {1: 90, 2: 0, 3: 0}


def test_five_card_stud_and_hi_lo_run_out_the_same_way() -> None:
    five = play(stud(5, 5, game="F5S"), "h1:KhKs h2:AdQd i1 c2 s1: s2: b:2c3c b:4c5c b:6c7c")
    assert dict(five.results) == {1: 10, 2: 0}
    low = play(all_in("F7S/8"), "s3: s1: s2: b:8cTh2d b:2hJd3s b:3h4hAs")
    assert low.awards == (Award(0, 1, 45, "high"), Award(0, 3, 45, "low"))


def test_where_the_house_lets_them_muck_a_hand_given_up_is_dealt_no_card_and_may_come_back() -> None:
    cash = Setup.from_dict(stud(30, 30, 30).to_dict() | {"rules": {"all_in_tabled": False}})
    state = play(cash, f"{ALL_IN} m2")
    assert (legal(state).board_cards, state.contending) == (2, (1, 3))
    state = play(state, "b:8c9c x:retrieved,s=2,f")
    assert streets(state) == ("fifth street", 3, (5, 5, 5))
    assert refusal(play(state, "s2:"), "m2") == "already_decided"


# --- Records that tell less


@pytest.mark.parametrize(
    "told",
    [
        # Hands told whole at the end, without any street.
        "s3:5c6c7cTc9c4sJc s1:KhKs2c8h8c2h3h s2:AdQd3d9hThJd4h",
        "h1:KhKs2c8h8c2h3h s1: s3:5c6c7cTc9c4sJc s2:AdQd3d9hThJd4h",
        # One street recorded, the others not.
        "b:8cTh9c s3:5c6c7cTc9c4sJc s1:KhKs2c8h8c2h3h s2:AdQd3d9hThJd4h",
        # Only the winner.
        "w0:3",
        "s3: w0:3",
        "b:8cTh9c w0:3",
        # Up-cards one by one.
        "t1:8c t2:Th t3:9c t1:2h t2:Jd t3:4s w0:3",
    ],
)
def test_what_tells_of_cards_that_nobody_recorded_supposes_that_they_were_dealt(told: str) -> None:
    state = play(all_in(), told)
    assert dict(state.results) == {1: 0, 2: 0, 3: 90}
    assert [len(hand) for hand in state.hole.values()] == [7, 7, 7]


def test_a_hand_of_some_other_number_of_cards_is_refused_all_the_same() -> None:
    state = all_in()
    assert refusal(state, "s1:KhKs2c8h9c") == "hole_card_count"
    assert refusal(state, "s1:KhKs2c") == "hole_card_count"
    assert refusal(state, "s9:KhKs2c8h8c2h3h") == "not_contending"
    assert refusal(state, "s1:KhKs2c8h????3h") == "hole_card_count"


def test_an_up_card_is_told_of_no_card_that_lies_face_down() -> None:
    state = play(all_in(), "t1:8c t2:Th t3:9c t1:2h t2:Jd t3:4s")
    assert streets(state) == ("sixth street", 3, (6, 6, 6))
    assert refusal(state, "t1:3h") == "no_up_card"


# --- In files


@pytest.mark.parametrize(
    "told",
    [
        "s3: s1: s2: b:8cTh9c b:2hJd4s b:3h4hJc",
        "b:8cTh9c s1: b:??Jd?? s2: s3: b:3h4hJc w0:3",
        "b:?????? b:?????? b:?????? w0:1,3",
        "s3: b:8cTh9c b:2hJd4s s1: b:3h4h?? s2: w0:3",
    ],
)
def test_a_run_out_comes_back_from_phh_as_it_was_dealt(told: str) -> None:
    state = play(all_in(), told)
    [again] = read_phh(format_phh(state.setup, state.history), rules=HOUSE_RULES["tda2024"])
    back = replay(again.setup, again.operations)
    run_out = [encode(each) for each in state.history[len(ALL_IN.split()) :]]
    assert [encode(each) for each in again.operations][-len(run_out) :] == run_out
    assert (back.hole, back.results, back.shown) == (state.hole, state.results, state.shown)


def test_the_streets_of_a_run_out_are_cards_of_the_players_in_phh() -> None:
    state = play(all_in(), "s3: s1: s2: b:8cTh9c b:2hJd4s b:3h4hJc")
    text = format_phh(state.setup, state.history)
    actions = text.split('"p3 sm -"')[1].split("]")[0]
    assert [each for each in actions.split('"') if each.startswith(("d ", "p"))] == [
        "p1 sm -", "p2 sm -",
        "d dh p1 8c", "d dh p2 Th", "d dh p3 9c",
        "d dh p1 2h", "d dh p2 Jd", "d dh p3 4s",
        "d dh p1 3h", "d dh p2 4h", "d dh p3 Jc",
    ]  # fmt: skip


# --- Too few cards (TDA RP-10H)


def on_fifth(dealt: int) -> State:
    """So many players, nobody folded; on fifth street seat 1 is to act."""
    state = play(stud(*[500] * dealt), "o1 i1")
    while state.phase == "betting":
        state = play(state, f"c{state.actor}")
    for _ in ("fourth", "fifth"):
        state = play(state, "o1")
        while state.phase == "betting" and state.street < 2:
            state = play(state, f"k{state.actor}")
    assert (state.street_name, state.actor) == ("fifth street", 1)
    return state


def checked(state: State) -> State:
    street = state.street
    while state.phase == "betting" and state.street == street:
        state = play(state, f"k{state.actor}")
    return state


def lying(state: State) -> int:
    """Cards out of the stub, burns included."""
    play_of = state.progress.cards
    assert play_of is not None
    return sum(map(len, state.hole.values())) + len(state.board) + play_of.burns


@pytest.mark.parametrize(
    ("left", "due", "stub"),
    [
        (10, 0, 1),  # as it always is with eight
        (9, 0, 2),  # with the two burns shuffled in there are eleven
        (7, 1, 7),  # seven and the burns are nine: a burn, eight cards and the last one would be ten
        (5, 1, 5),
    ],
)
def test_sixth_street_of_eight_players_is_one_card_for_all_where_the_stub_is_short(
    left: int, due: int, stub: int
) -> None:
    sixth = checked(play(on_fifth(8), f"x:stub_count,a={left}"))
    assert (legal(sixth).board_cards, sixth.stub, len(legal(sixth).deal_up)) == (due, stub, 0 if due else 8)
    assert sixth.progress.cards is not None
    assert sixth.progress.cards.burns >= 0


def test_five_cards_left_on_sixth_street_of_eight_were_counted_before_the_deal() -> None:
    """48 cards lie with the players: five more cannot be left of 52."""
    sixth = checked(on_fifth(8))
    assert (sixth.street_name, sixth.stub, len(legal(sixth).deal_up)) == ("sixth street", 1, 8)
    counted = play(sixth, "x:stub_count,a=5")
    assert (counted.street_name, counted.phase, legal(counted).board_cards) == (
        "fifth street",
        "deal_board",
        1,
    )
    assert [len(hand) for hand in counted.hole.values()] == [5] * 8
    shared = play(counted, "b:Kd")
    # Nobody's board has changed: who spoke on fifth street speaks.
    assert (shared.street_name, shared.actor, shared.stub) == ("sixth street", 1, 3)
    assert play(shared, "x:stub_count,a=4").street_name == "sixth street"
    assert refusal(shared, "x:stub_count,a=12") == "no_such_stub"
    seventh = checked(shared)
    assert (legal(seventh).board_cards, seventh.street_name) == (1, "sixth street")
    river = play(seventh, "b:2c")
    assert (river.street_name, [len(hand) for hand in river.hole.values()]) == ("seventh street", [5] * 8)
    assert lying(river) + (river.stub or 0) <= 52


def test_a_count_that_fits_the_cards_dealt_is_of_the_stub_after_the_deal() -> None:
    sixth = checked(on_fifth(8))
    counted = play(sixth, "x:stub_count,a=4")
    assert (counted.phase, counted.stub, len(legal(counted).deal_up)) == ("deal_up", 4, 8)
    assert refusal(play(sixth, "t1:2c"), "x:stub_count,a=5") == "no_such_stub"


def test_the_last_card_down_is_taken_back_too_when_the_count_says_so() -> None:
    sixth = checked(on_fifth(7))
    seventh = checked(play(sixth, "o1"))
    assert (seventh.street_name, seventh.actor, [len(h) for h in seventh.hole.values()]) == (
        "seventh street",
        1,
        [7] * 7,
    )
    counted = play(seventh, "x:stub_count,a=5")
    assert (counted.phase, counted.actor, legal(counted).board_cards) == ("deal_board", None, 1)
    assert refusal(play(seventh, "k1"), "x:stub_count,a=5") == "no_such_stub"
    # Counted again: there are enough after all.
    again = play(counted, "x:stub_count,a=9")
    assert (again.phase, again.actor, [len(h) for h in again.hole.values()]) == ("betting", 1, [7] * 7)


def test_after_a_shared_sixth_street_a_last_card_each_lies_face_down() -> None:
    shared = play(checked(play(on_fifth(8), "x:stub_count,a=6")), "b:Kd")
    seventh = shared
    while len(seventh.live) > 2:
        seventh = play(seventh, f"{'k' if seventh.actor in (1, 2) else 'f'}{seventh.actor}")
    assert (seventh.street_name, [len(seventh.hole[s]) for s in seventh.live]) == ("seventh street", [6, 6])
    assert (seventh.faces, seventh.up_places[6]) == ("dduuud", (2, 3, 4))
    state = play(seventh, "k1 k2 s1:2c3c4c5c7d8d s2:KcKhKs5d6d9d")
    assert dict(state.results)[2] == 535


def test_an_all_in_of_eight_shares_the_sixth_card_too() -> None:
    state = play(stud(*[5] * 8), "o1 i1 c2 c3 c4 c5 c6 c7 c8")
    state = play(state, f"b:{'??' * 8} b:{'??' * 8} x:stub_count,a=5")
    assert legal(state).board_cards == 1
    state = play(state, "b:Kd")
    assert (state.street_name, legal(state).board_cards) == ("sixth street", 1)
    state = play(state, "b:2c")
    assert (state.phase, state.stub) == ("showdown", 1)


def test_cards_exposed_from_the_stub_are_cards_that_cannot_be_dealt() -> None:
    state = play(on_fifth(8), "x:exposed_card,c=2c3c4c5c6c")
    assert state.stub == 5
    sixth = checked(state)
    assert (legal(sixth).board_cards, sixth.stub) == (1, 5)
    none_left = play(on_fifth(8), "x:exposed_card,c=2c3c4c5c6c7c8c9cTcJc x:exposed_card,c=QcKc")
    assert none_left.stub == 0


def test_a_hand_less_before_the_card_for_all_leaves_cards_enough() -> None:
    state = play(on_fifth(8), "x:stub_count,a=7")
    sixth = checked(state)
    assert legal(sixth).board_cards == 1
    fewer = play(sixth, "x:dead_hand,s=8,f")
    assert (fewer.phase, fewer.street_name, len(legal(fewer).deal_up)) == ("deal_up", "sixth street", 7)


def test_a_stub_counted_before_the_last_cards_were_dealt_keeps_its_burns() -> None:
    """Seven players and 8 cards in the stub: with two burns, a third was forgotten, there is a card each (STD-13)."""
    state = play(stud(*[500] * 7), "o1 i1 c2 c3 c4 c5 c6 c7")
    while state.street_name != "seventh street":
        state = forward(state)
    assert (state.phase, state.stub) == ("betting", 2)
    counted = play(state, "x:stub_count,a=8")
    assert (counted.phase, counted.street_name, counted.stub) == ("betting", "seventh street", 2)
    # Seven are too few even so.
    assert legal(play(state, "x:stub_count,a=5")).board_cards == 1


def test_a_count_leaves_no_burns_for_which_the_deck_has_no_room() -> None:
    state = play(stud(*[500] * 8), "o1 i1 c2 c3 c4 c5 c6 c7 c8")
    while state.street_name != "sixth street":
        state = forward(state)
    # 48 are out and 1 is left: whoever counts 3 has burned one card and not three.
    counted = play(state, "x:stub_count,a=3")
    assert counted.progress.cards is not None
    assert (counted.stub, counted.progress.cards.burns) == (3, 1)


@pytest.mark.parametrize("code", [code for code, game in GAMES.items() if game.is_stud])
def test_no_card_is_dealt_that_is_not_there_whatever_the_stub_is_counted_to(code: str) -> None:
    """Any count on any street: what lies with the players and what is left are never more than a deck."""
    most = GAMES[code].most_players
    for left in range(13):
        state = play(stud(*[500] * most, game=code), "o1 i1")
        street = -1
        while state.phase not in ("showdown", "complete"):
            if state.street != street and state.street == len(GAMES[code].streets) - 3 and state.actor:
                street = state.street
                state = play(state, f"x:stub_count,a={left}") if left else state
            state = forward(state)
            held = sum(map(len, state.hole.values())) + len(state.board)
            assert state.stub is not None
            assert (state.stub >= 0, held + state.stub <= 52) == (True, True)


def forward(state: State) -> State:
    answer = legal(state)
    if answer.board_cards:
        return apply(state, decode(f"b:{'??' * answer.board_cards}"))
    if answer.actor is None:
        return play(state, f"o{state.live[0]}")
    word = "c" if answer.call_amount else "k"
    return play(state, f"{word}{answer.actor}")
