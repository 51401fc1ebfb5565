"""Lists of results: English and Italian, every separator, several events, and what is wrong by line and column."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from tournament.rules.past.errors import PastFileError
from tournament.rules.past.events import EarlierEvent, EarlierNote, EarlierPlayer
from tournament.rules.past.results_list import read_results

ITALIAN = """sep=;
Posizione;Nome;Cognome;Premio (€);Data;Torneo;Lega;Stagione;Rientri;Eliminazioni;Punti
1;Ada;Alder;1.234,50 €;14/03/2026;Venerdì;Bosco;Primavera;1;3;12,5

2°;"Bo
Bo";Birch;;14/03/2026;Venerdì;Bosco;Primavera;;;
1;Ada;Alder;100;15/03/2026;Sabato;Bosco;Primavera;0;0;
"""
FROM_THE_PRIZES = EarlierNote(code="pool_from_prizes")


def refusals(text: str) -> list[tuple[str, int, int]]:
    with pytest.raises(PastFileError) as refused:
        read_results(text.encode())
    return [(each.code, each.line, each.column) for each in (refused.value, *refused.value.others)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_two_events_of_an_italian_list(encoding: str) -> None:
    friday, saturday = read_results(ITALIAN.replace("\n", "\r\n").encode(encoding))
    assert friday == EarlierEvent(
        name="Venerdì",
        league="Bosco",
        season="Primavera",
        day=date(2026, 3, 14),
        players=(
            EarlierPlayer(
                name="Ada Alder", place=1, prize=1_234_50, entries=2, knock_outs=3, points=Decimal("12.5")
            ),
            EarlierPlayer(name="Bo Bo Birch", place=2),
        ),
        pool=1_234_50,
        prizes=(1_234_50,),
        source="csv",
        notes=(FROM_THE_PRIZES,),
    )
    assert (saturday.name, saturday.day, saturday.paid) == ("Sabato", date(2026, 3, 15), 100_00)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_every_separator(separator: str) -> None:
    rows = [
        "Rank,Player,Entries,Rebuys,Add-ons,Nickname,Shoe size",
        "1,Ada Alder,2,1,1,Ant,36",
        "2,Bo Birch,,,,,",
    ]
    (event,) = read_results("\n".join(rows).replace(",", separator).encode())
    assert event.players == (
        EarlierPlayer(name="Ada Alder", nickname="Ant", place=1, entries=2, rebuys=1, add_ons=1),
        EarlierPlayer(name="Bo Birch", place=2),
    )
    assert [note.code for note in event.notes] == ["pool_from_prizes", "no_date", "no_event_name"]


@pytest.mark.parametrize(
    "header", ["#,Name", "Pos.,PLAYER", "posto,Giocatore", "Place,Surname", "rank,first name,last name"]
)
def test_columns_have_many_names(header: str) -> None:
    (event,) = read_results(
        f"{header}\n1,Ada,Alder\n".encode() if header.count(",") > 1 else f"{header}\n1,Ada\n".encode()
    )
    assert event.players[0].name in ("Ada", "Ada Alder")


def test_players_who_share_a_place_have_the_prizes_of_the_next_ones() -> None:
    (event,) = read_results(b"pos,name,prize\n1,Ada,50\n2,Bo,20\n2,Cleo,20\n4,Dino,10\n-,Edda,\n")
    assert event.prizes == (50_00, 20_00, 20_00, 10_00)
    assert [each.place for each in event.players] == [1, 2, 2, 4, 0]


def test_every_bad_cell_is_named_by_its_line_and_column() -> None:
    text = (
        "place,name,prize,date,entries\n"
        "first,Ada,10,2026-03-14,1\n"
        "2,,1.2.3,2026-03-14,x\n"
        "\n"
        "3,Cleo,,yesterday,1\n"
        "4,Dino,1,234.50,2026-03-14\n"
        "5,Edda,,2026-03-14,1\n"
        "6,EDDA,,2026-03-14,1\n"
        f"7,{'F' * 201},,2026-03-14,1\n"
    )
    assert refusals(text) == [
        ("bad_place", 2, 1),
        ("missing_name", 3, 2),
        ("bad_amount", 3, 3),
        ("bad_count", 3, 5),
        ("bad_date", 5, 4),
        ("bad_date", 6, 4),
        ("bad_count", 6, 5),
        ("same_player_twice", 8, 2),
        ("text_too_long", 9, 2),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("empty", 0, 0)),
        ("\n ; ; \n", ("empty", 0, 0)),
        ("place,name\n", ("no_rows", 0, 0)),
        ("place,winner\n1,Ada\n", ("no_column", 1, 0)),
        ("name,prize\nAda,1\n", ("no_column", 1, 0)),
        ("\nplace,name,player\n1,Ada,Ada\n", ("column_twice", 2, 3)),
        ("place,name\n1,Ada,2\n", ("surplus", 2, 3)),
        ('place,name\n1,"Ada\n2,Bo\n', ("quotation_mark", 2, 0)),
        ('place,name\n1,"Ada"x\n', ("quotation_mark", 2, 0)),
        ('place,name\n1,"Ada\n2,Bo\n3,Cleo\n4,Dino\n5,Edda\n6,Fir\n7,"Gorse\n', ("quotation_mark", 2, 0)),
        ('place,name\n1,"Ada\n2,Bo\n3,Cleo\n4,Dino\n5,Edda\n6,Fir\n7,Gorse"\n', ("quotation_mark", 2, 0)),
        ("place,name\n1,A\0da\n", ("null_byte", 2, 0)),
        ("place,name\n" + "1,Ada\n" * 50_001, ("too_many_rows", 0, 0)),
        (" " * 4_000_001, ("too_large", 0, 0)),
    ],
)
def test_a_list_that_cannot_be_read_is_refused(text: str, expected: tuple[str, int, int]) -> None:
    assert refusals(text) == [expected]


def test_of_many_bad_lines_fifty_are_named() -> None:
    assert len(refusals("place,name\n" + "x,Ada\n" * 60)) == 50


def test_the_sentence_says_where_and_what() -> None:
    with pytest.raises(PastFileError, match=r"^Line 2, column 1: “x” is not a place\.$"):
        read_results(b"place,name\nx,Ada\n")
    with pytest.raises(
        PastFileError, match=r"^Line 1: No column is “place”: the first line has to name it\.$"
    ):
        read_results(b"name\nAda\n")


def days_and_notes(*days: str) -> list[tuple[date | None, list[str]]]:
    rows = "".join(f"{day};1;Ada\n" for day in days)
    return [
        (event.day, [str(note) for note in event.notes if note.code.startswith("date_")])
        for event in read_results(f"date;place;player\n{rows}".encode())
    ]


def test_a_list_that_can_only_have_the_month_first_is_read_so_as_a_whole() -> None:
    assert days_and_notes("03/04/2026", "03/14/2026", "04/04/2026", "2026-05-06") == [
        (date(2026, 3, 4), ["“03/04/2026” was read with the month first: 2026-03-04."]),
        (date(2026, 3, 14), ["“03/14/2026” was read with the month first: 2026-03-14."]),
        (date(2026, 4, 4), []),
        (date(2026, 5, 6), []),
    ]


def test_a_list_that_may_be_read_both_ways_has_the_day_first_and_says_so() -> None:
    assert days_and_notes("03/04/2026", "2026-05-06") == [
        (date(2026, 4, 3), ["“03/04/2026” was read with the day first: 2026-04-03."]),
        (date(2026, 5, 6), []),
    ]
    assert days_and_notes("03/04/2026", "14/03/2026") == [(date(2026, 4, 3), []), (date(2026, 3, 14), [])]


def test_days_of_both_orders_are_refused_where_the_day_is_not_first() -> None:
    assert refusals("date,place,player\n14/03/2026,1,Ada\n03/14/2026,1,Bo\n") == [("bad_date", 3, 1)]
