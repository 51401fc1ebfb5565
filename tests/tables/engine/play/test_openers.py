"""Five-card draw with antes: openers and their proof, the carried pot, jokers."""

from __future__ import annotations

import pytest

from tables.engine import (
    ButtonAndBlinds,
    CarriedPot,
    HouseRules,
    IllegalAction,
    Rake,
    SeatStack,
    Setup,
    Stakes,
    State,
    legal,
)
from tests.tables.engine.hands import TDA, play, pots, raises

NOTHING = CarriedPot()
NO_RAKE = Rake()


def antes(
    *stacks: int,
    game: str = "F5DJ",
    carried_pot: CarriedPot = NOTHING,
    rules: HouseRules = TDA,
    rake: Rake = NO_RAKE,
) -> Setup:
    """Seats 1 to n, the last the button; an ante of 1, bets of 2 and 4."""
    return Setup.for_level(
        game=game,
        rules=rules,
        stakes=Stakes(ante=1, ante_kind="classic", small_bet=2, big_bet=4),
        positions=ButtonAndBlinds(button=len(stacks)),
        seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
        carried_pot=carried_pot,
        rake=rake,
    )


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        play(state, text)
    return caught.value.code


# --- The carried pot


@pytest.mark.rule("S-063")
def test_a_pot_that_nobody_opens_stays_and_grows_with_the_next_antes() -> None:
    state = play(antes(9, 9, 9, game="F5DA"), "k1 k2 k3")
    assert (state.is_complete, state.outcome, state.carried_pot.chips, state.awards) == (
        True,
        "carried",
        3,
        (),
    )
    assert dict(state.results) == {1: 8, 2: 8, 3: 8}
    following = play(antes(8, 8, 8, game="F5DA", carried_pot=state.carried_pot))
    assert following.pot_total == 6
    won = play(following, "r1:2 f2 f3")
    assert dict(won.results) == {1: 7 + 6, 2: 7, 3: 7}
    assert won.carried_pot == NOTHING


@pytest.mark.rule("S-063", "S-021")
def test_after_the_draw_the_opener_speaks_first_or_the_next_still_in() -> None:
    state = play(antes(99, 99, 99, 99, game="F5DA"), "k1 r2:2 c3 c4 c1")
    assert play(state, "d1: d2: d3: d4:").actor == 2
    raised = play(antes(99, 99, 99, 99, game="F5DA"), "k1 r2:2 r3:4 c4 c1 f2 d1: d3: d4:")
    assert raised.actor == 3


@pytest.mark.rule("S-021")
def test_the_first_round_begins_left_of_the_button_where_there_are_only_antes() -> None:
    assert play(antes(9, 9, 9)).actor == 1


@pytest.mark.rule("ITA-07")
def test_progressive_openers_go_up_to_kings_and_stay_there_until_the_pot_is_won() -> None:
    carried_pot, seen = NOTHING, []
    for _ in range(4):
        state = play(antes(9, 9, 9, game="F5DP", carried_pot=carried_pot), "k1 k2 k3")
        carried_pot = state.carried_pot
        seen.append((carried_pot.chips, carried_pot.openers))
    assert seen == [(3, "Q"), (6, "K"), (9, "K"), (12, "K")]
    state = play(antes(9, 9, 9, game="F5DP", carried_pot=carried_pot), "h1:QsQdAs4c3h r1:2 f2 f3")
    assert (state.phase, legal(state).openers_due) == ("openers", 1)
    won = play(antes(9, 9, 9, game="F5DP", carried_pot=carried_pot), "h1:KsKdAs4c3h r1:2 f2 f3")
    assert (dict(won.results), won.carried_pot) == ({1: 23, 2: 8, 3: 8}, NOTHING)


def test_with_a_player_all_in_on_the_ante_the_hand_goes_on_unopened() -> None:
    state = play(antes(1, 9, 9), "k2 k3")
    assert (state.phase, state.outcome) == ("draw", "")
    state = play(state, "d1: d2: d3: k2 k3 s1:AsAh7d5c2c s2:KsKh7h5d2d s3:QsQh7s5s2h")
    assert dict(state.results) == {1: 3, 2: 8, 3: 8}


# --- The proof


@pytest.mark.rule("S-064", "S-005")
def test_jacks_or_better_open_and_the_winner_shows_them_even_unseen() -> None:
    state = play(antes(9, 9, 9), "r1:2 f2 f3")
    assert (state.phase, legal(state).openers_due) == ("openers", 1)
    assert refusal(state, "j2:JsJd") == "no_proof_due"
    assert refusal(state, "j1:TsTd") == "no_openers"
    assert refusal(state, "j1:JsQd") == "no_openers"
    assert dict(play(state, "j1:JsJd").results) == {1: 11, 2: 8, 3: 8}
    # The dealer saw them and typed none.
    assert play(state, "j1:????").is_complete


