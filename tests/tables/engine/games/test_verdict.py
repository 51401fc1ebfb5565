"""Who wins with the cards on a table, in every family of games, and what cannot lie there."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tables.engine import GAMES, HOUSE_RULES, HouseRules, InvalidNotation, format_cards, parse_cards
from tables.engine.games.verdict import ContestVerdict, HandsVerdict, cards_wanted, deck_ranks, verdict


class Told(NamedTuple):
    """The outcome of one contest: the winners from 1, and of every hand, the best first, its cards."""

    winners: str
    hands: str
    why: str


def judge(
    game: str, hands: str, board: str = "", *, players: int | None = None, rules: HouseRules | None = None
) -> HandsVerdict:
    return verdict(
        game=game,
        hands=[parse_cards(each) for each in hands.split()],
        board=parse_cards(board),
        players=players,
        rules=rules or HouseRules(),
    )


def told(contest: ContestVerdict) -> Told:
    reasons = [contest.shared] if contest.shared else []
    reasons += [each.reason for each in contest.hands if each.reason]
    return Told(
        " ".join(str(hand + 1) for hand in contest.winners),
        " ".join(f"{each.hand + 1}:{format_cards(each.cards)}" for each in contest.hands),
        " ".join(":".join((each.code, *each.between)) for each in reasons),
    )


def tell(game: str, hands: str, board: str = "", *, players: int | None = None) -> list[Told]:
    return [told(contest) for contest in judge(game, hands, board, players=players).contests]


Contests = tuple[tuple[str, str, str], ...]

TABLES: list[tuple[str, str, str, Contests]] = [
    # Hold'em: a pair decides; the board plays; equal fives share whatever the seventh card (RANK-07).
    ("NT", "AsKc QsQd", "Kd7c2h5s9c", (("1", "1:KcKdAs9c7c 2:QsQdKd9c7c", "group:K:Q"),)),
    ("FT", "2c3d 4c4d", "AsKsQsJsTs", (("1 2", "1:AsKsQsJsTs 2:AsKsQsJsTs", "equal"),)),
    ("PT", "AhKd Ks3s", "5c5d5hKc7s", (("1 2", "1:5c5d5hKdKc 2:5c5d5hKsKc", "equal"),)),
    # The wheel is the lowest straight.
    (
        "NT",
        "Ah5d 6c5h KhKs",
        "2h3c4sKd9h",
        (
            (
                "2",
                "2:6c5h4s3c2h 1:5d4s3c2hAh 3:KhKsKd9h4s",
                "straight:6:5 category:straight:three_of_a_kind",
            ),
        ),
    ),
    # Short deck: the flush stands above the full house, the ace below the six.
    ("NS", "Ah8h KsKd", "Kh7h6hQcQd", (("1", "1:AhKh8h7h6h 2:KsKdKhQcQd", "category:flush:full_house"),)),
    ("NS", "Ac6d JdTc", "7s8h9cKdKs", (("2", "2:JdTc9c8h7s 1:9c8h7s6dAc", "straight:J:9"),)),
    # Omaha: exactly two of the hand, so one spade makes no flush.
    (
        "PO",
        "AsKdQc2h 9c9d3s4s",
        "KsTs8s6s9h",
        (("2", "2:KsTs8s4s3s 1:KdKsAsTs9h", "category:flush:one_pair"),),
    ),
    (
        "PO5",
        "AhKhQdJd2c 8c8s7d7c3h",
        "8h8d2sTcAc",
        (("2", "2:8c8s8h8dAc 1:AhAc8h8dKh", "category:four_of_a_kind:two_pair"),),
    ),
    (
        "PO6",
        "AhKhQdJd2c2d TcTdThAd5s6s",
        "Ts9h8h7c2h",
        (("1", "1:AhKh9h8h2h 2:Tc9h8h7c6s", "category:flush:straight"),),
    ),
    # HL-03: each half with its own two cards; the other hand has no low.
    (
        "FO/8",
        "As2sKdQd KsQhJcTc",
        "3c7h8dKcKh",
        (
            ("1", "1:KdKcKhAs8d 2:KsKcKhQh8d", "kicker:A:Q"),
            ("1", "1:8d7h3c2sAs 2:JcTc8d7h3c", "does_not_qualify"),
        ),
    ),
    # HL-04: with two low ranks on the board there is no low; nor with a counterfeited deuce.
    (
        "PO/8",
        "As2sKdQd AdJcTcTd",
        "3c4h9dJsKh",
        (("1", "1:KdKhAsJs9d 2:JcJsAdKh9d", "group:K:J"), ("", "1:9d4h3c2sAs 2:Tc9d4h3cAd", "")),
    ),
    (
        "FO5/8",
        "As2sKdQcQd AdKsQs9cJd",
        "2h7c8dJhKh",
        (
            ("2", "2:KsKhJdJh8d 1:KdKh2s2hJh", "group:J:2"),
            ("", "2:9c8d7c2hAd 1:Jh8d7c2sAs", ""),
        ),
    ),
    # HL-01: the high alone, the low shared.
    (
        "PO/8",
        "As2s9d9c Ah2hKdKc Qc3cTcTd",
        "3d7h8dKs9h",
        (
            (
                "2",
                "2:KdKcKs9h8d 1:9d9c9hKs8d 3:TcTdKs9h8d",
                "group:K:9 category:three_of_a_kind:one_pair",
            ),
            ("1 2", "1:8d7h3d2sAs 2:8d7h3d2hAh 3:Tc9h8d7h3c", "equal does_not_qualify"),
        ),
    ),
    # Stud: seven own cards, or six and a common one (TDA RP-10H).
    ("F5S", "AsKsQsJs9s 9c9dThJhQh", "", (("1", "1:AsKsQsJs9s 2:9c9dQhJhTh", "category:flush:one_pair"),)),
    (
        "F7S",
        "AsAdKcQh7d5h AcAhKdQs7c5s",
        "Jh",
        (("1 2", "1:AsAdKcQhJh 2:AcAhKdQsJh", "equal"),),
    ),
    (
        "F7S/8",
        "As2d3c4h8sKdKc QsQdQc9h9s2c3s 2s4d5c6h7sJdJc",
        "",
        (
            (
                "2",
                "2:QsQdQc9h9s 1:KdKcAs8s4h 3:JdJc7s6h5c",
                "category:full_house:one_pair category:full_house:one_pair",
            ),
            ("3", "3:7s6h5c4d2s 1:8s4h3c2dAs 2:9h9sQs3s2c", "card:7:8 does_not_qualify"),
        ),
    ),
    # Without a qualifier everybody has a low, be it a pair.
    (
        "F7S/HL",
        "KsKdKc9h9s2c3s As2d3h4h8sKhQc",
        "",
        (
            ("1", "1:KsKdKc9h9s 2:AsKhQc8s4h", "category:full_house:high_card"),
            ("2", "2:8s4h3h2dAs 1:9h9sKs3s2c", "category:high_card:one_pair"),
        ),
    ),
    # Razz: straights and flushes do not count.
    (
        "FR",
        "As2d3c4h6sKdKc Ad2h3s4c6dQsQc 5s6c7h8h9hJdTd",
        "",
        (("1 2", "1:6s4h3c2dAs 2:6d4c3s2hAd 3:9h8h7h6c5s", "equal card:6:9"),),
    ),
    ("FR", "Ac2c9cTcKc3d4h 5d6d7d8dKhQhJh", "", (("1", "1:9c4h3d2cAc 2:Jh8d7d6d5d", "card:9:J"),)),
    # Draw, and the joker: a bug is an ace, a wild card completes a full house or makes five of a kind.
    (
        "F5D",
        "AsKsQsJs9s 9c9hThTcTd",
        "",
        (("2", "2:ThTcTd9c9h 1:AsKsQsJs9s", "category:full_house:flush"),),
    ),
    ("F5DJb", "8c8d5h5sJk 8h8sAhAd3c", "", (("2", "2:AhAd8h8s3c 1:8c8d5h5sJk", "group:A:8"),)),
    (
        "F5DAw",
        "8c8d5h5sJk AcAdAhAsKs",
        "",
        (("2", "2:AcAdAhAsKs 1:8c8dJk5h5s", "category:four_of_a_kind:full_house"),),
    ),
    (
        "N5DPw",
        "AcAdAhAsJk KsQsJsTs9s",
        "",
        (("1", "1:AcAdAhAsJk 2:KsQsJsTs9s", "category:five_of_a_kind:straight_flush"),),
    ),
    # Lowball: in 2-7 the wheel is an ace high, in A-5 the best hand, in A-6 a straight (LOW-01).
    (
        "F2L3D",
        "5c4d3h2sAc 7c5d4h3s2h KcQd5h4s3c",
        "",
        (("2", "2:7c5d4h3s2h 3:KcQd5h4s3c 1:Ac5c4d3h2s", "card:7:K card:7:A"),),
    ),
    ("N2L1D", "8c7h4s3h2d 8d6c5s4h3c", "", (("2", "2:8d6c5s4h3c 1:8c7h4s3h2d", "card:6:7"),)),
    ("F5L3D", "5c4d3h2sAc 6c4h3d2dAd", "", (("1", "1:5c4d3h2sAc 2:6c4h3d2dAd", "card:5:6"),)),
    ("F5L1Db", "6c5d3hAcJk 6d5c4h2sAd", "", (("1", "1:6c5d3hJkAc 2:6d5c4h2sAd", "card:3:4"),)),
    (
        "F6L1D",
        "5c4d3h2sAc 6c4h3d2dAd",
        "",
        (("2", "2:6c4h3d2dAd 1:5c4d3h2sAc", "category:high_card:straight"),),
    ),
    # Badugi: more cards of different ranks and suits, then the lower ones.
    (
        "FB",
        "Ad2c3h6h Ac3d4h5h KsQhJdTc",
        "",
        (
            (
                "3",
                "3:KsQhJdTc 1:3h2cAd 2:4h3dAc",
                "more_cards:four_cards:three_cards more_cards:four_cards:three_cards",
            ),
        ),
    ),
    ("FB", "7s3s2hAd 3c3d2sAh", "", (("1 2", "1:3s2hAd 2:3c2sAh", "equal"),)),
]


@pytest.mark.rule("HL-03", "HL-04", "LOW-01")
@pytest.mark.parametrize(("game", "hands", "board", "contests"), TABLES)
def test_the_winner_of_each_contest_its_cards_and_the_reasons(
    game: str, hands: str, board: str, contests: Contests
) -> None:
    assert tell(game, hands, board) == [Told(*contest) for contest in contests]


MIN, MID, MAX = "As7s8s9sTs", "9cTcJcQcKc", "ThJhQhKhAh"


@pytest.mark.rule("S-082", "S-084", "ITA-04")
@pytest.mark.parametrize(
    ("hands", "contest"),
    [
        ("QhJh9h8h7h AsAdAcKcKd", ("1", "1:QhJh9h8h7h 2:AsAdAcKcKd", "category:flush:full_house")),
        ("KcKs7d7sAd KhKd7h7cAh", ("2", "2:KhKd7h7cAh 1:KcKs7d7sAd", "suit:Ah:Ad")),
        ("QcQsAsKdJs QhQdAhKsJh", ("2", "2:QhQdAhKsJh 1:QcQsAsKdJs", "suit:Ah:As")),
        (
            f"{MIN} {MAX}",
            ("1", "1:Ts9s8s7sAs 2:AhKhQhJhTh", "triangle:minimum_straight_flush:maximum_straight_flush"),
        ),
        (
            f"{MID} {MIN}",
            ("1", "1:KcQcJcTc9c 2:Ts9s8s7sAs", "category:middle_straight_flush:minimum_straight_flush"),
        ),
        (
            f"{MAX} {MID}",
            ("1", "1:AhKhQhJhTh 2:KcQcJcTc9c", "category:maximum_straight_flush:middle_straight_flush"),
        ),
        # All three share; a fourth is compared with the one of its kind.
        (
            f"{MID} 7d8d9dTdJd {MIN} {MAX}",
            ("1 3 4", "1:KcQcJcTc9c 3:Ts9s8s7sAs 4:AhKhQhJhTh 2:JdTd9d8d7d", "circle straight:K:J"),
        ),
    ],
)
def test_italian_hands_never_tie_but_in_the_triangle(hands: str, contest: tuple[str, str, str]) -> None:
    assert tell("IT", hands, players=4) == [Told(*contest)]


def test_the_house_may_let_the_full_house_beat_the_flush() -> None:
    full = HouseRules.from_dict({"italian_flush_vs_full": "full"})
    hands = "QhJh9h8h7h AsAdAcKcKd"
    assert judge("IT", hands, players=4).contests[0].winners == (0,)
    assert judge("IT", hands, players=4, rules=full).contests[0].winners == (1,)
    assert judge("IT", hands, players=4, rules=HOUSE_RULES["italian"]).contests[0].winners == (0,)


@pytest.mark.rule("ODD-07")
@pytest.mark.parametrize(
    ("game", "hands", "order"),
    [
        ("F7S", "KhQs9d4c2c7d3c KsQd9c4h2d7h3s", (1, 0)),
        ("F7S", "8s8dAcKc5d3h2c 8h8cAdKh5c4s2d", (1, 0)),
        ("F7S", "KsQd9c4h2d7h3s AhAdQs9d4c2c7d", ()),
        ("NT", "AhKd AsKs", ()),
    ],
)
def test_odd_07_in_stud_the_odd_chip_goes_by_the_suit_of_the_highest_card_that_plays(
    game: str, hands: str, order: tuple[int, ...]
) -> None:
    board = "5c5d5h7c7s" if game == "NT" else ""
    assert judge(game, hands, board).contests[0].odd_chips == order


def test_one_hand_alone_is_named() -> None:
    (contest,) = judge("NT", "AsKc", "Kd7c2h5s9c").contests
    assert (contest.winners, contest.shared) == ((0,), None)
    assert contest.hands[0].name == ("one_pair", "KA97", False)


def test_one_italian_hand_alone_is_of_the_deck_for_two() -> None:
    verdict = judge("IT", "AhKhQhJh9h")
    assert (verdict.ranks, verdict.contests[0].hands[0].name[0]) == ("9TJQKA", "flush")


def test_the_cards_of_the_deck_follow_the_game_and_the_players() -> None:
    assert judge("IT", "QhJh9h8h7h AsAdAcKcKd", players=4).ranks == "789TJQKA"
    assert [deck_ranks(game="IT", players=players)[0] for players in (0, 2, 9, 12)] == ["9", "9", "2", "2"]
    assert deck_ranks(game="NS", players=9) == "6789TJQKA"


REFUSED: list[tuple[str, str, str, int | None, str, dict[str, object]]] = [
    ("XR", "AsKc", "", None, "no_verdict", {"game": "XR"}),
    ("hold'em", "AsKc", "", None, "no_verdict", {"game": "hold'em"}),
    ("NT", "", "", None, "no_hands", {}),
    ("NT", "AsKc " * 21, "", None, "too_many_hands", {"most": 20}),
    ("NT", "AsKc As2c", "", None, "card_twice", {"card": "As", "hand": 1, "other": 0}),
    ("NT", "AsKc", "2c3c4cAs5c", None, "card_twice", {"card": "As", "hand": None, "other": 0}),
    ("NT", "As?? 2c2d", "", None, "unknown_card", {"hand": 0}),
    ("NS", "As5c", "", None, "card_not_in_deck", {"card": "5c", "hand": 0}),
    ("NT", "AsJk", "", None, "joker_not_played", {"card": "Jk", "hand": 0}),
    ("IT", "QhJh9h8h7h Jk8s8d8cAs", "", 4, "joker_not_played", {"card": "Jk", "hand": 1}),
    ("IT", "QhJh9h8h6h", "", 4, "card_not_in_deck", {"card": "6h", "hand": 0}),
    ("IT", "QhJh9h8h7h", "", 1, "bad_players", {"least": 2, "most": 9}),
    ("IT", "QhJhTh9h Qs9sTsJs KhKdKcKs", "", 2, "bad_players", {"least": 3, "most": 9}),
    ("IT", "QhJhTh9h8h", "", 10, "bad_players", {"least": 2, "most": 9}),
    ("IT", "2c " * 10, "", None, "too_many_hands", {"most": 9}),
    ("NT", "AsKc 2c", "5c6c7c8c9c", None, "hand_card_count", {"hand": 1, "count": 1, "wanted": 2}),
    ("NT", "AsKcQc", "5c6c7c8c9c", None, "hand_card_count", {"hand": 0, "count": 3, "wanted": 2}),
    ("NT", "AsKc", "5c6c7c8c", None, "board_card_count", {"hand": None, "count": 4, "wanted": 5}),
    ("FB", "AsKcQcJd2c", "", None, "hand_card_count", {"hand": 0, "count": 5, "wanted": 4}),
    ("F5D", "AsKcQcJd2c", "3c", None, "board_card_count", {"hand": None, "count": 1, "wanted": 0}),
    ("F7S", "AsAdKcQh7d5h2c", "Jh", None, "hand_card_count", {"hand": 0, "count": 7, "wanted": 6}),
    ("F7S", "AsAdKcQh7d5h", "JhJs", None, "board_card_count", {"hand": None, "count": 2, "wanted": 1}),
]


@pytest.mark.parametrize(("game", "hands", "board", "players", "code", "params"), REFUSED)
def test_what_cannot_lie_on_a_table_is_refused_with_what_would_be_right(
    game: str, hands: str, board: str, players: int | None, code: str, params: dict[str, object]
) -> None:
    with pytest.raises(InvalidNotation) as caught:
        judge(game, hands, board, players=players)
    assert (caught.value.code, caught.value.params) == (code, params)


def test_every_game_of_cards_is_judged_by_its_own_number_of_cards() -> None:
    for code, game in GAMES.items():
        if not game.contests:
            continue
        deck = [f"{rank}{suit}" for rank in deck_ranks(game=code, players=2) for suit in "hdcs"]
        of_hand, of_board = cards_wanted(game=code, board=0)
        hands = "".join(deck[:of_hand]) + " " + "".join(deck[of_hand : 2 * of_hand])
        found = judge(code, hands, "".join(deck[2 * of_hand : 2 * of_hand + of_board]))
        assert [contest.half for contest in found.contests] == (["high", "low"] if game.is_high_low else [""])
        assert all(len(contest.hands) == 2 for contest in found.contests)
