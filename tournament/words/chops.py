"""How a chop was worked out, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.models import ChopMethod
from tournament.rules.payouts.chops import is_approximate


def method_label(code: str, *, players: int) -> str:
    """The method's name, and that it is an approximation where it is one; the code of a method that is unknown."""
    if is_approximate(code, players=players):
        return _("ICM (approximation)")
    return str(ChopMethod(code).label) if code in ChopMethod.values else code
