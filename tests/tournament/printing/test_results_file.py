"""The results file, version 1: every column, as CSV and as a workbook; no cell is a formula."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from datetime import UTC, date, datetime
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from django.utils import translation

from tests.tournament.rules.past.test_own_list import SPRING_LIST
from tournament.printing.results_file import COLUMNS, results_csv, results_xlsx
from tournament.queries.results import EventResults, PaidPlace
from tournament.rules.past.results_list import read_results

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
LINE = PaidPlace(
    place=1,
    last_place=1,
    name="Anna Maria De Verdi",
    shown_name="Anna V.",
    country="CH",
    shown_country="",
    prize=472_50,
    bounties=1_000_00,
    is_deal=True,
    is_paid=True,
)
BO = replace(LINE, name="Bo", shown_name="Bo", country="SE", shown_country="SE")
RESULTS = EventResults(
    name="Spring, Open",
    venue="Casinò “Lido”",
    city="Venezia",
    country="IT",
    started_on=date(2026, 11, 27),
    ended_on=date(2026, 11, 29),
    game="NT",
    currency="EUR",
    buy_in=1_000_00,
    fee=100_00,
    entries=212,
    players=180,
    pool=1_234_567_00,
    is_over=True,
    lines=(
        LINE,
        replace(BO, place=2, last_place=3, bounties=0, is_deal=False),
    ),
)


def test_a_line_has_every_column_of_the_specification_in_order() -> None:
    assert ",".join(COLUMNS) == (
        "event_name,venue,city,country,date_start,date_end,game,buy_in,fee,currency,entries,unique_players,reentries,"
        "prize_pool,place,last_name,first_name,country_code,prize,bounties,deal"
    )


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_csv_is_the_same_in_every_language(language: str) -> None:
    with translation.override(language):
        text = results_csv(RESULTS, is_public=False).decode("utf-8")
    assert text == SPRING_LIST


@pytest.mark.parametrize("name", ["=1+1", "-2 =cmd", "@x", "O'Brien"])
def test_a_list_is_imported_as_it_was(name: str) -> None:
    (event,) = read_results(
        results_csv(replace(RESULTS, name=name, lines=(replace(LINE, name=name),)), is_public=False)
    )
    assert (event.name, event.players[0].name, event.pool) == (name, name, RESULTS.pool)


def test_the_public_reads_the_name_that_a_player_chose() -> None:
    [first, second] = csv.DictReader(StringIO(results_csv(RESULTS, is_public=True).decode()))
    assert (first["country_code"], second["country_code"]) == ("", "SE")
    assert (first["first_name"], first["last_name"]) == ("Anna", "V.")
    assert b"Maria" not in results_csv(RESULTS, is_public=True)
    assert "Maria" not in texts_of(results_xlsx(RESULTS, is_public=True, now=NOW))
    assert "Maria De Verdi" in texts_of(results_xlsx(RESULTS, is_public=False, now=NOW))


def test_a_currency_without_cents_has_none_and_several_games_are_said_so() -> None:
    [first, _second] = csv.DictReader(
        StringIO(results_csv(replace(RESULTS, currency="JPY", game=""), is_public=True).decode())
    )
    assert (first["prize"], first["buy_in"], first["game"]) == ("47250", "100000", "Mixed games")


def test_what_is_not_known_is_blank() -> None:
    [first, _second] = csv.DictReader(
        StringIO(results_csv(replace(RESULTS, ended_on=None, venue="", country=""), is_public=True).decode())
    )
    assert (first["date_end"], first["venue"], first["country"], first["country_code"]) == ("", "", "", "")


def test_no_cell_is_a_formula() -> None:
    hostile = replace(
        RESULTS,
        name="=1+1",
        venue="@x",
        city="+39",
        lines=(replace(LINE, name="-2 =cmd", shown_name="-2 =cmd"),),
    )
    [row] = csv.DictReader(StringIO(results_csv(hostile, is_public=False).decode()))
    written = [row[name] for name in ("event_name", "venue", "city", "first_name", "last_name")]
    assert written == ["'=1+1", "'@x", "'+39", "'-2", "'=cmd"]
    book = results_xlsx(hostile, is_public=False, now=NOW)
    assert {"'=1+1", "'@x", "'+39", "'-2", "'=cmd"} <= set(texts_of(book))
    assert "<f>" not in sheet_of(book)


def test_the_workbook_has_numbers_as_numbers_and_days_as_days() -> None:
    book = results_xlsx(RESULTS, is_public=False, now=NOW)
    sheet = sheet_of(book)
    # Prize, pool and entries, and the days as Excel counts them.
    for number in ("472.5", "1234567", "212", "46353", "46355"):
        assert f"<v>{number}</v>" in sheet
    assert [text for text in texts_of(book) if text in COLUMNS] == list(COLUMNS)


def test_the_same_results_give_the_same_bytes() -> None:
    assert results_xlsx(RESULTS, is_public=True, now=NOW) == results_xlsx(RESULTS, is_public=True, now=NOW)


def texts_of(book: bytes) -> list[str]:
    """The texts of a workbook, each once, in the order in which they are first written."""
    with ZipFile(BytesIO(book)) as parts:
        shared = parts.read("xl/sharedStrings.xml").decode()
    return re.findall(r"<t[^>]*>([^<]*)</t>", shared)


def sheet_of(book: bytes) -> str:
    with ZipFile(BytesIO(book)) as parts:
        return parts.read("xl/worksheets/sheet1.xml").decode()
