"""What stands below a line of the log in small print: a chip race, a drawn card, why a player was moved."""

from __future__ import annotations

from collections.abc import Sequence

from tables.changes.colour_ups import TableColouredUp
from tables.changes.moves import EntryMoved, MoveDropped, OfMove
from tables.changes.stops import LastHandsDrawn
from tables.models import Move
from tables.words.reasons import say_reasons
from tournament.changes.change import verbs
from tournament.models import LogEntry
from tournament.queries.log import register_why
from tournament.words.writer import Writer


def _coloured_up(lines: Sequence[LogEntry], writer: Writer) -> dict[int, str]:
    return {line.pk: TableColouredUp.of(line).particulars(writer) for line in lines}


def _last_hands(lines: Sequence[LogEntry], _writer: Writer) -> dict[int, str]:
    return {line.pk: LastHandsDrawn.of(line).particulars() for line in lines}


def _why_moved(lines: Sequence[LogEntry], writer: Writer) -> dict[int, str]:
    """A move keeps its reasons as codes: they are said in the reader's language. A way back has none."""
    moves = {line.pk: OfMove.of(line).move for line in lines if line.undoes_id is None}
    reasons = dict(Move.objects.filter(pk__in=moves.values()).values_list("pk", "reasons"))
    return {line: " ".join(say_reasons(reasons.get(move, []), writer)) for line, move in moves.items()}


register_why([TableColouredUp.verb], _coloured_up)
register_why([LastHandsDrawn.verb], _last_hands)
register_why(verbs(EntryMoved, MoveDropped), _why_moved)
