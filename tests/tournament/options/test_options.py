"""The column that settings share: nothing is lost where a later release has written more into it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

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
