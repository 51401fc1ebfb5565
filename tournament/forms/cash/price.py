"""One price of an event besides its buy-in, as the director types it."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import ChipsField, MoneyField, money_text
from tournament.forms.fields.price import REST, price_problem, rest_to_pool
from tournament.forms.fields.text import LineField
from tournament.forms.fields.venue_time import TYPED, at_the_venue, day_and_time_box
from tournament.rules.errors import RulesError
from tournament.rules.payouts.money import PARTS, BuyIn
from tournament.rules.payouts.prices import LONGEST_NAME, MOST_ENTRIES, PriceProfile
from tournament.words.rules import say_error

# As a browser's field for a day and a time writes it.


class PriceForm(forms.Form):
    """A name, the total with its split, and when it is the price to pay; times are those of the venue."""

    name = LineField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("As the desk says it: early, member, late, staff."),
    )
    total = MoneyField(label=gettext_lazy("Price"))
    prize = MoneyField(label=gettext_lazy("Prize pool share"), required=False, help_text=REST)
    fee = MoneyField(label=gettext_lazy("for the house"), required=False)
    staff = MoneyField(label=gettext_lazy("for the staff"), required=False)
    bounty = MoneyField(label=gettext_lazy("for the bounty on the player"), required=False)
    other = MoneyField(label=gettext_lazy("other deductions"), required=False)
    starts_at = forms.DateTimeField(label=gettext_lazy("From"), required=False, widget=day_and_time_box())
    ends_at = forms.DateTimeField(
        label=gettext_lazy("Until"),
        required=False,
        widget=day_and_time_box(),
        help_text=gettext_lazy("Without dates the price is chosen at the desk, player by player."),
    )
    first_entries = ChipsField(
        label=gettext_lazy("Early bird: number of entries"),
        required=False,
        low=1,
        high=MOST_ENTRIES,
        help_text=gettext_lazy(
            "The price of the first entries, until the clock starts. Blank: no early bird."
        ),
    )
    is_public = forms.BooleanField(label=gettext_lazy("Shown to players"), required=False, initial=True)

    def __init__(self, *args: Any, time_zone: str, has_bounty: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._time_zone = time_zone
        if not has_bounty:
            del self.fields["bounty"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for field in ("starts_at", "ends_at"):
            if cleaned.get(field):
                cleaned[field] = self._at_the_venue(field, cleaned[field])
        if self.errors:
            return cleaned
        typed = {part: cleaned.get(part, 0) for part in PARTS}
        parts = rest_to_pool(self, typed, price=cleaned["total"], prize="prize")
        if problem := price_problem(parts, price=cleaned["total"]):
            self.add_error("total", problem)
            return cleaned
        try:
            cleaned["profile"] = PriceProfile(
                name=cleaned["name"],
                price=BuyIn(**parts),
                starts_at=cleaned["starts_at"],
                ends_at=cleaned["ends_at"],
                is_public=cleaned["is_public"],
                first_entries=cleaned["first_entries"],
            )
        except RulesError as error:
            self.add_error(str(error.params["field"]), say_error(error))
        return cleaned

    def _at_the_venue(self, field: str, typed: datetime) -> datetime | None:
        try:
            return at_the_venue(typed, self._time_zone)
        except ValidationError as problem:
            self.add_error(field, problem)
            return None


def initial_of(price: PriceProfile, *, time_zone: str) -> dict[str, object]:
    """What the form shows for a price."""
    zone = ZoneInfo(time_zone)
    moments = {"starts_at": price.starts_at, "ends_at": price.ends_at}
    return {
        "name": price.name,
        "total": money_text(price.price.total),
        **{part: money_text(amount) for part, amount in price.price.to_dict().items()},
        **{name: None if at is None else at.astimezone(zone).strftime(TYPED) for name, at in moments.items()},
        "is_public": price.is_public,
        "first_entries": price.first_entries or "",
    }
