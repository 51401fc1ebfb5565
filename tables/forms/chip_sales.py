from __future__ import annotations

from django import forms

from tournament.rules.chip_sales import SALE_KINDS, SaleKind


class SaleForm(forms.Form):
    """What is sold to a player, and whether the money is taken later: announced at the table."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in SALE_KINDS])
    owed = forms.RegexField(regex="^1$", required=False)

    def said(self) -> tuple[SaleKind, bool]:
        kind: SaleKind = self.cleaned_data["kind"]
        return kind, self.cleaned_data["owed"] == "1"
