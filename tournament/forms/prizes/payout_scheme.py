"""The payout scheme, typed: percentages, a table by field size, a curve, or amounts by hand, seats.

A form holds the fields of all five kinds; only those of the chosen kind are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import (
    ChipsField,
    MoneyField,
    PercentField,
    money_text,
    parse_chips,
    parse_money,
    parse_percent,
    percent_text,
)
from tournament.rules.errors import RulesError
from tournament.rules.payouts.schemes import (
    MAX_PLACES,
    AmountTier,
    CustomAmounts,
    FieldCurve,
    FixedShares,
    PayoutScheme,
    SatelliteSeats,
    ShareTable,
    TableColumn,
)
from tournament.words.rules import say_error

KINDS = (
    ("fixed", gettext_lazy("Fixed percentages")),
    ("table", gettext_lazy("Table by field size")),
    ("curve", gettext_lazy("Curve: a percentage of the field")),
    ("amounts", gettext_lazy("Amounts by place")),
    ("seats", gettext_lazy("Satellite: seats")),
)
MAX_TYPED = 20_000
MAX_LINES = 500
_BETWEEN = re.compile(r"[\s;|/]+")
_SPAN = re.compile(r"\s*([0-9]{1,5})\s*(?:(?:[-–]\s*([0-9]{1,5})?)|(\+))?\s*:\s*(.+?)\s*")


def _lines_field(help_text: object, rows: int) -> forms.CharField:
    return forms.CharField(
        required=False,
        max_length=MAX_TYPED,
        widget=forms.Textarea(attrs={"rows": rows, "spellcheck": "false", "autocomplete": "off"}),
        help_text=help_text,  # type: ignore[arg-type]  # a lazy text
    )


class PayoutSchemeForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("Payout method"), choices=KINDS, widget=forms.RadioSelect)
    shares = _lines_field(gettext_lazy("Percentages from first place down, for example: 50 30 20"), 2)
    table = _lines_field(
        gettext_lazy("One line per range of entries, for example “3-27: 50 30 20”; the last “101+: …”."), 7
    )
    paid = PercentField(
        required=False, help_text=gettext_lazy("Percentage of the field that is paid, for example 15.")
    )
    min_cash = MoneyField(
        required=False,
        help_text=gettext_lazy("No paid player gets less. Rounded up where prizes are rounded."),
    )
    first_share = PercentField(
        required=False,
        help_text=gettext_lazy("Percentage of the prize pool for the winner. Blank: set by the curve."),
    )
    flatness = ChipsField(
        required=False, high=1000, help_text=gettext_lazy("0 is steepest; higher is flatter.")
    )
    amounts = _lines_field(
        gettext_lazy("One line per place or range of places, for example “1: 500” or “4-6: 100”."), 6
    )
    seat_value = MoneyField(
        required=False,
        help_text=gettext_lazy(
            "As many seats as the prize pool pays; the rest is cash for the next place. Play stops when everybody left "
            "has a seat."
        ),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # Form's own
        labels = {
            "shares": _("Percentages"),
            "table": _("Payout table"),
            "paid": _("Places paid"),
            "min_cash": _("Smallest prize"),
            "first_share": _("First prize"),
            "flatness": _("Flatness"),
            "amounts": _("Amounts"),
            "seat_value": _("Value of a seat"),
        }
        for name, label in labels.items():
            self.fields[name].label = label

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        kind = cleaned.get("kind")
        field = {"fixed": "shares", "curve": "paid", "seats": "seat_value"}.get(str(kind), str(kind))
        self._forget_other_kinds(str(kind))
        if kind and not self.errors:
            try:
                cleaned["scheme"] = _READERS[str(kind)](cleaned)
            except ValidationError as error:
                self.add_error(field, error)
            except RulesError as error:
                self.add_error(field, say_error(error))
        return cleaned

    def _forget_other_kinds(self, kind: str) -> None:
        """Errors in a part that was not chosen do not matter."""
        mine = {"fixed": {"shares"}, "table": {"table"}, "amounts": {"amounts"}, "seats": {"seat_value"}}.get(
            kind, {"paid", "min_cash", "first_share", "flatness"}
        )
        for name in set(self.errors) - mine - {"kind"}:
            del self.errors[name]


def initial_of(scheme: PayoutScheme) -> dict[str, str]:
    """What the form shows for a scheme."""
    match scheme:
        case FixedShares():
            return {"kind": "fixed", "shares": shares_text(scheme.shares)}
        case ShareTable():
            lines = (f"{_heading(column)}: {shares_text(column.shares)}" for column in scheme.columns)
            return {"kind": "table", "table": "\n".join(lines)}
        case FieldCurve():
            return {
                "kind": "curve",
                "paid": percent_text(scheme.paid),
                "min_cash": money_text(scheme.min_cash) if scheme.min_cash else "",
                "first_share": percent_text(scheme.first_share) if scheme.first_share else "",
                "flatness": str(scheme.flatness),
            }
        case CustomAmounts():
            return {"kind": "amounts", "amounts": amounts_text(scheme)}
        case SatelliteSeats():
            return {"kind": "seats", "seat_value": money_text(scheme.value)}


def amounts_text(scheme: CustomAmounts) -> str:
    """Amounts as they stand in a form: one line per place or range of places."""
    tiers = (
        f"{t.first}{f'-{t.last}' if t.last > t.first else ''}: {money_text(t.amount)}" for t in scheme.tiers
    )
    return "\n".join(tiers)


def shares_text(shares: tuple[int, ...]) -> str:
    return " ".join(percent_text(share) for share in shares)


def _heading(column: TableColumn) -> str:
    if column.max_entries is None:
        return f"{column.min_entries}+"
    return f"{column.min_entries}-{column.max_entries}"


def read_shares(text: str) -> tuple[int, ...]:
    parts = [part for part in _BETWEEN.split(text) if part]
    if not parts:
        raise ValidationError(_("Enter the percentages separated by spaces, for example: 50 30 20"))
    if len(parts) > MAX_LINES:
        raise ValidationError(_("Too many places: use the curve instead."))
    return tuple(parse_percent(part) for part in parts)


def _spans(text: str, example: str, *, most: int = MAX_LINES) -> Iterator[tuple[int, int | None, bool, str]]:
    """(first, last or None, open to above, what follows the colon) of every line with something on it."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise ValidationError(
            _("Enter at least one line, for example “%(example)s”."), params={"example": example}
        )
    if len(lines) > most:
        raise ValidationError(_("Enter at most %(max)d lines."), params={"max": most})
    for number, line in lines:
        match = _SPAN.fullmatch(line)
        if match is None:
            raise ValidationError(
                _("Line %(line)d cannot be read: enter it like “%(example)s”."),
                params={"line": number, "example": example},
            )
        is_open = bool(match[3]) or (match[2] is None and "-" in line.split(":")[0])
        try:
            yield int(match[1]), int(match[2]) if match[2] else None, is_open, match[4]
        except ValidationError as error:
            raise ValidationError(
                _("Line %(line)d: %(problem)s"), params={"line": number, "problem": error.messages[0]}
            ) from error


