"""Every code of a refusal and of a note has a sentence, and every sentence its code somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import tournament.rules.past
from tournament.rules.past.errors import NOTES, REFUSALS, PastFileError
from tournament.rules.past.events import EarlierNote

FOLDER = Path(tournament.rules.past.__file__).parent
SOURCES = "".join(
    path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py")) if path.name != "errors.py"
)
CODES = (
    *("too_large", "bad_bytes", "null_byte", "lone_surrogate", "empty", "too_many_parts", "too_deep"),
    *("function", "call", "template", "operator", "unknown_word", "unexpected", "trailing", "unclosed"),
    *("text_not_closed", "bad_escape", "bad_number", "number_too_large", "duplicate_key", "forbidden_key"),
    *(
        "bad_map",
        "no_tournament",
        "no_players",
        "too_many_players",
        "no_name",
        "same_player_twice",
        "bad_name",
    ),
    *("text_too_long", "bad_amount", "bad_count", "out_of_range", "bad_time"),
    *("no_rows", "too_many_rows", "no_column", "column_twice", "quotation_mark", "surplus", "missing_name"),
    *("bad_place", "bad_date"),
)
NOTE_CODES = (
    *("no_date", "date_day_first", "date_month_first"),
    *("no_event_name", "not_finished", "everyone_out", "same_time", "never_bought_in"),
    *(
        "unknown_hitman",
        "unknown_winner",
        "awarded_by_place",
        "not_awarded",
        "prize_shared",
        "prize_elsewhere",
    ),
    *(
        "pool_from_prizes",
        "fixed_rake",
        "bounties",
        "bounties_left_out",
        "only_paid",
        "level_left_out",
        "chip_left_out",
        "price_left_out",
    ),
)
NAMED = (
    "most",
    "at",
    "found",
    "number",
    "name",
    "field",
    "column_name",
    "count",
    "names",
    "amount",
    "place",
    "day",
    "named",
    "players",
)
EVERYTHING: dict[str, Any] = dict.fromkeys(NAMED, "7")


def test_these_are_all_the_codes() -> None:
    assert tuple(REFUSALS) == CODES
    assert tuple(NOTES) == NOTE_CODES


@pytest.mark.parametrize("code", [*REFUSALS, *NOTES])
def test_each_code_stands_where_it_is_found_out(code: str) -> None:
    assert f'"{code}"' in SOURCES


@pytest.mark.parametrize("sentence", [*REFUSALS.values(), *NOTES.values()])
def test_each_sentence_is_found_for_translation_and_has_known_names(sentence: str) -> None:
    assert sentence.endswith(".")
    assert set(re.findall(r"%\((\w+)\)s", sentence)) <= {*EVERYTHING, "other"}


@pytest.mark.parametrize("code", CODES)
def test_each_refusal_says_where_before_it_says_what(code: str) -> None:
    what = REFUSALS[code] % EVERYTHING
    assert str(PastFileError(code, line=2, column=3, **EVERYTHING)) == f"Line 2, column 3: {what}"
    assert str(PastFileError(code, line=2, **EVERYTHING)) == f"Line 2: {what}"
    error = PastFileError(code, **EVERYTHING)
    assert (str(error), error.sentences, error.others) == (what, (REFUSALS[code],), ())


def test_a_note_fills_its_sentence() -> None:
    note = EarlierNote(code="level_left_out", data={"number": 3})
    assert str(note) == "Level 3 cannot be read and was left out."
    assert str(EarlierNote(code="no_date")) == NOTES["no_date"]
