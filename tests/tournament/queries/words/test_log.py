"""Every verb that is written into the log has a sentence, and the sentence can be said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from tests.factories import STRUCTURE
from tournament.queries.words import log as log_sentences
from tournament.queries.words.log import register_sentences, sentence_of, verbs
from tournament.templatetags.writing import PageWriter

ROOT = Path(__file__).resolve().parents[4]
WRITER = PageWriter(currency="EUR", structure=STRUCTURE)

# How services name a verb: verb="…", verb="…" if … else "…", and the small helpers around write_log.
WRITTEN = (
    re.compile(r'\bverb=(?:\(\s*)?"([a-z_]+)"(?:\s+if\s+[^"]+?\s+else\s+"([a-z_]+)")?'),
    re.compile(r'\b_?log(?:_[a-z]+)?\([^"()]*?,\s*"([a-z_]+)"', re.DOTALL),
    re.compile(r'\b_change\([^"]*?"([a-z_]+)"', re.DOTALL),
    re.compile(r'\b_write\([^"]*?"([a-z_]+)"', re.DOTALL),
)


def verbs_written() -> set[str]:
    found: set[str] = set()
    for path in [*ROOT.glob("tournament/services/**/*.py"), *ROOT.glob("tables/services/**/*.py")]:
        text = path.read_text()
        for pattern in WRITTEN:
            found.update(verb for match in pattern.findall(text) for verb in _groups(match) if verb)
    return found


def _groups(match: str | tuple[str, ...]) -> tuple[str, ...]:
    return (match,) if isinstance(match, str) else match


def test_the_services_are_searched_for_verbs_in_every_way_they_write_them() -> None:
    written = verbs_written()

    assert {
        "entry_registered",
        "table_held",
        "table_released",
        "seat_unlocked",
        "clock_paused",
        "level_changed",
        "floor_called",
        "move_dropped",
        "tablet_paired",
        "staff_added",
        "prize_paid",
        "tables_redrawn",
        "break_undone",
        "stack_corrected",
        "registration_reopened",
    } <= written
    assert len(written) >= 40


def test_every_verb_of_the_services_has_a_sentence() -> None:
    assert verbs_written() - verbs() == set()


def test_no_sentence_is_kept_for_a_verb_that_nobody_writes() -> None:
    assert verbs() - verbs_written() == set()


DATA: dict[str, object] = {
    "name": "Anna Verdi",
    "double_name": "Ana Verdi",
    "was": {"name": "Ana Verdi", "public_name": "", "club_number": "17"},
    "became": {"name": "Anna Verdi", "public_name": "", "club_number": ""},
    "source": "BCDFGHJK",
    "fields": ["buy_in_fee", "structure_data"],
    "to_index": 3,
    "from_index": 1,
    "seconds": -60,
    "number": 12,
    "paid": 50_00,
    "amount": 1_234_50,
    "place_first": 4,
    "place_last": 5,
    "role": "floor",
    "table": 3,
    "seats": 9,
    "seat": 7,
    "entries": 18,
    "tables": 2,
    "players": 9,
    "registered": False,
    "from_table": 3,
    "from_seat": 7,
    "to_table": 5,
    "to_seat": 2,
    "before": 10_000,
    "after": 9_500,
    "text": "Colour up, please",
    "hand": 31,
    "tablet": "Tablet 2",
    "way": "race",
    "old": 25,
    "new": 100,
    "difference": 50,
    "ruling": "x:dead_hand,s=4,f",
    "card": "Ah",
    "cards": [[2, "Ah"], [4, "Td"]],
    "seed": "1",
    "kind": "hand_for_hand",
    "hands": 3,
    "until": 9,
    "left": 10,
    "round": 2,
    "by_itself": True,
    "numbers": [3, 5],
    "count": 1,
    "offence": "conduct",
    "chips": 9_500,
    "why": "walked_out",
    "at": "21:05",
    "level": 3,
}


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("verb", sorted(verbs()))
def test_each_sentence_is_said_with_its_figures(verb: str, language: str) -> None:
    with translation.override(language):
        said = sentence_of(verb, DATA, WRITER)

    assert said not in (verb, verb.replace("_", " "))
    assert "%" not in said
    assert said[-1] in ".”»"


@pytest.mark.parametrize(
    ("verb", "data", "sentence"),
    [
        ("stack_corrected", {}, "Corrected the stack of Anna Verdi from 10,000 to 9,500."),
        (
            "stack_corrected",
            {"in_play_before": 60_000, "in_play": 59_500, "issued": 60_000},
            (
                "Corrected the stack of Anna Verdi from 10,000 to 9,500. This removes 500 chips from "
                "play: 59,500 now, 60,000 before, 60,000 issued."
            ),
        ),
        ("player_edited", {}, "Corrected player Anna Verdi: name Anna Verdi, club number –."),
        ("players_merged", {}, "Merged Ana Verdi into Anna Verdi."),
        ("entry_registered", {}, "Registered Anna Verdi as entry number 12 for €50."),
        ("entry_eliminated", {}, "Anna Verdi is out and ties for places 4–5."),
        ("entry_eliminated", {"place_last": 4}, "Anna Verdi is out in 4th place."),
        ("level_changed", {}, "Level 3 (100/200) started."),
        ("level_skipped", {"to_index": 2}, "Skipped to Colour-up."),
        ("level_skipped", {"to_index": 99}, "Skipped to a period that has since been removed."),
        ("clock_paused_until", {"seconds": 300}, "Paused for 5 minutes, until 21:05."),
        ("clock_started", {}, "Set the start to 21:05."),
        ("time_deducted", {"seconds": 120}, "Deducted 2 minutes from the clock."),
        ("place_changed", {}, "Anna Verdi now ties for places 4–5."),
        ("place_changed", {"place_last": 4}, "Anna Verdi is now in 4th place."),
        ("stop_announced", {}, "Announced: Hand-for-hand. Until 9 players are left."),
        (
            "stop_announced",
            {"kind": "after_hands", "until": None},
            "Announced: Hold after these hands. 3 hands at each table.",
        ),
        ("last_hands_drawn", {"card": "5h", "hands": 5}, "Drew the 5h: 5 more hands at each table."),
        ("stop_ended", {}, "Hand-for-hand is over: 10 players left."),
        ("stop_ended", {"by_itself": False}, "Ended: Hand-for-hand. 10 players left."),
        ("run_out_released", {}, "Released the run-outs at tables 3, 5."),
        ("time_added", {}, "Shortened the level by 1 minute."),
        ("time_added", {"seconds": 90}, "Lengthened the level by 90 seconds."),
        ("entry_moved", {}, "Moved Anna Verdi from table 3, seat 7 to table 5, seat 2."),
        ("tables_redrawn", {"tables": 1}, "Drew the final table: 9 players."),
        ("floor_called", {"text": ""}, "Table 3 called the floor."),
        ("players_imported", {}, "Imported 9 players from a file."),
        ("players_imported", {"registered": True}, "Imported and registered 9 players from a file."),
        (
            "table_coloured_up",
            {},
            "Chip race at table 3, 25 to 100. Chips in play: +50.",
        ),
        (
            "table_coloured_up",
            {"way": "late", "difference": -75},
            "Exchanged late chips of 25 at table 3. Chips in play: −75.",
        ),
        (
            "table_coloured_up",
            {"way": "counted", "difference": 0},
            "Coloured up table 3 with counted stacks. Chips in play: 0.",
        ),
        ("colour_up_undone", {}, "Undid the colour-up of table 3. Chips in play: +50."),
        ("staff_added", {}, "Added Anna Verdi to the staff: Floor."),
    ],
)
def test_sentences_read_as_a_floor_manager_says_them(
    verb: str, data: dict[str, object], sentence: str
) -> None:
    with translation.override("en"):
        assert sentence_of(verb, {**DATA, **data}, WRITER) == sentence


def test_a_line_without_a_figure_or_of_an_unknown_verb_shows_its_code() -> None:
    assert sentence_of("stack_corrected", {}, WRITER) == "stack corrected"
    assert sentence_of("of_a_later_release", {}, WRITER) == "of_a_later_release"


def test_a_verb_has_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_sentences, "_sentences", {})
    register_sentences({"done": lambda _d, _w: "Done."})

    with pytest.raises(ValueError, match="Two sentences for 'done'"):
        register_sentences({"done": lambda _d, _w: "Done again."})
