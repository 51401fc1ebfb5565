"""Random hands of every game that PokerKit can play, beside it; and one hand for each known difference."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tables.engine import DealHole
from tables.engine.notation import parse_line
from tests.breadth import sample
from tests.tables.engine.beside_book import Unexplained
from tests.tables.engine.beside_pokerkit import Beside, Diverged, replay_line
from tests.tables.engine.pokerkit_differences import DIFFERENCES, SHARE, too_often
from tests.tables.engine.pokerkit_games import CODES
from tests.tables.engine.random_beside import play_random_hand

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

SLICES = sample("slices of hands beside PokerKit")
# Of each game in a slice: 92 hands, in `make test-long` 1,840; a hundred thousand by
# python -m tests.bench.beside_pokerkit
HANDS = 2


@pytest.mark.sampled
@pytest.mark.parametrize("number", range(SLICES))
def test_random_hands_agree_with_pokerkit_and_the_book(number: int) -> None:
    rng = random.Random(f"beside {number}")
    operations, found = 0, Counter[str]()
    for code in CODES * HANDS:
        count, differences = play_random_hand(code, rng)
        operations += count
        found.update(differences.keys())
    assert operations > 10 * HANDS * len(CODES)
    assert too_often(found, HANDS * len(CODES)) == []


def test_a_known_difference_that_is_met_too_often_is_one_more() -> None:
    hands = 10_000
    known = {name: round(share * hands) for name, share in SHARE.items()}
    assert too_often(known, hands) == []
    assert too_often(known | {"odd_chip": 2 * known["odd_chip"]}, hands) == [
        f"odd_chip: met in {2 * known['odd_chip']:,} of 10,000 hands, known are {SHARE['odd_chip'] * hands:,.1f}"
    ]


BLINDS = "rules=tda2024,limit_cap=3 blinds=5/10"
LIMIT = "rules=tda2024,limit_cap=3 blinds=10/20 bets=20/40"
STUD = "rules=tda2024,limit_cap=3,stud_tie_first=position blinds=0/0 ante=classic:1 bets=10/20"
SHOWN = {
    "short_blind": f"NT {BLINDS} button=3 seats=1:90,2:4,3:90 posts=s1:5,b2:4 | h1:2c3c h2:4c5c h3:6c7c",
    "short_bring_in": (
        f"F7S {STUD} bring=5 button=3 seats=1:90,2:4,3:90 posts=a1:1,a2:1,a3:1 "
        "| h1:AhKhQh h2:AdKd2c h3:AsKsQs i2"
    ),
    "ante_all_in": (
        f"F7S {STUD} bring=5 button=3 seats=1:90,2:1,3:90 posts=a1:1,a2:1,a3:1 "
        "| h1:AhKhQh h2:AdKd2c h3:AsKsQs c3"
    ),
    "half_bet": (
        f"FT {LIMIT} button=4 seats=1:500,2:45,3:500,4:500 posts=s1:10,b2:20 "
        "| h1:AhKh h2:QhJh h3:AdKd h4:QdJd c3 c4 c1 k2 b:2c3c4c r1:20 r2:25"
    ),
    "cap": (
        f"FT {LIMIT} button=3 seats=1:500,2:500,3:500 posts=s1:10,b2:20 "
        "| h1:AhKh h2:QhJh h3:AdKd r3:40 r1:60 r2:80"
    ),
    "covered": f"NT {BLINDS} button=3 seats=1:90,2:30,3:50 posts=s1:5,b2:10 | h1:2c3c h2:4c5c h3:6c7c r3:50",
    "reopened": (
        f"NT {BLINDS} button=3 seats=1:90,2:90,3:14 posts=s1:5,b2:10 "
        "| h1:2c3c h2:4c5c h3:6c7c c3 c1 k2 b:2d3d4d k1 k2 r3:4"
    ),
    "added_up": (
        f"NT {BLINDS} button=5 seats=1:54,2:500,3:500,4:45,5:52 posts=s1:5,b2:10 "
        "| h1:2c3c h2:4c5c h3:6c7c h4:8c9c h5:TcJc r3:30 r4:45 r5:52 r1:54 c2"
    ),
    "trimmed_ante": (
        f"NT {BLINDS} ante=classic:5 button=2 seats=1:90,2:3 posts=a1:5,a2:3,s2:0,b1:10 | h1:2c3c h2:4c5c"
    ),
    "idle": (
        f"NT {BLINDS} ante=classic:5 button=3 seats=1:90,2:90,3:5 posts=a1:5,a2:5,a3:5,s1:5,b2:10 "
        "| h1:2c3c h2:4c5c h3:6c7c f1"
    ),
    "opener": (
        "N5DA rules=tda2024 blinds=0/0 ante=classic:5 least=10 button=2 seats=1:90,2:90 posts=a1:5,a2:5 "
        "| h1:2c3c4c5c7c h2:2d3d4d5d7d k1 r2:10 c1 d1: d2:"
    ),
    "unopened": (
        "N5DA rules=tda2024 blinds=0/0 ante=classic:5 least=10 button=2 seats=1:90,2:90 posts=a1:5,a2:5 "
        "| h1:2c3c4c5c7c h2:2d3d4d5d7d k1 k2"
    ),
    "tied_aces": (
        f"F5S {STUD} button=3 seats=1:90,2:90,3:90 posts=a1:1,a2:1,a3:1 | h1:2cAd h2:3cKs h3:4cAs"
    ),
    "short_stub": (
        f"F7S {STUD} button=8 seats=1:90,2:90,3:90,4:90,5:90,6:90,7:90,8:90 "
        "posts=a1:1,a2:1,a3:1,a4:1,a5:1,a6:1,a7:1,a8:1 "
        "| h1:2c3cAs h2:2d3dKc h3:2h3hKd h4:2s3sKh h5:4c5cQc h6:4d5dQd h7:4h5hQh h8:4s5s6c f8 "
        "k1 k2 k3 k4 k5 k6 k7 t1:7c t2:7d t3:7h t4:7s t5:8c t6:8d t7:8h k1 k2 k3 k4 k5 k6 k7 "
        "t1:9c t2:9d t3:9h t4:9s t5:Tc t6:Td t7:Th k1 k2 k3 k4 k5 k6 k7 "
        "t1:Jc t2:Jd t3:Jh t4:Js t5:Ac t6:Ad t7:Ah k5 k6 k7 k1 k2 k3 k4"
    ),
    "odd_chip": (
        "NT rules=tda2024 blinds=2/4 button=4 seats=1:13,2:13,3:13,4:13 posts=s1:2,b2:4 "
        "| h1:2c2d h2:3c3d h3:4c4d h4:5c5d r3:13 c4 f1 c2 b:AcKdQh b:Js b:Tc s3: s4: s2:"
    ),
    "odd_suit": (
        f"F5S {STUD} bring=5 button=3 seats=1:90,2:31,3:31 posts=a1:1,a2:1,a3:1 "
        "| h1:3d5c h2:KhQs h3:KsQd r2:10 c3 c1 t1:6h t2:9d t3:9c k2 k3 k1 t1:7h t2:4c t3:4h r2:20 c3 f1 "
        "t2:2c t3:2d s2: s3:"
    ),
    "side_low": (
        "FO/8 rules=tda2024 blinds=10/20 bets=20/40 button=4 seats=1:500,2:500,3:20,4:60 posts=s1:10,b2:20 "
        "| h1:QsQhTcTd h2:JsJhTsTh h3:Ac2d5h6h h4:KsKh9c9d c3 r4:40 r1:60 c2 c4 b:3s4c8d r1:20 c2 b:Kd k1 k2 "
        "b:Qc k1 k2 s1: s2: s4: s3:"
    ),
    "merged_pots": (
        "NT rules=tda2024 blinds=5/10 button=5 seats=1:200,2:200,3:41,4:200,5:200 posts=s1:5,b2:10 "
        "| h1:AhKh h2:AdKd h3:2c2d h4:3c3d h5:4c4d r3:41 c4 c5 r1:72 c2 c4 f5 b:QcJcTh r1:10 c2 f4 "
        "b:5s k1 k2 b:6s k1 k2 s1: s2: s3:"
    ),
    "same_hands": (
        "PO/8 rules=tda2024 blinds=1/2 button=3 seats=1:32,2:32,3:100 posts=s1:1,b2:2 "
        "| h1:As2hKcQd h2:Ah2cKdQc h3:TcTdThTs c3 r1:8 c2 f3 b:3s4c8d r1:18 c2 b:8h r1:6 c2 b:Jc s1: s2:"
    ),
}  # fmt: skip


def test_every_known_difference_has_a_hand_that_shows_it_and_a_share() -> None:
    assert SHOWN.keys() == DIFFERENCES.keys() == SHARE.keys()


@pytest.mark.parametrize("name", SHOWN)
def test_a_known_difference_is_met_and_named(name: str) -> None:
    setup, operations = parse_line(SHOWN[name])
    deals, rest = operations[: len(setup.seats)], operations[len(setup.seats) :]
    beside = Beside(setup, {each.seat: each.cards for each in deals if isinstance(each, DealHole)})
    try:
        beside.deal()
        for operation in rest:
            beside.play(operation)
    except Diverged:
        assert beside.ours.history[-1] == operations[-1]
    assert set(beside.found) == {name}


def test_any_other_difference_fails_with_the_hand_on_a_line() -> None:
    """FIGP doubles the minimum over a short opening bet; PokerKit adds it, and no rule of TDA's differs."""
    line = (
        "NT rules=figp,limit_heads_up_uncapped=never blinds=5/10 button=3 seats=1:14,2:90,3:90 posts=s1:5,b2:10 "
        "| h1:2c3c h2:4c5c h3:6c7c c3 c1 k2 b:2d3d4d r1:4"
    )
    with pytest.raises(Unexplained) as difference:
        replay_line(line)
    assert str(difference.value).splitlines()[1] == line
    assert "low=20" in str(difference.value)
