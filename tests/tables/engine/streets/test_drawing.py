"""Draw: who draws when and how many, where the cards come from, the bets of draw with blinds."""

from __future__ import annotations

import pytest

from tables.engine import (
    HOUSE_RULES,
    ButtonAndBlinds,
    HouseRules,
    IllegalAction,
    SeatStack,
    Setup,
    Stakes,
    State,
    format_cards,
    legal,
    parse_cards,
)
from tables.engine.play.progress import Drawn
from tests.tables.engine.hands import TDA, play, pots, raises, table
from tournament.rules.profiles import EVENT_RULES
from tournament.rules.structure.game_sizes import most_players

DRAW_ROOM = HOUSE_RULES["draw_room"]
ITALIAN = HOUSE_RULES["italian"]
LIMIT_4_8 = Stakes(2, 4, small_bet=4, big_bet=8)


def draw_table(*stacks: int, game: str = "F5D", rules: HouseRules = TDA) -> Setup:
    return table(*stacks, game=game, rules=rules, stakes=LIMIT_4_8)


def at_the_draw(players: int, *, game: str = "F5D", rules: HouseRules = TDA, text: str = "") -> State:
    """Everybody calls, the blinds too, after what the text says; the first draw is due."""
    state = play(draw_table(*[500] * players, game=game, rules=rules), text)
    while state.actor is not None:
        state = play(state, f"{'c' if legal(state).call_amount else 'k'}{state.actor}")
    return state


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        play(state, text)
    return caught.value.code


def dark(count: int) -> str:
    return "??" * count


# --- Betting


@pytest.mark.rule("S-034")
def test_limit_4_8_is_bet_in_fours_before_the_draw_and_in_eights_after_it() -> None:
    state = play(draw_table(500, 500, 500))
    assert [(post.seat, post.amount) for post in state.setup.posts] == [(1, 2), (2, 4)]
    assert raises(state) == (8, 8)
    assert raises(play(state, "r3:8")) == (12, 12)
    after = play(state, "c3 c1 k2 d1: d2: d3:")
    assert (after.actor, raises(after)) == (1, (8, 8))


@pytest.mark.rule("S-035")
def test_pot_limit_draw_the_least_bet_is_the_big_blind_the_most_the_pot_after_the_call() -> None:
    state = play(table(500, 500, 500, game="P5D", stakes=Stakes(2, 4)), "c3 c1 k2 d1: d2: d3:")
    assert (state.pot_total, raises(state)) == (12, (4, 12))
    assert raises(play(state, "r1:5")) == (10, 27)


@pytest.mark.rule("S-036")
def test_in_the_first_round_only_the_big_blind_may_check_and_in_the_second_a_check_may_become_a_raise() -> (
    None
):
    state = play(draw_table(500, 500, 500))
    assert refusal(state, "k3") == "cannot_check"
    state = play(state, "c3")
    assert refusal(state, "k1") == "cannot_check"
    state = play(state, "c1")
    assert (state.actor, legal(state).can_check, raises(state)) == (2, True, (8, 8))
    state = play(state, "k2 d1: d2: d3: k1 k2 r3:8")
    assert raises(state) == (16, 16)
    assert play(state, "r1:16 f2").actor == 3


@pytest.mark.rule("S-066")
def test_draw_with_blinds_is_for_eight_who_change_any_number_and_bet_from_the_left_of_the_button() -> None:
    assert {most_players(game, EVENT_RULES["draw_room"]) for game in ("F5D", "P5D", "N5D")} == {8}
    state = at_the_draw(8, rules=DRAW_ROOM, text="r3:8 c4 c5 c6 c7 f8")
    assert (legal(state).drawer, legal(state).draw_most, state.stub) == (1, 5, 12)
    state = play(state, f"d1:{dark(5)} d2: d3:{dark(1)} d4: d5:{dark(2)} d6:{dark(3)} d7:")
    # The second round begins left of the button, whoever raised before the draw.
    assert (state.phase, state.actor, [each.count for each in state.drawn]) == (
        "betting", 1, [5, 0, 1, 0, 2, 3, 0],
    )  # fmt: skip


