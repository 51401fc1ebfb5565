"""Words that people type: one line, kept as it will be printed."""

from __future__ import annotations

import unicodedata

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.options.countries import read_country
from tournament.options.redraws import FEWEST_PLAYERS, MOST, RedrawCountError, read_redraw_counts
from tournament.options.seats import LAST_SEAT, SeatOrderError, read_seat_order
from tournament.rules.chips.colours import ChipColourError, read_chip_colours
from tournament.rules.chips.sets import ChipSetError, read_chip_counts
from tournament.rules.festivals import HIGHEST_TABLE, TableNumbersError, read_table_numbers
from tournament.rules.screens.colours import read_colour
from tournament.rules.screens.tokens import unknown_token


class LineField(forms.CharField):
    """One printable line: composed letters, single spaces, at most `max_length` characters."""

    def __init__(self, *, max_length: int, **kwargs: object) -> None:
        messages = {
            "max_length": gettext_lazy("This has %(show_value)d characters; shorten it to %(limit_value)d.")
        }
        super().__init__(max_length=max_length, **{"error_messages": messages, **kwargs})  # type: ignore[arg-type]  # CharField's own

    def to_python(self, value: object) -> str:
        text = unicodedata.normalize("NFC", super().to_python(value) or "")
        line = " ".join(text.split())
        if not line.isprintable():
            raise ValidationError(_("This contains unprintable characters; type it again."))
        return line


class ColourField(forms.CharField):
    """A colour as browsers send it."""

    widget = forms.TextInput(attrs={"type": "color"})

    def to_python(self, value: object) -> str:
        text = (super().to_python(value) or "").lower()
        if text and read_colour(text) is None:
            raise ValidationError(_("Enter a colour as # and six digits, for example #56d3aa."))
        return text


class TokenLineField(LineField):
    """One line with tokens; one that there is not is refused, with the name that was meant."""

    def to_python(self, value: object) -> str:
        line = super().to_python(value)
        unknown = unknown_token(line)
        if unknown is None:
            return line
        if not unknown.nearest:
            raise ValidationError(
                _("There is no token %(typed)s. The help on televisions lists all of them."),
                params={"typed": unknown.typed},
            )
        raise ValidationError(
            _("There is no token %(typed)s. Did you mean %(nearest)s?"),
            params={"typed": unknown.typed, "nearest": f"<{unknown.nearest}>"},
        )


class ChipColoursField(LineField):
    """Values of chips with their colours, in one line."""

    def to_python(self, value: object) -> str:
        line = super().to_python(value)
        try:
            read_chip_colours(line)
        except ChipColourError as problem:
            if not problem.nearest:
                raise ValidationError(
                    _(
                        "“%(typed)s” is no chip with its colour: write the value and the colour, as in 25 green."
                    ),
                    params={"typed": problem.typed},
                ) from None
            raise ValidationError(
                _("“%(typed)s” has no known colour. Did you mean %(nearest)s?"),
                params={"typed": problem.typed, "nearest": problem.nearest},
            ) from None
        return line


class ChipCountsField(LineField):
    """Chips by the piece, in one line."""

    def to_python(self, value: object) -> str:
        line = super().to_python(value)
        try:
            read_chip_counts(line)
        except ChipSetError as problem:
            raise ValidationError(
                _("“%(typed)s” cannot be read as chips of one value: write how many and which, as in 12×25."),
                params={"typed": problem.typed},
            ) from None
        return line


class TableNumbersField(LineField):
    """Numbers of tables, in one line."""

    def to_python(self, value: object) -> str:
        line = super().to_python(value)
        try:
            read_table_numbers(line)
        except TableNumbersError as problem:
            raise ValidationError(
                _("“%(typed)s” is no table: write numbers and ranges from 1 to %(last)s, as in 1-24, 30."),
                params={"typed": problem.typed, "last": HIGHEST_TABLE},
            ) from None
        return line


class RedrawCountsField(LineField):
    """Numbers of players at which all seats are redrawn, in one line."""

    def to_python(self, value: object) -> str:
        line = super().to_python(value)
        try:
            read_redraw_counts(line)
        except RedrawCountError as problem:
            raise ValidationError(
                _(
                    "“%(typed)s” is not a number of players, appears twice or is one too many: write up to %(most)s "
                    "numbers from %(fewest)s on, as in 24, 16, 9."
                ),
                params={"typed": problem.typed, "most": MOST, "fewest": FEWEST_PLAYERS},
            ) from None
        return line


class CountryField(LineField):
    """The two letters of a country; small ones are made capitals."""

    def to_python(self, value: object) -> str:
        line = super().to_python(value)
        code = read_country(line)
        if code is None:
            raise ValidationError(
                _("“%(typed)s” is not a country: write its two letters, as in IT or GB."),
                params={"typed": line},
            )
        return code


class SeatOrderField(LineField):
    """Seats of a table in an order, in one line."""

    def to_python(self, value: object) -> str:
        line = super().to_python(value)
        try:
            read_seat_order(line)
        except SeatOrderError as problem:
            raise ValidationError(
                _("“%(typed)s” is no seat, or stands twice: write each seat from 1 to %(last)s once."),
                params={"typed": problem.typed, "last": LAST_SEAT},
            ) from None
        return line
