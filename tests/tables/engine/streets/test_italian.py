"""Italian poker: the stripped deck, openings with a base and blind, the pot that is not won."""

from __future__ import annotations

import pytest

from tables.engine import (
    HOUSE_RULES,
    ButtonAndBlinds,
    CarriedPot,
    IllegalAction,
    InvalidNotation,
    SeatStack,
    Setup,
    Stakes,
    State,
    legal,
)
from tests.tables.engine.hands import play, raises

ITALIAN = HOUSE_RULES["italian"]
NOTHING = CarriedPot()


def italian(*stacks: int, carried_pot: CarriedPot = NOTHING, **rules: object) -> Setup:
    """Seats 1 to n, the last the dealer; pot 10 each, cip 5."""
    return Setup.for_level(
        game="IT",
        rules=type(ITALIAN).from_dict(ITALIAN.to_dict() | rules),
        stakes=Stakes(ante=10, ante_kind="classic", min_bet=5),
        positions=ButtonAndBlinds(button=len(stacks)),
        seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
        carried_pot=carried_pot,
    )


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        play(state, text)
    return caught.value.code


OPENED = "h1:JcJdAhKh9s r1:10 c2 f3 f4 d1: d2:"


@pytest.mark.rule("S-080")
@pytest.mark.parametrize(
    ("players", "left_out", "lowest"), [(4, "6s", "7s"), (5, "5s", "6s"), (6, "4s", "5s")]
)
def test_the_lowest_card_of_the_deck_is_eleven_less_the_players(
    players: int, left_out: str, lowest: str
) -> None:
    start = play(italian(*[1000] * players))
    assert refusal(start, f"h1:{left_out}AsAhAdAc") == "card_not_in_deck"
    assert play(start, f"h1:{lowest}AsAhAdAc").hole[1][0]
    assert start.stub == (players + 4) * 4 - 5 * players


@pytest.mark.rule("S-080")
def test_two_to_nine_can_play_and_the_house_may_keep_its_own_deck() -> None:
    assert [play(italian(*[500] * players)).stub for players in range(2, 10)] == [
        14, 13, 12, 11, 10, 9, 8, 7,
    ]  # fmt: skip
    house = Setup.from_dict(italian(500, 500).to_dict() | {"deck_lowest": "7"})
    assert play(house).stub == 32 - 10
    with pytest.raises(InvalidNotation, match="deck_lowest cannot be '8': more than 28 cards for so many"):
        Setup.from_dict(italian(*[500] * 6).to_dict() | {"deck_lowest": "8"})


@pytest.mark.rule("S-080")
@pytest.mark.parametrize(
    ("deck", "players", "cards"),
    [("2", 4, 52), ("2", 9, 52), ("7", 2, 32), ("8", 4, 28), ("8", 5, 36), ("eleven", 4, 32)],
)
def test_a_house_plays_with_all_52_cards_or_a_deck_agreed_on_as_far_as_it_reaches(
    deck: str, players: int, cards: int
) -> None:
    """In America with 52. Five players need more than the 28 from the eight up: the rule of eleven again."""
    start = play(italian(*[500] * players, italian_deck=deck))
    assert start.stub == cards - 5 * players


@pytest.mark.rule("S-080", "S-083")
def test_with_the_whole_deck_the_ace_stands_below_the_deuce() -> None:
    def winner(first: str, second: str) -> int:
        text = f"h1:{first} h2:{second} r1:10 c2 f3 f4 d1: d2: r1:5 c2 s1: s2:"
        return play(italian(1000, 1000, 1000, 1000, italian_deck="2"), text).awards[0].seat

    assert winner("As2h3d4s5c", "2s3h4d5s6c") == 2
    assert winner("As2h3d4s5c", "KcKdKh8s9c") == 1


@pytest.mark.rule("S-087", "S-088")
def test_the_first_word_is_left_of_the_dealer_and_after_an_opening_everybody_decides() -> None:
    dealt = play(italian(1000, 1000, 1000, 1000))
    # The pot is 10 from everybody, five cards each; the cip of 5 is the least bet.
    assert (dealt.pot_total, dealt.actor) == (40, 1)
    assert {len(hand) for hand in dealt.hole.values()} == {5}
    state = play(dealt, "k1 k2")
    assert (state.actor, raises(state), legal(state).call_amount) == (3, (5, 990), None)
    state = play(state, "r3:20 c4")
    assert (state.actor, raises(state)) == (1, (25, 990))
    assert play(state, "r1:25 c2 r3:30").actor == 4


@pytest.mark.rule("S-092")
def test_a_raise_may_be_the_cip_whatever_was_raised_before() -> None:
    state = play(italian(1000, 1000, 1000, 1000), "r1:200 r2:400")
    assert raises(state) == (405, 990)
    assert raises(play(italian(1000, 1000, 1000, 1000, italian_opening="pot"))) == (5, 40)


