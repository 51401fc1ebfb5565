"""What the log offers to undo, over everything that can be undone: the line of an undo is treated alike everywhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tests.factories import ACTOR, NOW, make_tournament
from tests.factories.lines import write_line
from tournament.services import undo
from tournament.services.undo import lines_to_undo

pytestmark = pytest.mark.django_db

# Undone by a change of the same kind: its line offers an undo too, which makes the first change again.
MADE_AGAIN: Final = frozenset(
    {
        *("chop_shown", "chop_hidden", "deductions_changed", "price_added", "price_changed", "price_removed"),
        *("house_rule_set", "house_rule_put_back", "knock_out_credited", "entry_moved", "player_edited"),
        *("player_absent", "player_back", "stack_corrected", "recording_changed", "stop_ended"),
        *("seat_locked", "seat_unlocked", "table_held", "table_released", "table_shaped", "zone_changed"),
        *("season_joined", "season_left", "season_rules_changed", "season_share_set"),
        "season_weight_set",
        *("imports_joined", "imports_left", "tournament_edited"),
        *("halt_waived", "halt_restored", "breaking_order_set", "opening_order_set"),
    }
)
EVERY: Final = tuple(sorted(undo._undoable))


@pytest.mark.parametrize("verb", EVERY)
def test_the_line_of_an_undo_offers_nothing_unless_it_makes_the_change_again(
    verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each area says that everything of it stands: what is left to decide is whether it is offered."""
    tournament = make_tournament()
    area = replace(undo._undoable[verb], open_lines=lambda _tournament, lines: {line.pk for line in lines})
    monkeypatch.setitem(undo._undoable, verb, area)
    done = write_line(tournament_id=tournament.pk, by=ACTOR.at(NOW), verb=verb, data={})
    assert lines_to_undo(tournament, [done]) == {done.pk}

    back = write_line(tournament_id=tournament.pk, by=ACTOR.at(NOW), verb=verb, data={}, undoes=done)
    assert lines_to_undo(tournament, [back]) == ({back.pk} if verb in MADE_AGAIN else set())


def test_every_change_that_is_made_again_is_there() -> None:
    assert MADE_AGAIN.issubset(EVERY)
