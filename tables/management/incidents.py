"""What happens in a room besides hands, by chance: players leave their seats and come back, are punished, go home with
chips, are put out by hand; the button is corrected, a table is recorded in another way; and now and then the floor
changes its mind.

Everything goes through the services of the console. What the rules refuse at that moment did not happen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tables.models import Recording, Seat, Table
from tables.queries.table.hand import look_at_table
from tables.queries.table.set_button import button_now
from tables.services.hands.absence import set_absence
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.button import set_button
from tables.services.hands.leaving import remove_player
from tables.services.hands.penalties import give_penalty
from tables.services.table.ways import set_recording
from tournament.draws.chance import Rng
from tournament.models import LogEntry, Tournament
from tournament.rules.penalties import OFFENCES, PenaltyKind
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

# The floor looks back so far for something to undo.
LINES_BACK = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A table between two hands, with the players who sit there and the chance of what happens."""

    table: Table
    seats: Sequence[Seat]
    rng: Rng
    by: By

    def somebody(self) -> Seat:
        return self.seats[self.rng.randrange(len(self.seats))]


def happen(*, tournament_id: int, table_id: int, rng: Rng, by: By) -> str:
    """Let one thing happen at a table; its name, "" if nothing came of it."""
    table = Table.objects.select_related("tournament").get(pk=table_id, tournament_id=tournament_id)
    seats = list(
        Seat.objects.filter(table=table, entry__isnull=False).select_related("entry").order_by("number")
    )
    if not seats:
        return ""
    name, incident = INCIDENTS[rng.randrange(len(INCIDENTS))]
    try:
        happened = incident(Scene(table=table, seats=seats, rng=rng, by=by))
    except Refused:
        return ""
    return name if happened else ""


def _leave_or_come_back(scene: Scene) -> bool:
    seat = scene.somebody()
    if seat.entry is None:
        return False
    set_absence(
        tournament_id=scene.table.tournament_id,
        table_id=scene.table.pk,
        entry_id=seat.entry.pk,
        absent=not seat.entry.is_absent,
        by=scene.by,
    )
    return True


def _go_out(scene: Scene) -> bool:
    """A hand that nobody recorded: one player has lost everything to another."""
    if len(scene.seats) < 2:
        return False
    loser = scene.rng.randrange(len(scene.seats))
    taker = (loser + 1) % len(scene.seats)
    out, winner = scene.seats[loser].entry_id, scene.seats[taker].entry_id
    if out is None or winner is None:
        return False
    bust_players(
        tournament_id=scene.table.tournament_id,
        table_id=scene.table.pk,
        out=Out(entries=(out,), credited_to=(winner,)),
        by=scene.by,
    )
    return True


def _be_punished(scene: Scene) -> bool:
    seat = scene.somebody()
    if seat.entry_id is None:
        return False
    kinds: tuple[tuple[PenaltyKind, int], ...] = (("warning", 0), ("hands", 2), ("rounds", 1))
    kind, count = kinds[scene.rng.randrange(len(kinds))]
    offences = list(OFFENCES)
    give_penalty(
        tournament_id=scene.table.tournament_id,
        entry_id=seat.entry_id,
        kind=kind,
        count=count,
        offence=offences[scene.rng.randrange(len(offences))],
        note="",
        by=scene.by,
    )
    return True


def _go_home(scene: Scene) -> bool:
    seat = scene.somebody()
    if seat.entry_id is None or scene.rng.randrange(3):
        return False
    remove_player(
        tournament_id=scene.table.tournament_id,
        entry_id=seat.entry_id,
        why=("walked_out", "surrendered")[scene.rng.randrange(2)],
        by=scene.by,
    )
    return True


def _record_otherwise(scene: Scene) -> bool:
    ways = [each for each in Recording if each != scene.table.recording]
    set_recording(
        tournament_id=scene.table.tournament_id,
        table_id=scene.table.pk,
        recording=ways[scene.rng.randrange(len(ways))],
        by=scene.by,
    )
    return True


def _correct_the_button(scene: Scene) -> bool:
    stands = button_now(look_at_table(tournament_id=scene.table.tournament_id, table_id=scene.table.pk))
    button = scene.somebody().number
    ways = stands.ways(button)
    if not ways:
        return False
    set_button(
        tournament_id=scene.table.tournament_id,
        table_id=scene.table.pk,
        button=button,
        small_blind=ways[0].next.small_blind_position,
        seen=stands.seen,
        reason="The disc lies there.",
        by=scene.by,
    )
    return True


def _change_of_mind(scene: Scene) -> bool:
    """The newest line of the log that can be undone is undone."""
    tournament = Tournament.objects.get(pk=scene.table.tournament_id)
    newest = LogEntry.objects.filter(tournament=tournament).select_related("undone_by").order_by("-pk")
    lines = list(newest[:LINES_BACK])
    open_lines = lines_to_undo(tournament, lines)
    line = next((each for each in lines if each.pk in open_lines), None)
    if line is None:
        return False
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=scene.by)
    return True


INCIDENTS: Final[tuple[tuple[str, Callable[[Scene], bool]], ...]] = (
    ("absences", _leave_or_come_back),
    ("penalties", _be_punished),
    ("gone with chips", _go_home),
    ("busts by hand", _go_out),
    ("ways of recording", _record_otherwise),
    ("buttons set", _correct_the_button),
    ("undone", _change_of_mind),
)
