"""What the players left say of a chop: how much stays to be played for, and amounts of their own."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import MoneyField, money_text
from tournament.queries.payouts.chops import PrizesLeft


class PlayedForForm(forms.Form):
    """What is left to play for: to the winner, and to second place."""

    left = MoneyField(required=False, label=gettext_lazy("Left for 1st place"))
    second = MoneyField(required=False, label=gettext_lazy("Left for 2nd place"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and cleaned["second"] > cleaned["left"]:
            self.add_error("second", _("Second place cannot play for more than first place."))
        return cleaned


class CustomChopForm(PlayedForForm):
    """An amount for each of the players left; with what is left to play for they are the prizes."""

    def __init__(self, *args: Any, prizes: PrizesLeft, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.prizes = prizes
        for player in prizes.players:
            self.fields[_name(player.entry)] = MoneyField(label=player.name)

    @property
    def shares(self) -> list[forms.BoundField]:
        return [self[_name(player.entry)] for player in self.prizes.players]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        shares = [cleaned[_name(player.entry)] for player in self.prizes.players]
        divided = sum(shares) + cleaned["left"] + cleaned["second"]
        if divided != self.prizes.total:
            self.add_error(None, _sum_problem(divided, missing=self.prizes.total - divided))
        return cleaned

    def amounts(self) -> dict[int, int]:
        """What each entry gets, in minor units."""
        return {player.entry: self.cleaned_data[_name(player.entry)] for player in self.prizes.players}


def custom_initial(
    prizes: PrizesLeft, shares: tuple[int, ...], played_for: int, second_for: int
) -> dict[str, str]:
    """What the form begins with: the shares of another method."""
    amounts = zip(prizes.players, shares, strict=True)
    return {"left": money_text(played_for), "second": money_text(second_for)} | {
        _name(player.entry): money_text(amount) for player, amount in amounts
    }


def _name(entry: int) -> str:
    return f"share-{entry}"


def _sum_problem(divided: int, *, missing: int) -> str:
    words = {"total": money_text(divided), "missing": money_text(abs(missing))}
    if missing > 0:
        return _("The amounts add up to %(total)s: %(missing)s is still to be divided.") % words
    return _("The amounts add up to %(total)s: that is %(missing)s too much.") % words
