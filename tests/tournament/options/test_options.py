"""The column that settings share: nothing is lost where a later release has written more into it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import pytest

from tournament.options.options import OPTION_NAMES, EventOptions, kept_options, options_of


def test_what_comes_as_it_is_takes_no_room_and_what_a_later_release_wrote_is_left_out() -> None:
    assert options_of({}) == options_of({"of_a_later_release": 1}) == EventOptions()
    assert kept_options(EventOptions()) == {}
    assert set(asdict(EventOptions())) == OPTION_NAMES


def test_an_option_that_is_not_as_it_comes_is_kept_and_read_again() -> None:
    for name, value in asdict(EventOptions()).items():
        others: dict[type, Any] = {bool: not value, int: 17, str: "something"}
        other = others[type(value)]
        options = replace(EventOptions(), **{name: other})
        assert options_of(kept_options(options)) == options != EventOptions()
        assert list(kept_options(options)) == [name]


@pytest.mark.parametrize(
    ("quiet_from", "quiet_until", "quiet"),
    [
        (0, 0, set()),
        (22, 0, set()),
        (22, 8, {22, 23, *range(8)}),
        (24, 8, set(range(8))),
        (13, 15, {13, 14}),
        (22, 24, {22, 23}),
        (8, 8, set()),
    ],
)
def test_the_quiet_hours_may_lie_around_midnight(quiet_from: int, quiet_until: int, quiet: set[int]) -> None:
    options = EventOptions(quiet_from=quiet_from, quiet_until=quiet_until)
    assert {hour for hour in range(24) if options.is_quiet(hour)} == quiet
