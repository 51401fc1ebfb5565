"""Dealers' tablets: paired with a table, taking it over, unpaired."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop

from tables.changes.at_table import OfTable
from tables.changes.kinds import TABLETS
from tournament.changes.change import logged


@logged(TABLETS)
class PairingCodeMade(OfTable):
    says = gettext_noop("Created a pairing code for table %(table)d.")


@dataclass(frozen=True, slots=True, kw_only=True)
class OfTablet(OfTable):
    """device: its id. tablet: its name."""

    device: int
    tablet: str


@logged(TABLETS)
class TabletPaired(OfTablet):
    says = gettext_noop("%(tablet)s was paired with table %(table)d.")


@logged(TABLETS)
class TableTakenOver(OfTablet):
    says = gettext_noop("%(tablet)s took over table %(table)d.")


@logged(TABLETS)
class TabletRevoked(OfTablet):
    says = gettext_noop("%(tablet)s was unpaired from table %(table)d.")