def _read_fixed(cleaned: dict[str, object]) -> PayoutScheme:
    return FixedShares(shares=read_shares(str(cleaned["shares"])))


def _read_table(cleaned: dict[str, object]) -> PayoutScheme:
    columns = [
        TableColumn(
            min_entries=first, max_entries=None if is_open else last or first, shares=read_shares(rest)
        )
        for first, last, is_open, rest in _spans(str(cleaned["table"]), "3-27: 50 30 20")
    ]
    return ShareTable(columns=tuple(columns))


def _read_curve(cleaned: dict[str, object]) -> PayoutScheme:
    if not cleaned.get("paid"):
        raise ValidationError(_("Enter the percentage of the field that is paid, for example 15."))
    return FieldCurve(
        paid=int(str(cleaned["paid"])),
        min_cash=int(str(cleaned.get("min_cash") or 0)),
        first_share=int(str(cleaned.get("first_share") or 0)),
        flatness=int(str(cleaned.get("flatness") or 0)),
    )


def read_amounts(text: str, *, most: int = MAX_LINES) -> CustomAmounts:
    """Amounts by hand, from at most so many lines. Raises ValidationError, and PrizeError for no ladder."""
    tiers = [
        AmountTier(
            first=parse_chips(str(first), low=1, high=MAX_PLACES),
            last=parse_chips(str(last or first), low=1, high=MAX_PLACES),
            amount=parse_money(rest),
        )
        for first, last, _open, rest in _spans(text, "4-6: 100", most=most)
    ]
    return CustomAmounts(tiers=tuple(tiers))


def _read_amounts(cleaned: dict[str, object]) -> PayoutScheme:
    return read_amounts(str(cleaned["amounts"]))


def _read_seats(cleaned: dict[str, object]) -> PayoutScheme:
    if not cleaned.get("seat_value"):
        raise ValidationError(_("Enter what a seat is worth, for example 250."))
    return SatelliteSeats(value=int(str(cleaned["seat_value"])))


_READERS = {
    "fixed": _read_fixed,
    "table": _read_table,
    "curve": _read_curve,
    "amounts": _read_amounts,
    "seats": _read_seats,
}
