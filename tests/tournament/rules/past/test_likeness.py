"""Whether two files tell of one event: what was only saved again, what was corrected, and what was another evening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tournament.rules.past.likeness import Likeness, Told, likeness, told_by
from tournament.rules.past.results_list import read_results

MAY = "event,date,place,player,prize,points\nMay,2025-05-03,1,Ada Alder,100,12.5\nMay,2025-05-03,2,Bo Birch,50,\n"
MAY += "May,2025-05-03,3,Cleo Cedar,,\n"


def told(text: str = MAY, *, own_id: str = "", encoding: str = "utf-8", **changes: str) -> Told:
    """Of a list; `changes` are words of it and what stands there instead."""
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    (event,) = read_results(text.encode(encoding))
    data: Mapping[str, Any] = event.to_dict()
    return told_by(data, own_id=own_id)


def without_day(text: str = MAY) -> str:
    return text.replace("2025-05-03", "")


@pytest.mark.parametrize(
    "again",
    [
        told(MAY.replace(",", ";")),
        told(MAY.replace("2025-05-03", "3/5/2025"), encoding="utf-16"),
        told(MAY + "\n\n"),
        told(Ada="ADA", May="may"),
        told(MAY.replace("Ada Alder", "Alder Ada").replace("12.5", "12.500").replace("100", "100.00")),
        told(own_id="of a file"),
    ],
    ids=["separator", "day and encoding", "blank lines", "capitals", "as it is written", "id"],
)
def test_what_says_the_same_is_the_same(again: Told) -> None:
    assert likeness(again, told()) == "same"


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (told(MAY.replace("100", "90")), "version"),
        (told(MAY.replace("12.5", "13")), "version"),
        (told(Cleo="Cloe"), "version"),
        (told(MAY.replace(",1,", ",4,")), "version"),
        (told(May="June"), "version"),
        (told(MAY.replace(",1,", ",4,").replace("May", "June")), "other"),
        (told(Ada="Dino", Bo="Edda"), "other"),
        (told(MAY.replace("2025-05-03", "2025-05-10")), "other"),
        (told(without_day()), "version"),
        (told(without_day(), May="June"), "other"),
        (told(without_day().replace(",1,", ",4,")), "other"),
    ],
    ids=["prize", "points", "name of one", "place", "name of it", "name and place", "two of three", "day", "undated",
         "undated and name", "undated and place"],
)  # fmt: skip
def test_without_an_id_it_is_the_name_the_day_and_the_places(other: Told, expected: Likeness) -> None:
    assert likeness(other, told()) == expected
    assert likeness(told(), other) == expected


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (told(MAY.replace("100", "90"), own_id="one"), "version"),
        (told(MAY.replace(",1,", ",4,").replace("May", "June"), own_id="one"), "version"),
        (told(MAY.replace("2025-05-03", "2025-05-10"), own_id="one"), "version"),
        (told(without_day(), own_id="one"), "version"),
        # Opened to play the next evening, and saved under another name.
        (told(MAY.replace("2025-05-03", "2025-05-10").replace(",1,", ",4,"), own_id="one"), "other"),
        (told(MAY.replace("100", "90"), own_id="two"), "other"),
        (told(MAY.replace("100", "90")), "version"),
    ],
    ids=["prize", "name and place", "day", "undated", "day and place", "another id", "without one"],
)
def test_an_id_says_which_event_it_is_on_its_day_or_with_its_places(other: Told, expected: Likeness) -> None:
    assert likeness(other, told(own_id="one")) == expected


def test_two_in_the_same_places_may_be_chance() -> None:
    two = MAY.partition("May,2025-05-03,3")[0]
    assert likeness(told(two, May="June"), told(two)) == "other"
