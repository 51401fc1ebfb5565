from __future__ import annotations

import pytest

from tables.services.desk.player_list import (
    MAX_BYTES,
    MAX_LINES,
    ListLine,
    ListUnreadable,
    WhichCodePage,
    decode,
    read_list,
)


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


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_that_says_its_encoding_is_read_in_it(encoding: str) -> None:
    (line,) = read_list(decode("nome\nNicolò Perché".encode(encoding)))

    assert line == ListLine(number=2, name="Nicolò Perché")


CZECH = ("Jiří Dvořák", "Anna Verdi", "Zdeněk Šťastný", "Tomáš Čermák", "Lukáš Říha")


@pytest.mark.parametrize(
    ("code_page", "names"),
    [
        ("cp1252", ("Nicolò Perché", "Zoë Müller")),
        ("cp1250", CZECH),
        ("cp1254", ("Çağla Şahin", "Işıl Öztürk")),
        ("cp1251", ("Иван Петров", "Ольга Ким")),
        ("cp1253", ("Γιώργος Παππάς",)),
        ("mac_roman", ("Nicolò Perché", "Zoë Müller")),
        ("cp850", ("Nicolò Perché", "Zoë Müller")),
        ("cp852", CZECH),
    ],
)
def test_a_file_of_another_code_page_is_asked_about_with_three_names_in_each(
    code_page: str, names: tuple[str, ...]
) -> None:
    data = "\n".join(["nome", *names]).encode(code_page)
    try:
        text = decode(data)
    except WhichCodePage as which:
        shown = {choice.code_page: choice.names for choice in which.choices}
        assert len(shown) > 1
        assert len(set(shown.values())) == len(shown), "each shows other names"
        assert {len(each) for each in shown.values()} == {min(3, len(names))}
        assert set(shown[code_page]) <= set(names)
        text = decode(data, code_page=code_page)
    assert [line.name for line in read_list(text)] == list(names)


def test_a_code_page_whose_letters_stand_in_no_name_is_not_asked_about() -> None:
    data = "name;paid\nAnna;50 €\nBruno;50 €".encode("cp1252")
    assert [line.name for line in read_list(decode(data))] == ["Anna", "Bruno"]


def test_a_code_page_that_is_not_offered_is_asked_about_again() -> None:
    with pytest.raises(WhichCodePage):
        decode("nome\nNicolò".encode("cp1252"), code_page="rot13")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('name;card;note\nAnna;1;"likes\nseat 5"\nBruno;2;', [(2, "Anna", "1"), (4, "Bruno", "2")]),
        ('name;card\n"Anna\r\nVerdi";1\r\nBruno;2', [(2, "Anna Verdi", "1"), (4, "Bruno", "2")]),
        ('"Player\nname";Card\nAnna;1', [(3, "Anna", "1")]),
        ('"Player\nname",Card\nAnna,1', [(3, "Anna", "1")]),
        ("sep=;\r\nname;card\r\nVerdi, Anna;1", [(3, "Verdi, Anna", "1")]),
        ('"sep=,"\nname,card\nAnna,1', [(3, "Anna", "1")]),
        ("SEP=\t\nname\tcard\nAnna\t1", [(3, "Anna", "1")]),
        ("sep=|\nname|card\nAnna|1", [(3, "Anna", "1")]),
    ],
)
def test_lists_of_spreadsheets_have_line_breaks_in_cells_and_say_their_separator(
    text: str, expected: list[tuple[int, str, str]]
) -> None:
    lines = read_list(text)
    assert [(line.number, line.name, line.club_number) for line in lines] == expected


def test_many_numbers_that_a_spreadsheet_has_shortened_refuse_the_list_with_the_way_out() -> None:
    with pytest.raises(ListUnreadable, match=r"11 club numbers are written like 1,23E\+05 \(line 2\)"):
        read_list("name;card\n" + "\n".join(f"Player {n};1,23E+05" for n in range(11)))


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
