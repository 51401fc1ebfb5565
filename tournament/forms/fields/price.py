"""A price and its parts, typed beside one another: they must add up to the minor unit."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import money_text
from tournament.rules.errors import RulesError
from tournament.rules.payouts.money import BuyIn, check_buy_in
from tournament.words.rules import say_error

REST = gettext_lazy("Blank: the rest of the price.")


def price_problem(parts: Mapping[str, int], *, price: int) -> str:
    """What is wrong with these parts (names of PARTS) of a price, and how to fix it; "" if they add up."""
    try:
        check_buy_in(BuyIn(**parts), price=price)
    except RulesError as error:
        if error.code != "parts_do_not_sum":
            return say_error(error)
    else:
        return ""
    missing = price - sum(parts.values())
    message = (
        _("The parts add up to %(total)s: add %(missing)s to one of them, or correct the price.")
        if missing > 0
        else _("The parts add up to %(total)s: take %(missing)s from one of them, or correct the price.")
    )
    return message % {"total": money_text(price - missing), "missing": money_text(abs(missing))}


def rest_to_pool(form: forms.Form, parts: Mapping[str, int], *, price: int, prize: str) -> dict[str, int]:
    """The parts, what is left of the price for the pool: where the field `prize` is empty or as it was shown.

    As they are where its amount was typed, or where the others are more than the price.
    """
    rest = price - sum(amount for part, amount in parts.items() if part != "prize")
    is_typed = prize in form.changed_data and bool(form.data.get(form.add_prefix(prize), "").strip())
    return dict(parts) if is_typed or rest < 0 else {**parts, "prize": rest}
