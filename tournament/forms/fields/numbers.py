"""What people type for amounts, and how it is shown to them again.

Chips and money may be grouped as either language does ("10.000", "10,000", "10 000"); a decimal
sign is a comma or a dot. Money with three digits after a lone decimal sign of the reader's language is
refused: "1.234" is a thousand and more to an Italian, and to nobody else. Money has the decimals of its currency,
the yen none. Each parser raises ValidationError with what to type instead.
"""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import get_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.currency import units_in_force
from tournament.rules.chips.sets import ChipSetError, read_chip_counts, worth
from tournament.rules.payouts.money import MAX_MONEY
from tournament.rules.payouts.schemes import PERCENT, WHOLE
from tournament.rules.structure.errors import MAX_CHIP_VALUES, MAX_CHIPS

MAX_TYPED = 40
# Chips by the piece.
MAX_COUNTED = 120
_BY_THE_PIECE = re.compile("[x×*]", re.IGNORECASE)
_SPACES = re.compile("[\\s\u00a0\u202f'’]+")
_GROUPED = re.compile(r"[0-9]{1,3}(?:([.,])[0-9]{3})(?:\1[0-9]{3})*")
_THOUSAND = re.compile(r"([0-9]{1,3})([.,])([0-9]{3})")
_DECIMAL = re.compile(r"(?P<whole>[0-9]+|[0-9]{1,3}(?:([.,])[0-9]{3})+(?!\2))(?:[.,](?P<rest>[0-9]+))?")
_PERCENT = re.compile(r"([0-9]+)(?:[.,]([0-9]{1,4}))?%?")
_BETWEEN = re.compile(r"[\s,;/]+")
_MINUTES = re.compile(r"([0-9]{1,5})(?::([0-5][0-9]))?")


def parse_chips(text: str, *, low: int = 0, high: int = MAX_CHIPS) -> int:
    """A whole number from `low` to `high`."""
    typed = _squeezed(text)
    if not (typed.isascii() and typed.isdigit()) and not _GROUPED.fullmatch(typed):
        raise ValidationError(
            _("Enter a whole number from %(low)s to %(high)s."),
            params={"low": _grouped(low), "high": _grouped(high)},
        )
    number = int(re.sub("[.,]", "", typed))
    if not low <= number <= high:
        raise ValidationError(
            _("%(number)s is out of range: enter a whole number from %(low)s to %(high)s."),
            params={"number": _grouped(number), "low": _grouped(low), "high": _grouped(high)},
        )
    return number


def parse_chip_values(text: str) -> tuple[int, ...]:
    """A chip set, rising, from values with commas or blanks between them, without grouping."""
    parts = [part for part in _BETWEEN.split(text) if part]
    if not 0 < len(parts) <= MAX_CHIP_VALUES:
        raise ValidationError(_("Enter 1 to %(max)d chip values."), params={"max": MAX_CHIP_VALUES})
    for part in parts:
        if not (part.isascii() and part.isdigit() and len(part) < MAX_TYPED):
            raise ValidationError(
                _("“%(typed)s” is not a chip value: enter plain digits, for example 1000."),
                params={"typed": part[:MAX_TYPED]},
            )
    return tuple(sorted({parse_chips(part, low=1) for part in parts}))