@pytest.mark.rule("BET-01", "S-022")
def test_bet_01_in_a_game_of_antes() -> None:
    setup = Setup.for_level(
        game="N5DA",
        rules=TDA,
        stakes=Stakes(ante=1, ante_kind="classic", min_bet=2),
        positions=ButtonAndBlinds(button=6),
        seats=[SeatStack(seat, 50) for seat in range(1, 7)],
    )
    state = play(setup, "k1 r2:2 f3 r4:6 c5 r6:10 f1 c2 f4 c5")
    assert (state.phase, state.pot_total, state.live) == ("draw", 42, (2, 5, 6))
    assert dict(state.stacks) == {1: 49, 2: 39, 3: 49, 4: 43, 5: 39, 6: 39}


# --- Drawing


@pytest.mark.rule("DRAW-01", "S-126")
def test_draw_01_the_stub_runs_out() -> None:
    state = at_the_draw(8, rules=DRAW_ROOM, text="c3 c4 c5 c6 c7 c8 f1 f2")
    assert (legal(state).drawer, state.stub) == (3, 12)
    state = play(state, f"d3:{dark(5)}")
    assert state.stub == 7
    state = play(state, f"d4:{dark(4)}")
    assert state.stub == 3
    state = play(state, f"d5:{dark(4)}")
    assert state.drawn[-1] == Drawn(5, 1, 4, reshuffled=1)
    assert state.stub == 10 + 9 - 1


def test_the_wsop_deals_the_last_card_only_where_it_completes_the_round() -> None:
    state = at_the_draw(3, text="c3 c1 k2 x:stub_count,a=4")
    state = play(state, "x:stub_count,a=3 d1:")
    state = play(state, "x:stub_count,a=3 d2:????")
    assert state.stub == 1
    # One card is wanted and one is left: it completes the round.
    assert play(state, "d3:??").drawn[-1] == Drawn(3, 1, 1)
    # Two are wanted: the last card goes into the reshuffle.
    with_folded = play(draw_table(500, 500, 500, 500), "c3 c4 f1 k2 x:stub_count,a=3 d2: d3:")
    last = play(with_folded, "d4:????????")
    assert last.drawn[-1] == Drawn(4, 1, 4, reshuffled=2)
    assert last.stub == 1 + 5 - 2


def test_the_wsop_shuffles_the_muck_and_the_discards_of_earlier_draws() -> None:
    state = at_the_draw(6, game="F2L3D")
    assert state.stub == 52 - 30 - 1
    state = play(state, " ".join([f"d{seat}:{dark(3)}" for seat in range(1, 7)]))
    state = play(state, " ".join([f"k{seat}" for seat in range(1, 7)]))
    assert state.stub == 3 - 1
    state = play(state, f"d1:{dark(3)}")
    assert state.drawn[-1] == Drawn(1, 2, 3, reshuffled=2)
    assert state.stub == 1 + 18 - 2


@pytest.mark.rule("S-093")
def test_discards_under_the_stub_never_shorten_it() -> None:
    state = at_the_draw(5, rules=ITALIAN)
    before = state.stub
    state = play(state, " ".join([f"d{seat}:{dark(5)}" for seat in range(1, 6)]))
    assert (before, state.stub) == (27, 27)
    assert [each.reshuffled for each in state.drawn] == [0] * 5


def test_where_nothing_else_is_left_the_discards_of_this_draw_go_in_too() -> None:
    state = at_the_draw(10)
    assert (state.stub, legal(state).draw_most) == (1, 1)
    assert refusal(state, "d1:????") == "too_few_to_draw"
    state = play(state, "d1:")
    state = play(state, "d2:??")
    assert (state.stub, legal(state).draw_most) == (0, 1)
    assert play(state, "d3:??").drawn[-1] == Drawn(3, 1, 1, reshuffled=1)


def test_a_card_that_was_shuffled_in_may_be_dealt_again_but_only_once() -> None:
    state = at_the_draw(4, rules=DRAW_ROOM, text="h3:AsAhAdAcKs f3 c4 c1 k2 x:stub_count,a=1")
    assert refusal(state, "h2:As????????") == "duplicate_card"
    state = play(state, "d1:???? h1:As??")
    assert refusal(state, "d2:As") == "duplicate_card"
    again = play(state, "d2:???? h2:AhAd")
    assert format_cards(again.hole[2]) == "??????AhAd"
    assert refusal(play(state, "d2:???? d4:????"), "h4:As") == "duplicate_card"


def test_a_burn_is_taken_before_each_draw_also_where_all_stand_pat() -> None:
    state = at_the_draw(3, game="F2L3D")
    assert state.stub == 52 - 15 - 1
    state = play(state, "d1: d2: d3: k1 k2 k3")
    assert state.stub == 52 - 15 - 2
    assert at_the_draw(3, game="F2L3D", rules=DRAW_ROOM).stub == 52 - 15


