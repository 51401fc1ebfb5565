"""Hands that were undone: one that was over is in play again, a deal, a hand that was counted."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from tables.changes.at_table import HandOfTable
from tables.changes.kinds import HANDS
from tournament.changes.change import logged


@logged(HANDS)
class HandReopened(HandOfTable):
    says = gettext_noop("Reopened hand %(hand)d at table %(table)d.")


@logged(HANDS)
class DealTakenBack(HandOfTable):
    says = gettext_noop("Undid the deal of hand %(hand)d at table %(table)d.")


@logged(HANDS)
class CountedHandUndone(HandOfTable):
    says = gettext_noop("Undid the counted hand %(hand)d at table %(table)d.")