@pytest.mark.rule("S-088")
def test_who_opens_shows_a_pair_of_jacks_or_better_also_where_nobody_calls() -> None:
    opened = play(italian(1000, 1000, 1000, 1000), "k1 k2 r3:20 f4 f1 f2")
    assert (opened.phase, legal(opened).openers_due) == ("openers", 3)
    assert refusal(opened, "j3:TsTd") == "no_openers"
    assert dict(play(opened, "j3:JsJd").results) == {1: 990, 2: 990, 3: 1030, 4: 990}


@pytest.mark.rule("S-089", "ITA-06")
def test_ita_06_blind_openings_double_the_pot_before_any_blind() -> None:
    state = play(italian(1000, 1000, 1000, 1000))
    assert legal(state).blind_open == 80
    state = play(state, "l1")
    assert legal(state).blind_open == 160
    state = play(state, "l2")
    assert (legal(state).blind_open, state.bet_to_match) == (320, 160)
    state = play(state, "l3 f4 f1 f2")
    assert dict(state.results) == {1: 910, 2: 830, 3: 1270, 4: 990}
    assert sum(state.results.values()) == 4000


@pytest.mark.rule("S-089")
def test_only_the_first_word_may_be_a_blind_opening_and_only_where_the_house_has_it() -> None:
    start = play(italian(1000, 1000, 1000, 1000))
    assert refusal(start, "k1 l2") == "no_blind_opening"
    assert refusal(start, "l1 c2 l3") == "no_blind_opening"
    assert play(start, "l1 l2 f3 l4").bet_to_match == 320
    assert legal(play(italian(1000, 1000, 1000, 1000, blind_opening_from=5))).blind_open is None
    assert legal(play(italian(89, 1000, 1000, 1000))).blind_open is None
    parola = CarriedPot(chips=80, openers="J", parola=True)
    assert legal(play(italian(1000, 1000, 1000, 1000, carried_pot=parola))).blind_open is None
    assert (
        legal(play(italian(1000, 1000, 1000, 1000, carried_pot=parola, parola_blind=True))).blind_open == 240
    )


@pytest.mark.rule("S-090")
def test_after_a_blind_opening_only_who_opened_blind_raises_first() -> None:
    state = play(italian(1000, 1000, 1000, 1000), "l1")
    assert refusal(state, "r2:200") == "raise_before_blind"
    state = play(state, "c2 f3 c4")
    assert (state.actor, legal(state).can_check, raises(state)) == (1, True, (85, 990))
    state = play(state, "r1:100")
    assert raises(state) == (105, 990)
    assert play(state, "r2:300 f4 c1").phase == "draw"


@pytest.mark.rule("S-094")
def test_the_second_round_begins_with_the_opener_or_left_of_the_last_blind() -> None:
    assert play(italian(1000, 1000, 1000, 1000), "k1 r2:10 c3 c4 c1 d1: d2: d3: d4:").actor == 2
    assert play(italian(1000, 1000, 1000, 1000), "l1 l2 c3 c4 c1 k2 d1: d2: d3: d4:").actor == 3


@pytest.mark.rule("S-091", "ITA-07")
def test_ita_07_a_pot_that_nobody_opens_grows_and_asks_for_more() -> None:
    carried_pot = CarriedPot()
    seen = []
    for _ in range(4):
        state = play(italian(1000, 1000, 1000, 1000, carried_pot=carried_pot), "k1 k2 k3 k4")
        assert (state.outcome, state.awards, sum(state.stacks.values())) == ("carried", (), 3960)
        carried_pot = state.carried_pot
        seen.append((carried_pot.chips, carried_pot.openers))
    assert seen == [(40, "Q"), (80, "K"), (120, "K"), (160, "K")]
    won = play(italian(1000, 1000, 1000, 1000, carried_pot=carried_pot), "r1:10 f2 f3 f4 j1:KhKd")
    assert dict(won.results) == {1: 990 + 200, 2: 990, 3: 990, 4: 990}
    assert won.carried_pot == CarriedPot()


@pytest.mark.rule("S-096", "ITA-05")
def test_ita_05_a_pot_that_all_check_waits_and_the_folded_pay_in() -> None:
    state = play(italian(1000, 1000, 1000, 1000), f"{OPENED} k1 k2")
    assert (state.outcome, state.carried_pot.chips, dict(state.equalised)) == ("carried", 80, {3: 10, 4: 10})
    assert [(pot.amount, pot.seats) for pot in state.pots] == [(80, (1, 2))]
    assert dict(state.stacks) == dict.fromkeys((1, 2, 3, 4), 980)
    assert state.carried_pot == CarriedPot(chips=80, openers="J", parola=True)
    following = play(italian(980, 980, 980, 980, carried_pot=state.carried_pot))
    assert following.pot_total == 120


@pytest.mark.rule("S-096")
def test_who_folds_after_the_draw_has_paid_as_much_as_the_others() -> None:
    state = play(italian(1000, 1000, 1000), "r1:10 c2 c3 d1: d2: d3: k1 f2 k3")
    assert (state.outcome, state.carried_pot.chips, dict(state.equalised)) == ("carried", 60, {})


