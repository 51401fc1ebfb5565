"""Files of finished events: what is read, what is left out and why, and what is refused."""

from typing import Any

import pytest

from tests.tournament.rules.forecast.club_nights import club_nights
from tournament.rules.forecast.errors import ForecastError
from tournament.rules.forecast.reading import finished_events

LEVELS = [[0, 20, 25, 50, 0], [0, 20, 50, 100, 0], [1, 10, None, None, 0], [0, 20, 100, 200, 0]]


def event(**changes: Any) -> dict[str, Any]:
    entries = [[0, 5000, 12, 1], [0, 5000, 35, 2], [2, 5000, None, None], [30, 5000, 61, 3]]
    return {"levels": LEVELS, "ent": entries, "add": []} | changes


def left_out(**changes: Any) -> tuple[str, ...]:
    return finished_events({"events": [event(**changes)]}).left_out


def refusal(**changes: Any) -> str:
    with pytest.raises(ForecastError) as refused:
        finished_events({"events": [event(), event(**changes)]})
    return str(refused.value)


def test_the_watch_is_held_against_the_clock_by_the_levels_players_went_out_in() -> None:
    (evening,) = finished_events({"events": [event()]}).evenings
    # Minute 35 lies in level 2 and minute 61 in level 3, that begins at minute 50 of the clock, 40 of them played: the
    # watch is 11 minutes ahead at most, and never behind by more than 9.
    assert [0 <= out <= 60 for out in evening.outs] == [True] * 3
    assert evening.course.level_at(evening.outs[0]) == 0
    assert evening.course.level_at(evening.outs[1]) == 1
    assert evening.course.level_at(evening.outs[2]) == 2
    assert (evening.entries, evening.chips) == (4, 20_000)


def test_a_watch_that_ran_on_while_the_clock_stood_does_not_bring_anybody_into_a_later_level() -> None:
    late = [[0, 5000, 112, 1], [0, 5000, 135, 2], [2, 5000, None, None], [30, 5000, 161, 3]]
    (evening,) = finished_events({"events": [event(ent=late)]}).evenings
    assert [evening.course.level_at(out) for out in evening.outs] == [0, 1, 2]


def test_add_ons_and_rebuys_bring_chips_into_play() -> None:
    (evening,) = finished_events({"events": [event(add=[[15, 3000], [70, 2000]])]}).evenings
    assert evening.chips == 25_000


def test_an_event_without_rounds_goes_by_its_watch() -> None:
    (evening,) = finished_events(
        {
            "events": [
                event(ent=[[0, 5000, 12, None], [0, 5000, 35], [0, 5000, 55, None], [0, 5000, None, None]])
            ]
        }
    ).evenings
    assert evening.outs == (12, 35, 45)


def test_levels_of_odd_lengths_and_without_minutes_are_read() -> None:
    levels = [[0, 7.5, 25, 50, 0], [0, 0, 50, 100, 0], [0, 90, 100, 200, 0]]
    (evening,) = finished_events({"events": [event(levels=levels)]}).evenings
    assert [level.minutes for level in evening.course.levels] == [7.5, 90]


def test_what_nothing_can_be_learned_from_is_left_out_with_its_reason() -> None:
    assert left_out(ent=[[0, 5000, None, None], [0, 5000, 30, 2]]) == (
        "Event 1 is left out: 2 entries are too few; 4 at least show a pace.",
    )
    chopped = [[0, 5000, 12, 1], [0, 5000, 35, 2], [2, 5000, None, None], [30, 5000, None, None]]
    assert left_out(ent=chopped) == (
        "Event 1 is left out: 2 players were left when it ended, by a chop or as seats won.",
    )


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"ent": None}, "Event 2: “ent” is missing: list [minute bought in, chips, minute out, round out]"),
        ({"levels": [[1, 20, None, None, 0]]}, "Event 2: “levels” has no level that is played"),
        (
            {"levels": [[0, 20]]},
            "Event 2: row 1 of “levels” is not [is_break, minutes, small_blind, big_blind, ante]",
        ),
        ({"levels": [[0, 20, 25, None, 0]]}, "Event 2: big blind is missing; a number from 1 is needed."),
        ({"levels": [[0, -20, 25, 50, 0]]}, "Event 2: minutes of a level is -20; a number from 0 is needed."),
        ({"ent": [[0, "10k", 5, 1]] * 4}, "Event 2: chips is '10k'; a number from 1 is needed."),
        ({"ent": [[0, True, 5, 1]] * 4}, "Event 2: chips is True; a number from 1 is needed."),
        ({"ent": [[float("nan"), 1, 5, 1]] * 4}, "Event 2: minute bought in is nan;"),
        ({"ent": [7] * 4}, "Event 2: row 1 of “ent” is not [minute bought in"),
        ({"add": [[5]]}, "Event 2: row 1 of “add” is not [minute, chips]"),
    ],
)
def test_what_is_wrong_in_a_file_is_named_with_its_event(changes: dict[str, Any], says: str) -> None:
    assert refusal(**changes).startswith(says)


def test_what_is_not_an_event_is_refused() -> None:
    with pytest.raises(ForecastError, match=r"^Event 1: this is not an event with “levels” and “ent”\.$"):
        finished_events({"events": [[]]})


def test_an_event_whose_watch_contradicts_its_levels_goes_by_the_levels() -> None:
    hurried = [[0, 5000, 1, 1], [0, 5000, 2, 2], [2, 5000, None, None], [0, 5000, 3, 3]]
    (evening,) = finished_events({"events": [event(ent=hurried)]}).evenings
    assert 0 <= evening.outs[0] <= 20 <= evening.outs[1] <= 40 <= evening.outs[2] <= 60


def test_all_club_nights_can_be_read() -> None:
    found = finished_events(club_nights())
    assert len(found.evenings) == 98
    assert found.left_out == ()
