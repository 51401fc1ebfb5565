"""The record of a hand, read from its rows."""

from __future__ import annotations

from tables import engine
from tables.models import Hand, HandOperation


def operations_of(hand: Hand) -> list[engine.Operation]:
    """Every operation of a hand, undos included, oldest first. One query."""
    codes = HandOperation.objects.filter(hand=hand).order_by("number").values_list("code", flat=True)
    return [engine.decode(code) for code in codes]
