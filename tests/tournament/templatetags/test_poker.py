"""Numbers, times and cards as pages write them, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from tournament.templatetags import poker


@pytest.mark.parametrize(
    ("language", "amount", "text"),
    [
        ("en", 0, "0"),
        ("en", 1234, "1,234"),
        ("it", 1234, "1.234"),
        ("it", 1_000_000, "1.000.000"),
        ("en", -500, "−500"),
        ("en", None, "–"),
    ],
)
def test_chips_are_grouped_as_the_language_does(language: str, amount: int | None, text: str) -> None:
    with translation.override(language):
        assert poker.chips(amount) == text


def test_a_number_of_an_entry_is_grouped_like_every_number() -> None:
    with translation.override("it"):
        assert poker.entry_number(1234) == "iscrizione 1.234"


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (950_000, "950,000"),
        (1_000_000, "1M"),
        (1_500_000, "1.5M"),
        (12_250_000, "12.25M"),
        (1_234_567, "1,234,567"),
        (2_000_000_000, "2,000M"),
    ],
)
def test_the_wall_shortens_millions_only_where_no_digit_is_lost(amount: int, text: str) -> None:
    with translation.override("en"):
        assert poker.short_chips(amount) == text


@pytest.mark.parametrize(
    ("language", "amount", "currency", "text"),
    [
        ("en", 123_400, "EUR", "€1,234"),
        ("en", 123_450, "EUR", "€1,234.50"),
        ("en", 5, "USD", "$0.05"),
        ("en", 500, "CHF", "CHF\u00a05"),
        ("en", -2_000, "EUR", "−€20"),
        ("en", 500, "JPY", "¥500"),
        ("it", 1_500, "JPY", "1.500\u00a0¥"),
        ("it", 123_450, "EUR", "1.234,50\u00a0€"),
        ("it", 100, "EUR", "1\u00a0€"),
        ("en", None, "EUR", "–"),
    ],
)
def test_money_shows_cents_only_where_there_are_any(
    language: str, amount: int | None, currency: str, text: str
) -> None:
    with translation.override(language):
        assert poker.money(amount, currency) == text


@pytest.mark.parametrize(
    ("stack", "big_blind", "text"),
    [
        (20_000, 200, "100 BB"),
        (1_990, 100, "19.9 BB"),
        (100, 400, "0.2 BB"),
        (4_150, 200, "20 BB"),
        (5, 0, ""),
    ],
)
def test_short_stacks_show_tenths_of_a_big_blind(stack: int, big_blind: int, text: str) -> None:
    with translation.override("en"):
        assert poker.big_blinds(stack, big_blind) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (59, "0:59"),
        (1200, "20:00"),
        (3600, "1:00:00"),
        (36_059, "10:00:59"),
        (-5, "0:00"),
        (None, "–"),
        (timedelta(milliseconds=1), "0:01"),
    ],
)
def test_a_countdown_looks_like_a_clock(seconds: int | timedelta | None, text: str) -> None:
    assert poker.countdown(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(45, "45 s"), (1200, "20 min"), (3600, "1 h"), (5400, "1 h 30 min"), (0, "0 min"), (None, "–")],
)
def test_a_duration_is_said_in_words(seconds: int | None, text: str) -> None:
    with translation.override("en"):
        assert poker.duration(seconds) == text


def test_time_of_day_is_that_of_the_tournaments_place_in_winter_and_summer() -> None:
    winter = datetime(2026, 1, 10, 20, 5, tzinfo=UTC)
    summer = datetime(2026, 7, 10, 20, 5, tzinfo=UTC)
    assert poker.time_of_day(winter, "Europe/Rome") == "21:05"
    assert poker.time_of_day(summer, "Europe/Rome") == "22:05"
    assert poker.time_of_day(None, "Europe/Rome") == "–"


def test_instants_for_machines_are_utc() -> None:
    moment = datetime(2026, 1, 10, 20, 5, 1, 250_000, tzinfo=UTC)
    assert poker.machine_time(moment) == "2026-01-10T20:05:01+00:00"
    assert poker.epoch_ms(moment) == "1768075501250"
    assert (poker.machine_time(None), poker.epoch_ms(None)) == ("", "")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (22, "22nd"),
        (111, "111th"),
    ],
)
def test_places_are_ordinals(number: int, text: str) -> None:
    with translation.override("en"):
        assert poker.ordinal(number) == text
    with translation.override("it"):
        assert poker.ordinal(number) == f"{number}º"


def test_tied_players_share_a_range_of_places() -> None:
    with translation.override("en"):
        assert poker.places(9, 9) == "9th"
        assert poker.places(9, 11) == "9–11"
        assert poker.places(None, None) == "–"


def test_a_card_has_a_sign_a_letter_a_colour_and_a_name() -> None:
    with translation.override("en"):
        face = poker.card("Ts")
    assert 'data-suit="s"' in face
    assert ">10<" in face
    assert "♠" in face
    assert ">s<" in face
    assert "ten of spades" in face


def test_an_unknown_card_says_so() -> None:
    with translation.override("en"):
        assert "unknown card" in poker.card("??")


def test_a_joker_has_a_sign_and_a_name() -> None:
    assert ">★<" in poker.card("Jk")
    assert ">joker<" in poker.card("Jk")
    with translation.override("it"):
        assert ">jolly<" in poker.card("Jk")


def test_a_row_of_cards_is_a_row_of_faces() -> None:
    with translation.override("en"):
        assert poker.card_list("AsKd??") == poker.card("As") + poker.card("Kd") + poker.card("??")


def test_what_players_typed_is_escaped_in_a_badge() -> None:
    assert "&lt;b&gt;" in poker.badge("<b>", "good", "check")
