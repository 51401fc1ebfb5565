"""Countries by their two letters."""

import pytest

from tournament.options.countries import COUNTRIES, country_meant, read_country
from tournament.options.country_names import COUNTRY_NAMES
from tournament.options.options import EventOptions


@pytest.mark.parametrize(
    ("typed", "code"), [("IT", "IT"), (" gb ", "GB"), ("", ""), ("UK", None), ("Italy", None)]
)
def test_a_country_is_read_by_its_letters(typed: str, code: str | None) -> None:
    assert read_country(typed) == code


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("it", "IT"),
        ("ITA", "IT"),
        ("Italia", "IT"),
        (" italy ", "IT"),
        ("STATI UNITI D'AMERICA", "US"),
        ("U.S.A.", "US"),
        ("UK", "GB"),
        ("Galles", "GB"),
        ("Cote d’Ivoire", "CI"),
        ("Bosnia & Herzegovina", "BA"),
        ("Repubblica Ceca", "CZ"),
        ("CHE", "CH"),
        ("", ""),
        (" ", ""),
        ("Italai", None),
        ("?", None),
    ],
)
def test_a_list_of_others_may_say_three_letters_or_the_name(typed: str, code: str | None) -> None:
    assert country_meant(typed) == code


def test_every_country_is_found_by_all_that_it_is_called_and_nothing_is_called_by_two() -> None:
    said: dict[str, set[str]] = {}
    for line in COUNTRY_NAMES.strip().splitlines():
        code, letters, names = line.split(" ", 2)
        for name in (code, letters, *names.split(" | ")):
            assert country_meant(name) == code
            said.setdefault(name.casefold(), set()).add(code)
    assert [name for name, codes in said.items() if len(codes) > 1] == []
    assert all(any(len(name) == 3 and code in codes for name, codes in said.items()) for code in COUNTRIES)


def test_there_are_as_many_countries_as_the_standard_has() -> None:
    assert len(COUNTRIES) == 249
    assert all(len(code) == 2 and code.isascii() and code.isupper() for code in COUNTRIES)


def test_where_an_event_is_stands_in_one_line() -> None:
    assert EventOptions(venue="Casinò", city="Venezia", country="IT").where == "Casinò, Venezia, IT"
    assert EventOptions(city="Venezia").where == "Venezia"
    assert EventOptions().where == ""
