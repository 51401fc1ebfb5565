from dataclasses import dataclass, field

import pytest

from tournament.rules.forecast.course import Course, Stretch
from tournament.rules.forecast.elimination import EliminationRate
from tournament.rules.forecast.walking import Walk


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedRate(EliminationRate):
    """With how many left it was asked."""

    asked: list[float] = field(default_factory=list)

    def at(self, left: float, depth: float) -> float:
        self.asked.append(left)
        return EliminationRate.at(self, left, depth)


def walk_of(players: int) -> tuple[Walk, CountedRate]:
    rate = CountedRate(base=-2.0, players=0.4, pressure=0.6)
    course = Course(stretches=tuple(Stretch(minutes=20, big_blind=100 * 1.4**index) for index in range(30)))
    walk = Walk(
        course=course,
        rate=rate,
        pace=1.0,
        played=0.0,
        left=players,
        chips=10_000 * players,
        coming={},
        buy_in=10_000,
    )
    return walk, rate


def test_in_a_small_field_players_go_out_one_by_one() -> None:
    walk, rate = walk_of(100)
    walk.until(1)
    assert {round(left) for left in rate.asked} >= set(range(3, 101))


def test_a_large_field_is_walked_in_few_steps_and_ends_when_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    walk, rate = walk_of(20_000)
    fast = walk.until(1)
    assert len(rate.asked) < 1_000
    monkeypatch.setattr("tournament.rules.forecast.walking._PARTS", 20_000)
    assert walk.until(1) == pytest.approx(fast, abs=0.1)


def test_the_fewer_are_left_the_later_it_is() -> None:
    walk, _rate = walk_of(5_000)
    ends = [walk.until(target) for target in range(1, 5_000, 97)]
    assert ends == sorted(ends, reverse=True)
