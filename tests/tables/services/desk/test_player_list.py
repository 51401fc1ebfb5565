from __future__ import annotations

import pytest

from tables.services.desk.player_list import MAX_BYTES, MAX_LINES, ListLine, ListUnreadable, decode, read_list


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna Verdi\nBruno Neri\n", [(1, "Anna Verdi", "", ""), (2, "Bruno Neri", "", "")]),
        ("\n\n  Anna   Verdi  \n\n", [(3, "Anna Verdi", "", "")]),
        ("Name\nAnna", [(2, "Anna", "", "")]),
        ("Giocatore;Tessera\nAnna;17", [(2, "Anna", "", "17")]),
        ("name,club number,nickname\nAnna,17,Nana", [(2, "Anna", "Nana", "17")]),
        ("Cognome;Nome\nVerdi;Anna", [(2, "Anna Verdi", "", "")]),
        ("First name\tLast name\tMember\nAnna\tVerdi\t9", [(2, "Anna Verdi", "", "9")]),
        ('name,card\n"Verdi, Anna",17', [(2, "Verdi, Anna", "", "17")]),
        ('name;card\n"O""Hara; Sean";17', [(2, 'O"Hara; Sean', "", "17")]),
        ("NOME E COGNOME ; N. TESSERA\nÈva D'Angelo;3", [(2, "Èva D'Angelo", "", "3")]),
        ("name;paid\r\nAnna;50\r\n;50", [(2, "Anna", "", ""), (3, "", "", "")]),
        ("name;card\nAnna", [(2, "Anna", "", "")]),
    ],
)
def test_a_list_is_read_however_it_was_kept(text: str, expected: list[tuple[int, str, str, str]]) -> None:
    lines = [(ln.number, ln.name, ln.public_name, ln.club_number) for ln in read_list(text)]

    assert lines == expected


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
def test_a_file_is_read_in_any_usual_encoding(encoding: str) -> None:
    (line,) = read_list(decode("nome\nNicolò Perché".encode(encoding)))

    assert line == ListLine(number=2, name="Nicolò Perché")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "The list is empty"),
        (" \n;;\n", "The list is empty"),
        ("name;card\n", "only a header"),
        ("colour;size\nred;5", "No column has the names"),
        ('name\n"Anna\nBruno\nCarla', "Line 2: a quotation mark"),
        ('name;card\r\n"Anna;1\r\nBruno;2\r\n"Carla";3', "Line 2: a quotation mark"),
        ('name\n\n\nAnna\n"Bruno\nCarla"\nDario', "Line 5: a quotation mark"),
        ('name\n"Anna"x', "Line 2: a quotation mark"),
        ("name\nAnna\x00", "not a text"),
        ("name\n" + "x\n" * (MAX_LINES + 1), f"players: send at most {MAX_LINES}"),
        ("x" * (MAX_BYTES + 1), "too long"),
        ("name\n" + "x" * 200_000, "Line 2 is too long for one player"),
        ("name\n" + "\x01\x02\x03\x04" * 5, "not a text"),
    ],
)
def test_a_list_that_cannot_be_read_says_why_and_what_to_do(text: str, words: str) -> None:
    with pytest.raises(ListUnreadable, match=words):
        read_list(text)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"x" * (MAX_BYTES + 1), "split it"),
        (b"PK\x03\x04....", "spreadsheet"),
        (b"\xd0\xcf\x11\xe0", "spreadsheet"),
        (b"\x89PNG\r\n\x1a\n\x01\x02", "picture"),
        # A photo of the list is not to be split into smaller files.
        (b"\xff\xd8\xff\xe0" + b"x" * MAX_BYTES, "picture"),
        (b"GIF89a!", "picture"),
        (b"\x01\x02\x03\x18ftypheic", "picture"),
        (b'\xef\xbb\xbf<svg xmlns="http://www.w3.org/2000/svg">', "picture"),
        (b"%PDF-1.7\nhello", "document"),
        (b"{\\rtf1 Anna}", "document"),
        (b"<!DOCTYPE html><p>Anna", "document"),
    ],
)
def test_a_file_that_is_no_list_says_what_to_do(data: bytes, words: str) -> None:
    with pytest.raises(ListUnreadable, match=words):
        decode(data)


def test_fields_that_the_header_does_not_have_are_counted() -> None:
    (line,) = read_list("name;card\nVerdi;Anna;17")

    assert line.surplus == 1


def test_a_stray_character_is_the_fault_of_its_line_and_not_of_the_list() -> None:
    assert read_list("Anna\nBru\x01no\n") == (
        ListLine(number=1, name="Anna"), ListLine(number=2, name="Bru\x01no")
    )  # fmt: skip
