"""What a director decides about a tournament besides its structure and its payout scheme."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.choices import CURRENCIES, PAYOUT_UNITS, RULE_PROFILES, TIME_ZONES
from tournament.forms.fields.numbers import MAX_TYPED, ChipsField, MoneyField, money_text, parse_chips
from tournament.forms.fields.price import REST, price_problem, rest_to_pool
from tournament.forms.fields.text import LineField
from tournament.forms.fields.widgets import LongSelect
from tournament.models import BountyKind, Recording
from tournament.rules.payouts.money import PARTS, minor_units
from tournament.rules.structure.errors import MAX_CHIP_VALUES
from tournament.services.setup.plans import PAYMENT_LIMITS, TournamentPlan

_BETWEEN = re.compile(r"[\s,;/]+")


class SettingsForm(forms.Form):
    name = LineField(label=gettext_lazy("Name"), max_length=120)
    starts_at = forms.DateTimeField(
        label=gettext_lazy("Start"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("Local time at the venue; may be left blank."),
    )
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=TIME_ZONES, widget=LongSelect)
    currency = forms.ChoiceField(label=gettext_lazy("Currency"), choices=CURRENCIES)
    price = MoneyField(
        label=gettext_lazy("Total buy-in"),
        help_text=gettext_lazy("The advertised price, with the bounty."),
    )
    buy_in_prize = MoneyField(label=gettext_lazy("Prize pool share"), required=False, help_text=REST)
    buy_in_fee = MoneyField(label=gettext_lazy("for the house"), required=False)
    buy_in_staff = MoneyField(label=gettext_lazy("for the staff"), required=False)
    buy_in_bounty = MoneyField(label=gettext_lazy("for the bounty on the player"), required=False)
    buy_in_other = MoneyField(
        label=gettext_lazy("other deductions"),
        required=False,
        help_text=gettext_lazy("For a league, a charity or a tax; not part of the prize pool."),
    )
    bounty_kind = forms.ChoiceField(
        label=gettext_lazy("Bounties"),
        choices=BountyKind.choices,
        required=False,
        help_text=gettext_lazy("The winner of the tournament keeps the bounty on their own head."),
    )
    mystery_from = ChipsField(
        label=gettext_lazy("Mystery bounties begin with players left"),
        required=False,
        low=2,
        high=20_000,
        help_text=gettext_lazy(
            "For mystery bounties only. Blank: in the money. Then the page “Bounties” proposes the envelopes."
        ),
    )
    guarantee = MoneyField(label=gettext_lazy("Guaranteed prize pool"), required=False)
    two_people_from = MoneyField(
        label=gettext_lazy("Second signature from"),
        required=False,
        help_text=gettext_lazy(
            "A prize of any kind or bounties of this amount or more are paid once the director or the floor has "
            "confirmed it, never the person who pays. Buy-ins handed back are not. Blank: no limit."
        ),
    )
    id_from = MoneyField(
        label=gettext_lazy("ID from"),
        required=False,
        help_text=gettext_lazy("The cashier ticks that it was seen; no document is kept. Blank: never."),
    )
    tax_form_from = MoneyField(
        label=gettext_lazy("Tax form from"),
        required=False,
        help_text=gettext_lazy("The cashier ticks that it was seen; no document is kept. Blank: never."),
    )
    pay_place = LineField(
        label=gettext_lazy("Where prizes are paid"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("Shown to players whose prize is ready. Blank: at the cashier."),
    )
    starting_stack = ChipsField(label=gettext_lazy("Starting stack"), low=1)
    seats_per_table = ChipsField(label=gettext_lazy("Seats per table"), low=2, high=10)
    recording = forms.ChoiceField(
        label=gettext_lazy("Recording of new tables"),
        choices=Recording.choices,
        required=False,
        help_text=gettext_lazy("Each table can be changed between two hands, on its page or on its tablet."),
    )
    chip_values = forms.CharField(
        label=gettext_lazy("Chip values"),
        max_length=400,
        help_text=gettext_lazy("Separated by spaces, for example: 25 100 500 1000"),
    )
    entries_per_player = ChipsField(
        label=gettext_lazy("Entries per player"),
        required=False,
        low=1,
        high=100,
        help_text=gettext_lazy("1 is a freeze-out; blank: no limit."),
    )
    max_entries = ChipsField(
        label=gettext_lazy("Maximum entries"),
        required=False,
        low=2,
        high=20_000,
        help_text=gettext_lazy("Blank: no limit."),
    )
    entries_per_day = ChipsField(
        label=gettext_lazy("Entries per player on one day"),
        required=False,
        low=1,
        high=100,
        help_text=gettext_lazy(
            "For an event of several days: a day ends with its last hands. A starting flight is a "
            "tournament of its own here, with its own entries per player. Blank: no other limit."
        ),
    )
    min_entries = ChipsField(
        label=gettext_lazy("Minimum entries"),
        required=False,
        low=2,
        high=20_000,
        help_text=gettext_lazy("Below it the director decides whether the seats are drawn. Blank: none."),
    )
    late_registration_level = ChipsField(
        label=gettext_lazy("Late registration until the end of level"),
        required=False,
        help_text=gettext_lazy("0: registration closes when the clock starts."),
    )
    phone_queue = forms.BooleanField(
        label=gettext_lazy("Players join the desk’s queue with their phones"),
        required=False,
        help_text=gettext_lazy(
            "The desk shows the QR code. A player enters a name and sees their place; the buy-in is paid at the desk."
        ),
    )
    id_check = forms.BooleanField(
        label=gettext_lazy("ID is checked before a seat is given"),
        required=False,
        help_text=gettext_lazy(
            "The desk is asked at each sale. It marks that the ID was seen, and keeps no document and no number."
        ),
    )
    rule_profile = forms.ChoiceField(label=gettext_lazy("Rules"), choices=RULE_PROFILES)
    bubble_prize = MoneyField(
        label=gettext_lazy("Bubble prize"),
        required=False,
        help_text=gettext_lazy(
            "From the prize pool, for the last player out of the money: the buy-in back, for example. Blank: none."
        ),
    )
    seat_event = LineField(
        label=gettext_lazy("Event of the seats"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("Appears with each seat, on the slip too."),
    )
    payout_unit = forms.TypedChoiceField(
        label=gettext_lazy("Prizes rounded down to"),
        choices=PAYOUT_UNITS[100],
        coerce=int,
        help_text=gettext_lazy("The remainder goes to first place."),
    )
    house_rules_text = forms.CharField(
        label=gettext_lazy("House rules to show"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, levels: int, currency: str = "EUR", **kwargs: Any) -> None:
        """`currency` is the one so far: in it prizes are rounded to what the page offers."""
        super().__init__(*args, **kwargs)
        self._units = minor_units(currency)
        rounded = self.fields["payout_unit"]
        assert isinstance(rounded, forms.ChoiceField)  # noqa: S101  # as declared
        rounded.choices = PAYOUT_UNITS[self._units]
        self.fields["late_registration_level"] = ChipsField(
            label=self.fields["late_registration_level"].label,
            help_text=self.fields["late_registration_level"].help_text,
            required=False,
            high=levels,
        )

    def clean_chip_values(self) -> tuple[int, ...]:
        parts = [part for part in _BETWEEN.split(self.cleaned_data["chip_values"]) if part]
        if not 0 < len(parts) <= MAX_CHIP_VALUES:
            raise ValidationError(_("Enter 1 to %(max)d chip values."), params={"max": MAX_CHIP_VALUES})
        for part in parts:
            if not (part.isascii() and part.isdigit() and len(part) < MAX_TYPED):
                raise ValidationError(
                    _("“%(typed)s” is not a chip value: enter plain digits, for example 1000."),
                    params={"typed": part[:MAX_TYPED]},
                )
        return tuple(sorted({parse_chips(part, low=1) for part in parts}))

    def clean_house_rules_text(self) -> str:
        return str(self.cleaned_data["house_rules_text"]).replace("\r\n", "\n")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self._check_price(cleaned)
        if cleaned.get("starts_at") and cleaned.get("time_zone"):
            cleaned["starts_at"] = self._at_the_place(cleaned["starts_at"], cleaned["time_zone"])
        return cleaned

    def changes(self) -> dict[str, Any]:
        """The fields of a TournamentPlan that this form decides, with their new values."""
        values = {name: value for name, value in self.cleaned_data.items() if name != "price"}
        for name in ("recording", "bounty_kind"):
            if not values[name]:
                del values[name]
        # Rounded to as many of the currency that was chosen.
        values["payout_unit"] = max(1, values["payout_unit"] * minor_units(values["currency"]) // self._units)
        for name in PAYMENT_LIMITS:
            values[name] = values[name] or None
        values["entries_per_player"] = values["entries_per_player"] or 0
        values["late_registration_level"] = values["late_registration_level"] or 0
        return values

    def _check_price(self, cleaned: dict[str, Any]) -> None:
        parts = {part: f"buy_in_{part}" for part in PARTS}
        if not all(name in cleaned for name in ("price", *parts.values())):
            return
        buy_in = {part: cleaned[name] for part, name in parts.items()}
        buy_in = rest_to_pool(self, buy_in, price=cleaned["price"], prize="buy_in_prize")
        cleaned["buy_in_prize"] = buy_in["prize"]
        if problem := price_problem(buy_in, price=cleaned["price"]):
            self.add_error("price", problem)

    def _at_the_place(self, typed: datetime, time_zone: str) -> datetime | None:
        if not 2000 <= typed.year <= 2100:
            self.add_error("starts_at", _("Choose a year from 2000 to 2100."))
            return None
        return typed.replace(tzinfo=ZoneInfo(time_zone)).astimezone(UTC)


def initial_of(plan: TournamentPlan) -> dict[str, object]:
    """What the form shows for a plan."""
    parts = [f"buy_in_{part}" for part in PARTS]
    price = sum(getattr(plan, part) for part in parts)
    local = None if plan.starts_at is None else plan.starts_at.astimezone(ZoneInfo(plan.time_zone))
    return {
        **{name: getattr(plan, name) for name in SettingsForm.base_fields if hasattr(plan, name)},
        **{name: money_text(getattr(plan, name)) for name in (*parts, "guarantee")},
        "bubble_prize": money_text(plan.bubble_prize) if plan.bubble_prize else "",
        **{
            name: money_text(getattr(plan, name) or 0) if getattr(plan, name) else ""
            for name in PAYMENT_LIMITS
        },
        "price": money_text(price),
        # The widget writes the zone it is given; the field reads it back as the place's.
        "starts_at": None if local is None else local.strftime("%Y-%m-%dT%H:%M"),
        "chip_values": " ".join(str(value) for value in plan.chip_values),
        "entries_per_player": plan.entries_per_player or "",
        "max_entries": plan.max_entries or "",
        "min_entries": plan.min_entries or "",
        "entries_per_day": plan.entries_per_day or "",
        "mystery_from": plan.mystery_from or "",
    }