def test_who_stands_pat_keeps_the_cards_and_who_draws_gets_unknown_ones() -> None:
    state = at_the_draw(3, text="h1:9h8h7h6h5h h2:AsAhKd7c2d")
    state = play(state, "d1: d2:Kd2d")
    assert format_cards(state.hole[1]) == "9h8h7h6h5h"
    assert format_cards(state.hole[2]) == "AsAh7c????"
    assert dict(state.discarded) == {2: parse_cards("Kd2d")}
    assert format_cards(play(state, "h2:Ac2c").hole[2]) == "AsAh7cAc2c"
    assert refusal(state, "h2:Kd") == "duplicate_card"


def test_all_in_players_draw_too_and_nobody_bets() -> None:
    state = play(draw_table(4, 4, 4), "c3 c1")
    assert (state.phase, legal(state).drawer) == ("draw", 1)
    state = play(state, "d1:???? d2: d3:??????????")
    assert (state.phase, legal(state).may_show) == ("showdown", (1, 2, 3))
    assert pots(state) == [(12, "123")]


def test_one_draws_in_turn() -> None:
    state = at_the_draw(3)
    assert refusal(state, "d2:") == "not_in_turn"
    assert refusal(state, "k1") == "no_betting"
    assert refusal(play(state, "d1: d2: d3:"), "d1:") == "no_draw"
    assert refusal(state, f"d1:{dark(6)}") == "hole_card_count"


def test_unknown_cards_go_from_the_unknown_ones_first() -> None:
    state = at_the_draw(3, text="h1:9h8h??????")
    assert format_cards(play(state, "d1:????").hole[1]) == "9h8h??????"
    assert format_cards(play(state, f"d1:{dark(3)}").hole[1]) == "9h8h??????"
    # More than are unknown: nobody knows which are left.
    assert format_cards(play(state, f"d1:{dark(4)}").hole[1]) == dark(5)


def test_a_card_nobody_knew_of_becomes_known_by_being_thrown_away() -> None:
    state = at_the_draw(3, text="h1:9h8h??????")
    thrown = play(state, "d1:Kd8h")
    assert format_cards(thrown.hole[1]) == "9h????????"
    assert dict(thrown.discarded) == {1: parse_cards("Kd8h")}
    assert refusal(state, "d1:KdKcKsQd") == "hole_cards_contradict"
    assert refusal(state, "d1:8h8h") == "duplicate_card"


@pytest.mark.parametrize("game", ["FB", "NB"])
def test_badugi_has_four_cards_and_three_draws(game: str) -> None:
    state = at_the_draw(3, game=game)
    rounds = []
    while state.phase != "showdown":
        rounds.append(state.street_name)
        state = play(state, "d1: d2: d3: k1 k2 k3")
    assert rounds == ["first draw", "second draw", "third draw"]
    state = play(state, "s1:Ad2c3h6h s2:Ac3d4h5h s3:KsQdJcTh")
    # Four cards of four ranks and suits beat the better three (WSOP Live 294).
    assert dict(state.results) == {1: 496, 2: 496, 3: 508}


@pytest.mark.rule("LOW-01")
@pytest.mark.parametrize("game", ["F2L1D", "F5L1D", "F6L1D"])
def test_low_01_lowball_is_compared_from_the_top_card(game: str) -> None:
    state = play(at_the_draw(2, game=game), "d1: d2: k1 k2 s1:8c6d5h4s3c s2:8h7d4h3s2c")
    assert dict(state.results) == {1: 504, 2: 496}


@pytest.mark.rule("S-067")
@pytest.mark.parametrize(
    ("game", "best"), [("F5L3D", "5c4d3h2sAc"), ("F6L3D", "6c4d3h2sAc"), ("F2L3D", "7c5d4h3s2c")]
)
def test_each_scale_of_lowball_has_its_own_best_hand(game: str, best: str) -> None:
    state = at_the_draw(2, game=game)
    while state.phase != "showdown":
        state = play(state, "d1: d2: k1 k2")
    others = {"F5L3D": "6h4h3d2dAh", "F6L3D": "5h4h3d2dAh", "F2L3D": "6h5h4d3d2h"}
    assert dict(play(state, f"s1:{best} s2:{others[game]}").results) == {1: 504, 2: 496}
