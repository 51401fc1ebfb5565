"""A list that Floorman wrote, read again: money is no count, and the field is not what one player has entered."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tournament.rules.past.events import EarlierEvent, EarlierNote, EarlierPlayer
from tournament.rules.past.results_list import read_results

# As the printing writes it (tests/tournament/printing/test_results_file.py).
SPRING_LIST = (
    "event_name,venue,city,country,date_start,date_end,game,buy_in,fee,currency,entries,unique_players,reentries,"
    "prize_pool,place,last_name,first_name,country_code,prize,bounties,deal\r\n"
    '"Spring, Open",Casinò “Lido”,Venezia,IT,2026-11-27,2026-11-29,No-limit hold\'em,1000.00,100.00,EUR,212,180,32,'
    "1234567.00,1,Maria De Verdi,Anna,CH,472.50,1000.00,yes\r\n"
    '"Spring, Open",Casinò “Lido”,Venezia,IT,2026-11-27,2026-11-29,No-limit hold\'em,1000.00,100.00,EUR,212,180,32,'
    "1234567.00,2,,Bo,SE,472.50,0.00,no\r\n"
)
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


def again(*changes: tuple[str, str]) -> EarlierEvent:
    """The event of the list, `changes` made wherever their first text stands."""
    text = SPRING_LIST
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (event,) = read_results(text.encode())
    return event


def test_every_figure_is_read() -> None:
    event = again()
    assert event == SPRING
    assert (event.entries, event.people) == (212, 180)


def test_a_spreadsheet_may_have_saved_it() -> None:
    text = SPRING_LIST.replace("Spring, Open", "Spring Open").replace('"', "")
    saved = text.replace(",", ";").replace("472.50", "472,50").replace("2026-11-27", "27/11/2026")
    (event,) = read_results(saved.encode("utf-8-sig"))
    assert event == replace(SPRING, name="Spring Open")


def test_players_of_one_name_are_two_people() -> None:
    event = again(("Maria De Verdi,Anna", "V.,Anna"), (",Bo,", "V.,Anna,"))
    assert [(each.place, each.name) for each in event.players] == [(1, "Anna V."), (2, "Anna V.")]


@pytest.mark.parametrize(
    ("written", "name"),
    [("'=1+1", "=1+1"), ("'@x", "@x"), ("O'Brien", "O'Brien"), ("'Round", "'Round")],
)
def test_what_no_spreadsheet_should_run_is_as_it_was(written: str, name: str) -> None:
    event = again(("Maria De Verdi,Anna", f",{written}"), ('"Spring, Open"', written))
    assert (event.name, event.players[0].name) == (name, name)


def test_amounts_of_a_currency_without_cents_are_whole() -> None:
    changes = (("EUR", "JPY"), ("1234567.00", "123456700"), ("472.50", "47250"), ("1000.00", "100000"))
    event = again(*changes)
    # As every file: two decimals, whatever the currency.
    assert (event.currency, event.pool, event.players[0].prize) == ("JPY", 123_456_700_00, 47_250_00)


def test_everybody_paid_without_bounties_leaves_nothing_to_say() -> None:
    event = again(("212,180,32", "2,2,0"), ("1000.00,yes", "0.00,yes"), ("2026-11-27", ""))
    assert [note.code for note in event.notes] == ["no_date"]


def test_a_currency_that_is_none_is_not_taken() -> None:
    assert again(("EUR", "euro")).currency == ""
