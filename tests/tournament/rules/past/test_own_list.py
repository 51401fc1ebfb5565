"""A list that Floorman wrote, read again: money is no count, and the field is not what one player has entered."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tests.tournament.printing.test_results_file import BO, LINE, RESULTS
from tournament.printing.results_file import results_csv
from tournament.queries.results import EventResults
from tournament.rules.past.events import EarlierEvent, EarlierNote, EarlierPlayer
from tournament.rules.past.results_list import read_results

SPRING = EarlierEvent(
    name="Spring, Open",
    day=date(2026, 11, 27),
    players=(
        EarlierPlayer(name="Anna Maria De Verdi", place=1, prize=472_50),
        EarlierPlayer(name="Bo", place=2, prize=472_50),
    ),
    pool=1_234_567_00,
    prizes=(472_50, 472_50),
    field_entries=212,
    field_players=180,
    currency="EUR",
    source="csv",
    notes=(
        EarlierNote(code="only_paid", data={"named": 2, "players": 180}),
        EarlierNote(code="bounties_left_out", data={"amount": "1000.00"}),
    ),
)


def again(results: EventResults, *, is_public: bool = False) -> EarlierEvent:
    (event,) = read_results(results_csv(results, is_public=is_public))
    return event


def test_every_figure_comes_back_as_it_was() -> None:
    event = again(RESULTS)
    assert event == SPRING
    assert (event.entries, event.people) == (212, 180)


def test_a_spreadsheet_may_have_saved_it() -> None:
    text = (
        results_csv(RESULTS, is_public=False).decode().replace("Spring, Open", "Spring Open").replace('"', "")
    )
    saved = text.replace(",", ";").replace("472.50", "472,50").replace("2026-11-27", "27/11/2026")
    (event,) = read_results(saved.encode("utf-8-sig"))
    assert event == replace(SPRING, name="Spring Open")


def test_players_of_one_name_are_two_people() -> None:
    lines = (LINE, replace(BO, name="Other", shown_name=LINE.shown_name, place=2))
    event = again(replace(RESULTS, lines=lines), is_public=True)
    assert [(each.place, each.name) for each in event.players] == [(1, "Anna V."), (2, "Anna V.")]


@pytest.mark.parametrize("name", ["=1+1", "-2 =cmd", "@x", "O'Brien"])
def test_what_no_spreadsheet_should_run_is_as_it_was(name: str) -> None:
    event = again(replace(RESULTS, name=name, lines=(replace(LINE, name=name),)))
    assert (event.name, event.players[0].name) == (name, name)


def test_amounts_of_a_currency_without_cents_are_whole() -> None:
    event = again(replace(RESULTS, currency="JPY"))
    # As every file: two decimals, whatever the currency.
    assert (event.currency, event.pool, event.players[0].prize) == ("JPY", 123_456_700_00, 47_250_00)


def test_everybody_paid_without_bounties_leaves_nothing_to_say() -> None:
    lines = tuple(replace(line, bounties=0) for line in RESULTS.lines)
    event = again(replace(RESULTS, entries=2, players=2, lines=lines, started_on=None))
    assert [note.code for note in event.notes] == ["no_date"]


def test_a_currency_that_is_none_is_not_taken() -> None:
    assert again(replace(RESULTS, currency="euro")).currency == ""