@pytest.mark.parametrize("openers", ["JsJd", "AsAd", "TsTdTc", "2s2d3s3d", "5h6d7c8s9s", "2h4h6h8hTh"])
def test_a_pair_of_jacks_or_anything_better_opens(openers: str) -> None:
    state = play(antes(9, 9, 9), "r1:2 f2 f3")
    assert dict(play(state, f"j1:{openers}").results) == {1: 11, 2: 8, 3: 8}


@pytest.mark.parametrize("no_openers", ["TsTd", "AsKdQcJs9h", "2s2d3s"])
def test_less_than_a_pair_of_jacks_opens_nothing(no_openers: str) -> None:
    assert refusal(play(antes(9, 9, 9), "r1:2 f2 f3"), f"j1:{no_openers}") == "no_openers"


def test_the_refusal_says_whose_cards_they_are_and_what_opens() -> None:
    with pytest.raises(IllegalAction) as caught:
        play(antes(9, 9, 9), "r1:2 f2 f3 j1:TsTd")
    assert str(caught.value) == "TsTd are no openers of seat 1: a pair of J or better opens"
    assert caught.value.params == {"seat": 1, "cards": "TsTd", "rank": "J"}


def test_more_cards_than_nobody_has_seen_are_no_openers() -> None:
    """One card of the hand that opened was thrown away unseen; the other four are known."""
    state = play(antes(9, 9, 9), "r1:2 c2 f3 d1:?? d2: k1 k2 s1:AsJc7c5cAd s2:KsKh7h5d2d")
    assert refusal(state, "j1:QcQd") == "no_openers"


def test_who_does_not_win_proves_nothing() -> None:
    state = play(antes(9, 9, 9), "r1:2 c2 f3 d1: d2: k1 r2:4 f1")
    assert dict(state.results) == {1: 6, 2: 13, 3: 8}


def test_known_openers_prove_themselves_also_when_they_are_told_at_the_end() -> None:
    known = play(antes(9, 9, 9), "h1:JsJd7c5d2h r1:2 f2 f3")
    assert known.is_complete
    late = play(antes(9, 9, 9), "r1:2 f2 f3")
    assert legal(late).may_know == (1, 2, 3)
    assert play(late, "h1:JsJd7c5d2h").is_complete
    assert play(late, "h1:TsTd7c5d2h").phase == "openers"


@pytest.mark.rule("DRW-01")
def test_drw_01_split_openers_are_proved_by_the_discard_that_was_kept_aside() -> None:
    state = play(antes(9, 9, 9), "h1:JcJh9c7c2c r1:2 c2 f3 d1:Jh d2:?? r1:4 f2")
    assert dict(state.results) == {1: 13, 2: 6, 3: 8}
    # The same with nothing known but the discard: the other jack is shown with it.
    dark = play(antes(9, 9, 9), "r1:2 c2 f3 d1:Jh d2:?? r1:4 f2")
    assert legal(dark).openers_due == 1
    assert refusal(dark, "j1:JhTc") == "no_openers"
    assert dict(play(dark, "j1:JhJc").results) == {1: 13, 2: 6, 3: 8}


def test_cards_that_came_in_the_draw_are_no_openers() -> None:
    state = play(antes(9, 9, 9), "h1:AcKh9c7c2c r1:2 c2 f3 d1:2c7c d2: r1:4 f2")
    assert (state.phase, legal(state).openers_due) == ("openers", 1)
    assert refusal(state, "j1:AcAd") == "no_openers"


def test_openers_are_proved_before_the_hands_of_a_showdown_are_paid() -> None:
    # A jack of the openers was thrown away unseen; the ace that came for it makes the hand.
    state = play(antes(9, 9, 9), "r1:2 c2 f3 d1:?? d2: k1 k2 s1:AsJc7c5cAd s2:KsKh7h5d2d")
    assert (state.phase, legal(state).openers_due) == ("openers", 1)
    assert dict(play(state, "j1:JcJd").results) == {1: 13, 2: 6, 3: 8}


def test_the_house_may_ask_for_no_proof() -> None:
    state = play(antes(9, 9, 9, rules=HouseRules(prove_openers=False)), "r1:2 f2 f3")
    assert dict(state.results) == {1: 11, 2: 8, 3: 8}


