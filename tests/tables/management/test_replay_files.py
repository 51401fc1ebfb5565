"""What `manage.py replay` reads from files, and how its operations find their seats at the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables.engine import decode, encode
from tables.management.replaying import FileHand, read_hands
from tables.management.taps import at_seat
from tests.tables.engine.notation.ohh_cases import CASH, OMAHA, changed
from tests.tables.engine.notation.ohh_cases import text as ohh_text
from tests.tables.engine.notation.phh_cases import phh


def read(path: Path) -> list[tuple[str, str]]:
    """The name of each hand of a file, and its game or what is wrong with it."""
    return [
        (read.name, read.recorded.variant if isinstance(read, FileHand) else read.error)
        for read in read_hands(path)
    ]


def test_a_bad_hand_of_a_file_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "several.phhs"
    path.write_text(f"[1]\n{phh()}\n[2]\n{phh(min_bet=None)}\n[3]\n{phh(variant=repr('PT'))}")
    assert read(path) == [("1", "NT"), ("2", "min_bet: the field is missing, add it"), ("3", "PT")]


def test_a_file_of_open_hand_history_is_read_by_its_ending(tmp_path: Path) -> None:
    path = tmp_path / "several.ohh"
    path.write_text(f"{ohh_text(CASH)}\n\n{ohh_text(changed(CASH, 'dealer_seat', 0))}\n\n{ohh_text(OMAHA)}")
    assert read(path) == [
        ("1", "NT"),
        ("2", "dealer_seat: 0 is not right, write a whole number from 1 to 99"),
        ("3", "PO"),
    ]
    path.write_text(ohh_text(OMAHA))
    assert read(path) == [("", "PO")]


def test_a_file_that_is_not_there_or_no_text_says_so(tmp_path: Path) -> None:
    [(_, missing)] = read(tmp_path / "none.phh")
    assert "No such file" in missing
    (tmp_path / "latin.phh").write_bytes(b"event = '\xe9'")
    [(_, latin)] = read(tmp_path / "latin.phh")
    assert "can't decode" in latin


@pytest.mark.parametrize(
    ("in_the_file", "at_the_table"),
    [
        ("f1", "f3"),
        ("r2:800", "r1:800"),
        ("h3:AhKd", "h2:AhKd"),
        ("w0h:1,2", "w0h:3,1"),
        ("b:2c3c4c", "b:2c3c4c"),
        ("e", "e"),
        ("x:out_of_turn,s=2,o=r2:800", "x:out_of_turn,s=1,o=r1:800"),
        ("x:asked_to_see,s=1,q=3", "x:asked_to_see,s=3,q=2"),
        ("x:exposed_card,c=Ah,f", "x:exposed_card,c=Ah,f"),
        ("f9", "f9"),
    ],
)
def test_every_seat_of_an_operation_is_the_one_at_the_table(in_the_file: str, at_the_table: str) -> None:
    assert encode(at_seat(decode(in_the_file), {1: 3, 2: 1, 3: 2})) == at_the_table
