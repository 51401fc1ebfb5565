"""What a gesture counts as, on the tablet and on the floor's page: the question as told so far, and its answer."""

from __future__ import annotations

from collections.abc import Mapping

from tables.forms.judging.gesture import PILES, SAID, read_gesture_fields
from tables.queries.hands.gesture import players_to_act, read_gesture
from tables.queries.table.hand import TableHand
from tournament.models import Tournament
from tournament.templatetags.writing import PageWriter


def gesture_context(
    tournament: Tournament, recorded: TableHand | None, data: Mapping[str, str]
) -> dict[str, object]:
    """For templates/tables/gesture/; `gesture` is None where nobody is to act. Two queries."""
    players = players_to_act(recorded) if recorded is not None else ()
    if recorded is None or not players:
        return {"gesture": None}
    fields = read_gesture_fields(data, seat=players[0][0])
    if fields.seat not in dict(players):
        fields = read_gesture_fields({**data, "seat": str(players[0][0])}, seat=players[0][0])
    writer = PageWriter.of(tournament)
    return {
        "gesture": {
            "told": fields,
            "players": players,
            "said": [word for word in SAID if word != "amount"],
            "piles": [(pile, fields.pile_of(pile), sum(fields.pile_of(pile))) for pile in PILES],
            "chip_values": sorted(tournament.chip_values),
            "options": tournament.options,
            "read": read_gesture(recorded.state, fields.gesture, seat=fields.seat, writer=writer)
            if fields.is_told
            else None,
        }
    }
