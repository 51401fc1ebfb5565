"""Fields of players who are out, which a form has only for those who sit at the table."""

from __future__ import annotations

from django import forms, template

from tables.forms.busts import BustForm

register = template.Library()


@register.filter
def order_of(form: BustForm, entry_id: int) -> forms.BoundField | None:
    """The field of a player's place among those who are out, as it was sent."""
    return form.order_of(entry_id)
