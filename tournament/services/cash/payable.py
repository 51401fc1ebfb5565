"""A stack that the chips in play cannot make is refused before it is stored."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.queries.level import chip_unit
from tournament.rules.chips.denominations import nearest_amounts
from tournament.services.errors import Refused


def check_stack_payable(
    tournament: Tournament, stack: int, *, now: datetime, field: str, after_break: bool = False
) -> None:
    """Raises Refused for a stack that the chips in play cannot make, naming the nearest that they can.

    after_break: the chips that leave in the break under way have left already.
    """
    unit = chip_unit(tournament, now=now, after_break=after_break)
    nearest = nearest_amounts(stack, unit=unit)
    if nearest is None:
        return
    below, above = nearest
    amounts = {"amount": stack, "below": below, "above": above, "least": unit}
    figures = {name: number_format(amount, force_grouping=True) for name, amount in amounts.items()}
    raise Refused(
        _("%(amount)s cannot be made with the chips in play: %(below)s or %(above)s.") % figures
        if below
        else _("%(amount)s cannot be made with the chips in play: the minimum is %(least)s.") % figures,
        code="stack_not_payable",
        field=field,
    )