def test_a_false_opening_alone_in_the_pot_leaves_it_or_gets_everything_back() -> None:
    state = play(antes(9, 9, 9), "h1:TsTd7c5d2h r1:2 f2 f3 x:false_opening,s=1,f")
    assert (state.outcome, state.carried_pot.chips, dict(state.results)) == ("carried", 3, {1: 8, 2: 8, 3: 8})
    back = HouseRules(false_opening="returned")
    state = play(antes(9, 9, 9, rules=back), "h1:TsTd7c5d2h r1:2 f2 f3 x:false_opening,s=1,f")
    assert (state.outcome, dict(state.results)) == ("void", {1: 9, 2: 9, 3: 9})
    waiting = CarriedPot(chips=6, openers="J")
    state = play(
        antes(9, 9, 9, rules=back, carried_pot=waiting), "h1:TsTd7c5d2h r1:2 f2 f3 x:false_opening,s=1,f"
    )
    assert (dict(state.results), state.carried_pot) == ({1: 9, 2: 9, 3: 9}, waiting)


def test_a_false_opener_wins_nothing_and_what_was_declared_with_him_is_told_again() -> None:
    state = play(antes(99, 99, 99), "r1:2 c2 c3 d1: d2: d3: k1 k2 k3 w0:1,2")
    assert legal(state).openers_due == 1
    state = play(state, "x:false_opening,s=1,f w0:2")
    assert dict(state.results) == {1: 96, 2: 105, 3: 96}
    alone = play(antes(99, 99, 99), "r1:2 c2 c3 d1: d2: d3: k1 k2 k3 w0:1 x:false_opening,s=1,f")
    assert (alone.phase, legal(alone).pots_to_declare) == ("showdown", (0,))
    assert dict(play(alone, "w0:3").results) == {1: 96, 2: 96, 3: 105}


def test_a_side_pot_that_only_the_false_opener_could_win_joins_the_one_below() -> None:
    state = play(antes(99, 3, 99), "r1:2 c2 c3 d1: d2: d3: r1:4 f3")
    assert pots(state) == [(9, "12")]
    state = play(antes(99, 3, 99), "r1:2 c2 r3:4 c1 d1: d2: d3: r1:4 f3")
    assert pots(state) == [(9, "12"), (4, "1")]
    state = play(state, "w0:1 x:false_opening,s=1,f")
    assert dict(state.results) == {1: 94, 2: 13, 3: 94}


# --- Jokers


@pytest.mark.rule("S-065")
@pytest.mark.parametrize(
    ("game", "openers"),
    [
        ("F5DJb", "JkAs"),  # a bug is an ace
        ("F5DJb", "Jk5h6d7c8s"),  # or what a straight needs
        ("F5DJb", "Jk2h6h9hTh"),  # or a flush
        ("F5DJw", "JkJs"),  # a wild joker is any card
        ("F5DJw", "Jk4s4d"),
    ],
)
def test_a_joker_opens_as_what_it_stands_for(game: str, openers: str) -> None:
    state = play(antes(9, 9, 9, game=game), "r1:2 f2 f3")
    assert dict(play(state, f"j1:{openers}").results) == {1: 11, 2: 8, 3: 8}


@pytest.mark.rule("S-065")
@pytest.mark.parametrize(
    ("game", "no_openers"),
    [("F5DJb", "JkKs"), ("F5DJb", "Jk2h6h9hTd"), ("F5DJw", "JkTs"), ("F5DJw", "Jk"), ("F5DJb", "Jk4s4d")],
)
def test_a_joker_makes_no_openers_of_less(game: str, no_openers: str) -> None:
    state = play(antes(9, 9, 9, game=game), "r1:2 f2 f3")
    assert refusal(state, f"j1:{no_openers}") == "no_openers"


@pytest.mark.rule("S-065")
@pytest.mark.parametrize(
    ("game", "winner"),
    [("F5DAw", 1), ("F5DAb", 2)],
)
def test_a_wild_joker_is_a_third_king_and_a_bug_only_an_ace(game: str, winner: int) -> None:
    state = play(antes(9, 9, game=game), "r1:2 c2 d1: d2: k1 k2 s1:JkKsKd7c2c s2:AsAd8h8c3d")
    assert dict(state.results) == {1: 6, 2: 6} | {winner: 12}


# --- Rake


def test_a_carried_pot_is_raked_when_it_is_won() -> None:
    rake = Rake(hundredths=1000, cap=100)
    state = play(antes(99, 99, game="F5DA", rake=rake), "k1 k2")
    assert (state.rake, state.carried_pot.chips) == (0, 2)
    state = play(
        antes(98, 98, game="F5DA", rake=rake, carried_pot=CarriedPot(chips=16)), "r1:2 c2 d1: d2: r1:4 f2"
    )
    assert (state.rake, dict(state.results)) == (2, {1: 95 + 20, 2: 95})
    assert raises(play(antes(99, 99, game="F5DA"))) == (2, 2)
