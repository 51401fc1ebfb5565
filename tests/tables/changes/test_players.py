"""Players, rules of the house and rebuys as the log says them, where tests/told has no line of the kind."""

from __future__ import annotations

from typing import Final

import pytest

from tables.changes.alternates import QueueDismissed, QueueRestored
from tables.changes.arrivals import CheckInOpened
from tables.changes.house_rules import HouseRuleSet
from tables.changes.players import PlayerEdited, PlayerFields, PlayersImported
from tables.changes.rebuys import SalesTogether
from tests.factories import STRUCTURE
from tournament.changes.change import Change
from tournament.templatetags.writing import PageWriter

WRITER: Final = PageWriter(currency="EUR", structure=STRUCTURE)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            PlayerEdited(
                player=9,
                name="Ana Verdi",
                new_name="Anna Verdi",
                was=PlayerFields(name="Ana Verdi", public_name="", club_number="17", note=""),
                became=PlayerFields(name="Anna Verdi", public_name="", club_number="", note="Left-handed"),
            ),
            "Corrected player Ana Verdi: name Anna Verdi, club number –, note.",
        ),
        (
            PlayersImported(players=1, new=0, refused=0, registered=False),
            "Imported 1 player from a file.",
        ),
        (CheckInOpened(players=12, entries=()), "Opened check-in: 12 players are awaited."),
        (QueueDismissed(places=(1, 2, 3)), "Dismissed 3 players from the desk’s queue."),
        (QueueRestored(places=(1, 2, 3)), "3 players are back in the desk’s queue."),
        (
            HouseRuleSet(part="event", key="no_show_level", before=0, after=5),
            "House rule: An entry without a hand is removed at the start of level: 5 (before: never).",
        ),
        (
            SalesTogether(
                entry=9,
                number=12,
                name="Anna Verdi",
                kind="add_on",
                count=2,
                chips=19_000,
                paid=100_00,
                is_owed=True,
                parts=(1, 2),
            ),
            "2 add-ons of Anna Verdi: 19,000 for €100. Announced at the table; the money is owed.",
        ),
    ],
)
def test_a_player_reads_as_a_floor_manager_says_it(change: Change, sentence: str) -> None:
    assert change.said(WRITER) == sentence