@pytest.mark.rule("S-096")
def test_who_had_folded_pays_no_more_than_his_stack() -> None:
    state = play(italian(1000, 1000, 14, 1000), "r1:10 c2 f3 f4 d1: d2: k1 k2")
    assert (dict(state.equalised), state.carried_pot.chips) == ({3: 4, 4: 10}, 74)


def test_with_a_player_all_in_the_pot_cannot_wait() -> None:
    state = play(italian(1000, 1000, 20, 1000), "r1:10 c2 c3 f4 d1: d2: d3: k1 k2")
    assert state.phase == "showdown"


@pytest.mark.rule("S-095")
def test_the_last_to_bet_shows_first_the_others_only_better_and_a_bet_that_all_fold_to_wins_unseen() -> None:
    state = play(italian(1000, 1000, 1000, 1000), f"{OPENED} k1 r2:20 c1")
    assert legal(state).to_show == 2
    # The others show only what is better, and give up the rest unseen.
    conceded = play(state, "s2:QsQcTh8d7s m1")
    assert (conceded.shown, conceded.mucked) == ((2,), (1,))
    assert dict(conceded.results) == {1: 960, 2: 1060, 3: 990, 4: 990}
    unseen = play(italian(1000, 1000, 1000, 1000), f"{OPENED} k1 r2:20 f1")
    assert dict(unseen.results) == {1: 980, 2: 1040, 3: 990, 4: 990}


@pytest.mark.rule("S-048", "S-082", "S-084", "ITA-01", "ITA-02", "ITA-03")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("QhJh9h8h7h", "AcAdAsKdKs", 1),  # a flush beats a full
        ("KcKd7c7dAd", "KhKs7h7sAh", 2),  # two pair alike: the suit of the fifth card
        ("QcQdAsKcJc", "QhQsAhKdJd", 2),  # a pair alike: the suit of the highest card beside it
        ("As7s8s9sTs", "9cTcJcQcKc", 2),  # the middle straight flush beats the minimum
        ("As7s8s9sTs", "ThJhQhKhAh", 1),  # and the minimum the maximum
    ],
)
def test_hands_compare_as_in_italy(first: str, second: str, winner: int) -> None:
    state = play(
        italian(1000, 1000, 1000, 1000), f"h1:{first} h2:{second} r1:10 c2 f3 f4 d1: d2: r1:5 c2 s1: s2:"
    )
    assert state.is_complete, state
    assert [award.seat for award in state.awards] == [winner]


@pytest.mark.rule("S-084", "ITA-04")
def test_ita_04_three_straight_flushes_of_three_kinds_share() -> None:
    state = play(
        italian(1000, 1000, 1000, 1000),
        "h1:As7s8s9sTs h2:9cTcJcQcKc h3:ThJhQhKhAh r1:10 c2 c3 f4 d1: d2: d3: r1:5 c2 c3 s1: s2: s3:",
    )
    assert [(award.seat, award.amount) for award in state.awards] == [(1, 29), (2, 28), (3, 28)]


@pytest.mark.rule("S-093")
def test_discards_lie_under_the_stub_and_come_back() -> None:
    state = play(italian(1000, 1000, 1000, 1000), "r1:10 c2 c3 c4 d1:???? d2:?????? d3:?????????? d4:")
    assert [(drawn.seat, drawn.count, drawn.reshuffled) for drawn in state.drawn] == [
        (1, 2, 0), (2, 3, 0), (3, 5, 0), (4, 0, 0),
    ]  # fmt: skip
    assert state.stub == 12


@pytest.mark.rule("S-081")
@pytest.mark.parametrize(
    ("better", "worse"),
    [("Ah8c9dJsQc", "Ad8s9sJcQh"), ("Ad8c9dJsQc", "Ac8s9sJhQh"), ("Ac8c9dJsQc", "As8s9hJcQh")],
)
def test_hearts_stand_above_diamonds_above_clubs_above_spades(better: str, worse: str) -> None:
    state = play(
        italian(1000, 1000, 1000, 1000, prove_openers=False),
        f"h2:{better} k1 r2:10 f3 f4 c1 d1: d2: r2:5 c1 s2: h1:{worse} s1:",
    )
    assert [award.seat for award in state.awards] == [2]


@pytest.mark.rule("S-083")
def test_the_ace_stands_below_the_lowest_card_of_the_deck_or_above_the_king() -> None:
    def winner(first: str, second: str) -> int:
        text = f"h1:{first} h2:{second} r1:10 c2 f3 f4 d1: d2: r1:5 c2 s1: s2:"
        return play(italian(1000, 1000, 1000, 1000), text).awards[0].seat

    assert winner("As7h8d9sTc", "7s8h9dTsJc") == 2
    assert winner("AsKhQdJsTc", "9sThJdQcKs") == 1
    assert winner("As7h8d9sTc", "KcKdKh8s9c") == 1
