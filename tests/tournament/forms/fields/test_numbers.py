from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from tournament.forms.fields.currency import amounts_in
from tournament.forms.fields.numbers import (
    CountedChipsField,
    duration_text,
    money_text,
    parse_chips,
    parse_duration,
    parse_money,
    parse_percent,
    percent_text,
)


@pytest.mark.parametrize(
    ("typed", "number"),
    [("0", 0), ("10000", 10_000), ("10.000", 10_000), ("10,000", 10_000), ("10 000", 10_000),
     ("10\u00a0000", 10_000), ("1.234.567", 1_234_567), ("10'000", 10_000)],
)  # fmt: skip
def test_chips_are_read_in_both_languages_grouping(typed: str, number: int) -> None:
    assert parse_chips(typed) == number


@pytest.mark.parametrize("typed", ["", "-5", "10.5", "1.23.456", "1,234.567", "ten", "²", "٣", "1e9", "0x10"])
def test_what_is_no_whole_number_is_refused_with_the_range(typed: str) -> None:
    with pytest.raises(ValidationError, match="whole number from 0 to"):
        parse_chips(typed)


@pytest.mark.parametrize("typed", ["0", "11", "99999999999999999999"])
def test_a_number_out_of_range_is_refused_with_the_range(typed: str) -> None:
    with pytest.raises(ValidationError, match="from 2 to 10"):
        parse_chips(typed, low=2, high=10)


@pytest.mark.parametrize(
    ("typed", "cents"),
    [("25", 25_00), ("25.5", 25_50), ("25,50", 25_50), ("1,234", 1_234_00), ("1,234.56", 1_234_56),
     ("1.234,56", 1_234_56), ("€ 10", 10_00), ("10€", 10_00), ("0.05", 5), ("1 000", 1_000_00)],
)  # fmt: skip
def test_money_is_kept_in_minor_units(typed: str, cents: int) -> None:
    assert parse_money(typed) == cents


@pytest.mark.parametrize("typed", ["-1", "1.2345", "1,2,3", "one", "1.234.56", "", "--", "NaN"])
def test_what_is_no_amount_of_money_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(ValidationError, match=r"such as 25 or 25\.50"):
        parse_money(typed)


EUROS = [
    *(("1234", 1_234_00), ("12,50", 12_50), ("12.5", 12_50), ("1.234.567", 1_234_567_00)),
    *(("1,234,567", 1_234_567_00), ("1.234,50", 1_234_50), ("1,234.50", 1_234_50), ("1 234,5", 1_234_50)),
]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(("typed", "cents"), EUROS)
def test_what_has_one_meaning_is_read_in_either_language(language: str, typed: str, cents: int) -> None:
    with translation.override(language):
        assert parse_money(typed) == cents


@pytest.mark.parametrize(
    ("language", "own", "others", "says"),
    [("en", "1,234", "1.234", "enter 1234 or 1,234"), ("it", "1.234", "1,234", "1234 o 1.234")],
)
def test_a_thousand_with_the_others_sign_is_never_misread(
    language: str, own: str, others: str, says: str
) -> None:
    with translation.override(language):
        assert parse_money(own) == 1_234_00
        with pytest.raises(ValidationError) as refusal:
            parse_money(others)
        assert others in refusal.value.messages[0]
        assert says in refusal.value.messages[0]


@pytest.mark.parametrize("language", ["en", "it"])
def test_yen_are_whole_in_either_language(language: str) -> None:
    with translation.override(language), amounts_in("JPY"):
        for amount in (0, 1, 99, 100, 5_000, 1_234_567, 10**12):
            assert parse_money(money_text(amount)) == amount
        grouped = "5,000" if language == "en" else "5.000"
        assert (parse_money("¥5000"), parse_money(grouped), money_text(5_000)) == (5_000, 5_000, "5000")
        for typed in ("25.5", "25,50", "0.5"):
            with pytest.raises(ValidationError, match="2500"):
                parse_money(typed)
    assert money_text(5_000) == "50"


def test_the_limit_of_yen_is_said_in_yen() -> None:
    with amounts_in("JPY"), pytest.raises(ValidationError, match="at most 1,000,000,000,000"):
        parse_money("1000000000001")


def test_a_huge_amount_of_money_is_refused_with_the_limit() -> None:
    with pytest.raises(ValidationError, match="at most 10,000,000,000"):
        parse_money("10000000000.01")


def test_ten_thousand_characters_are_refused_before_they_are_read() -> None:
    for parse in (parse_chips, parse_money, parse_percent, parse_duration):
        with pytest.raises(ValidationError, match="too long"):
            parse("9" * 10_000)


@pytest.mark.parametrize(
    ("typed", "share"), [("20", 200_000), ("6.5", 65_000), ("1,04", 10_400), ("50%", 500_000)]
)
def test_a_percentage_is_kept_in_millionths(typed: str, share: int) -> None:
    assert parse_percent(typed) == share


@pytest.mark.parametrize("typed", ["", "-5", "1.23456", "half"])
def test_what_is_no_percentage_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(ValidationError, match=r"such as 20 or 6\.5"):
        parse_percent(typed)


@pytest.mark.parametrize(("typed", "seconds"), [("20", 1200), ("7:30", 450), ("0:30", 30), ("090", 5400)])
def test_a_duration_is_minutes_or_minutes_and_seconds(typed: str, seconds: int) -> None:
    assert parse_duration(typed) == seconds


@pytest.mark.parametrize("typed", ["0", "", "0:00", "7:75", "-3", "1.5", "abc"])
def test_what_is_no_duration_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(ValidationError, match="for example 20"):
        parse_duration(typed)


def test_what_is_shown_can_be_typed_again_in_both_languages() -> None:
    for language in ("en", "it"):
        with translation.override(language):
            for amount in (0, 5, 100, 12_345, 10**12):
                assert parse_money(money_text(amount)) == amount
            for share in (10_400, 65_000, 333_333, 1_000_000):
                assert parse_percent(percent_text(share)) == share
            for seconds in (30, 450, 1200, 45_900):
                assert parse_duration(duration_text(seconds)) == seconds


def test_italian_writes_a_comma() -> None:
    with translation.override("it"):
        assert (money_text(25_50), percent_text(65_000)) == ("25,50", "6,5")


@pytest.mark.parametrize(
    ("typed", "chips"),
    [
        ("17500", 17_500),
        ("17.500", 17_500),
        ("12×1000 + 11×500", 17_500),
        ("12x1.000, 11*500", 17_500),
        ("", None),
    ],
)
def test_counted_chips_are_a_number_or_so_many_of_each_value(typed: str, chips: int | None) -> None:
    assert CountedChipsField(low=1, required=False).clean(typed) == chips


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("12×1000 + 500", "“500” cannot be read as chips of one value"),
        ("12×0", "“12×0” cannot be read as chips of one value"),
        ("12 pieces", "Enter a whole number from 1 to"),
        ("999999×999999999", "is out of range"),
    ],
)
def test_counted_chips_that_cannot_be_read_are_refused(typed: str, said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        CountedChipsField(low=1, required=False).clean(typed)