def parse_money(text: str) -> int:
    """An amount in minor units of the currency in force, from one with at most its decimals."""
    units = units_in_force()
    decimals = len(str(units)) - 1
    typed = _squeezed(text).strip("€$£¥")
    _check_one_meaning(typed)
    if _GROUPED.fullmatch(typed):
        whole, rest = re.sub("[.,]", "", typed), ""
    else:
        match = _DECIMAL.fullmatch(typed)
        if match is None or len(match["rest"] or "") > decimals:
            raise ValidationError(
                _("Enter an amount such as 25 or 25.50, with at most two decimals.")
                if decimals
                else _("Enter a whole amount such as 2500: this currency has no decimals.")
            )
        whole, rest = re.sub("[.,]", "", match["whole"]), match["rest"] or ""
    amount = int(whole) * units + int(rest.ljust(decimals, "0") or 0)
    if amount > MAX_MONEY:
        raise ValidationError(
            _("This amount is too large: enter at most %(high)s."),
            params={"high": _grouped(MAX_MONEY // units)},
        )
    return amount


def parse_percent(text: str) -> int:
    """Millionths from a percentage with up to four decimals: "1.04" is 10400."""
    match = _PERCENT.fullmatch(_squeezed(text))
    if match is None:
        raise ValidationError(
            _("“%(typed)s” is not a percentage: enter a value such as 20 or 6.5."),
            params={"typed": text[:MAX_TYPED]},
        )
    return int(match[1]) * PERCENT + int((match[2] or "").ljust(4, "0"))


def parse_duration(text: str) -> int:
    """Seconds from minutes ("20") or minutes and seconds ("7:30")."""
    match = _MINUTES.fullmatch(_squeezed(text))
    seconds = int(match[1]) * 60 + int(match[2] or 0) if match else 0
    if seconds <= 0:
        raise ValidationError(_("Enter minutes, for example 20, or 7:30 for seven and a half."))
    return seconds


def money_text(amount: int) -> str:
    """Minor units as they stand in a form: "25", or "25.50" with the decimal sign of the language."""
    whole, cents = divmod(amount, units_in_force())
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{cents:02d}" if cents else str(whole)


def percent_text(share: int) -> str:
    """Millionths as they stand in a form: 65000 is "6.5"."""
    whole, rest = divmod(share, PERCENT)
    digits = f"{rest:04d}".rstrip("0")
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{digits}" if digits else str(whole)


def duration_text(seconds: int) -> str:
    """Seconds as they stand in a form: "20" or "7:30"."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02d}" if rest else str(minutes)


class ChipsField(forms.CharField):
    """A whole number of chips, or any other count; `None` when left empty and not required."""

    def __init__(self, *, low: int = 0, high: int = MAX_CHIPS, **kwargs: object) -> None:
        self.low, self.high = low, high
        super().__init__(max_length=MAX_TYPED, **_with_mode(kwargs, "numeric"))  # type: ignore[arg-type]  # CharField's own

    def clean(self, value: object) -> int | None:
        text = super().clean(value)
        return parse_chips(text, low=self.low, high=self.high) if text else None


class CountedChipsField(ChipsField):
    """Chips that somebody has counted: as a number, or by the piece as in "12×1000 + 5×500"."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # The keys of numbers alone have no × and no +.
        self.widget.attrs |= {"maxlength": str(MAX_COUNTED), "inputmode": "text"}

    def clean(self, value: object) -> int | None:
        text = str(value or "")
        if not _BY_THE_PIECE.search(text):
            return super().clean(value)
        try:
            counted = read_chip_counts(text[:MAX_COUNTED])
        except ChipSetError as problem:
            raise ValidationError(
                _("“%(typed)s” cannot be read as chips of one value: write how many and which, as in 12×25."),
                params={"typed": problem.typed},
            ) from None
        return super().clean(str(worth(counted)))


class MoneyField(forms.CharField):
    """An amount typed with decimals and kept in minor units; 0 when left empty and not required."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(max_length=MAX_TYPED, **_with_mode(kwargs, "decimal"))  # type: ignore[arg-type]  # CharField's own

    def clean(self, value: object) -> int:
        text = super().clean(value)
        return parse_money(text) if text else 0


def _check_one_meaning(typed: str) -> None:
    """Refuse a thousand written with what is the decimal sign in the reader's language."""
    match = _THOUSAND.fullmatch(typed)
    if match is None or match[2] != get_format("DECIMAL_SEPARATOR"):
        return
    number = int(match[1] + match[3])
    raise ValidationError(
        _("“%(typed)s” can be read in two ways: enter %(plain)s or %(grouped)s."),
        params={"typed": typed, "plain": str(number), "grouped": _grouped(number)},
    )


def _with_mode(kwargs: dict[str, object], mode: str) -> dict[str, object]:
    widget = forms.TextInput(attrs={"inputmode": mode, "autocomplete": "off"})
    messages = {"max_length": gettext_lazy("Enter at most %(limit_value)d characters.")}
    return {"widget": widget, "error_messages": messages, **kwargs}


def _grouped(number: int) -> str:
    return number_format(number, force_grouping=True)


def _squeezed(text: str) -> str:
    if len(text) > MAX_TYPED:
        raise ValidationError(
            _("This is too long for a number: enter at most %(max)d characters."), params={"max": MAX_TYPED}
        )
    return _SPACES.sub("", text)


class PercentField(forms.CharField):
    """A percentage up to 100 kept in millionths; 0 when left empty."""

    def clean(self, value: object) -> int:  # gives a number
        text = super().clean(value)
        share = parse_percent(text) if text else 0
        if share > WHOLE:
            raise ValidationError(_("Enter at most 100 percent."))
        return share
