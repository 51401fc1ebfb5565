"""What phones are told of at the tables: the rows of `tournament.changes.phones` for changes of this app."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext_noop

from tables.changes.alternates import AlternateCalled, AlternateRecalled, AlternateUncalled
from tables.changes.breaks import RedrawUndone, TablesRedrawn
from tables.changes.moves import EntryMoved, MoveDropped
from tables.changes.tables import DrawUndone, LateSeatDrawn, SeatsDrawn
from tables.models import Move, MoveKind, MoveStatus, Seat
from tournament.changes.phones import NOTHING_MORE, NoticeFact, NoticeWords, register_notices, subject_of
from tournament.models import Entry, EntryStatus, LogEntry, NoticeKind, Tournament

_SEAT: Final = gettext_noop("Your seat: table %(table)d, seat %(seat)d")
_MOVED: Final = gettext_noop("Move to table %(table)d, seat %(seat)d")
_MOVES: Final = gettext_noop("After this hand: move to table %(table)d, seat %(seat)d")
_STAYS: Final = gettext_noop("You stay at table %(table)d, seat %(seat)d.")
_BACK: Final = gettext_noop("Go back to table %(table)d, seat %(seat)d.")
_CALLED: Final = gettext_noop("A seat is free for you: table %(table)d, seat %(seat)d")
_CANCELLED: Final = NoticeWords(words=gettext_noop("Your move is cancelled."))
_UNDONE: Final = NoticeWords(words=gettext_noop("Your move was undone."))

WHY: Final = {
    MoveKind.BALANCE: NoticeWords(words=gettext_noop("To balance the tables. Take all your chips with you.")),
    MoveKind.BREAK: NoticeWords(words=gettext_noop("Your table is breaking. Take all your chips with you.")),
    MoveKind.REDRAW: NoticeWords(
        words=gettext_noop("All seats have been redrawn. Take all your chips with you.")
    ),
    MoveKind.FLOOR: NoticeWords(words=gettext_noop("Floor decision. Take all your chips with you.")),
}


def notice_of_waiting(move: Move) -> NoticeFact:
    """A move that waits for the end of the hand; it comes with its table."""
    return _of_move(move, f"move-{move.pk}", _at(_MOVES, move.to_table.number, move.to_seat))


def _at(words: str, table: int, seat: int) -> NoticeWords:
    return NoticeWords(words=words, figures={"table": table, "seat": seat})


def _seat(entry: int, subject: str, title: NoticeWords, text: NoticeWords = NOTHING_MORE) -> NoticeFact:
    return NoticeFact(kind=NoticeKind.SEAT, entry=entry, subject=subject, title=title, text=text)


def _of_move(move: Move, subject: str, title: NoticeWords) -> NoticeFact:
    return _seat(move.entry_id, subject, title, WHY[MoveKind(move.kind)])


def _moved(change: EntryMoved, line: LogEntry, _: Tournament) -> list[NoticeFact]:
    """Who was told while the move waited is told no second time: the player has gone there."""
    move = Move.objects.get(pk=change.move)
    if move.status == MoveStatus.UNDONE:
        title = _at(_BACK, change.to_table, change.to_seat)
        return [_seat(change.entry, subject_of(line), _UNDONE, title)]
    subject = f"move-{move.pk}" if line.undoes_id is None else subject_of(line)
    return [_of_move(move, subject, _at(_MOVED, change.to_table, change.to_seat))]


def _dropped(change: MoveDropped, line: LogEntry, _: Tournament) -> list[NoticeFact]:
    stays = _at(_STAYS, change.from_table, change.from_seat)
    return [_seat(change.entry, subject_of(line), _CANCELLED, stays)]


def _late(change: LateSeatDrawn, line: LogEntry, _: Tournament) -> list[NoticeFact]:
    return [_seat(change.entry, subject_of(line), _at(_SEAT, change.table, change.seat))]


def _called(change: AlternateCalled | AlternateRecalled, line: LogEntry, _: Tournament) -> list[NoticeFact]:
    title = _at(_CALLED, change.table, change.seat)
    text = NoticeWords(
        words=gettext_noop("Go there now. If you do not come, the next player gets it."),
    )
    return [_seat(change.entry, subject_of(line), title, text)]


def _uncalled(change: AlternateUncalled, line: LogEntry, _: Tournament) -> list[NoticeFact]:
    title = NoticeWords(words=gettext_noop("You are on the waiting list again."))
    text = NoticeWords(words=gettext_noop("The call was undone. You keep your place."))
    return [_seat(change.entry, subject_of(line), title, text)]


def _drawn(_change: SeatsDrawn, line: LogEntry, event: Tournament) -> Iterator[NoticeFact]:
    for entry, (table, seat) in _seats_of(event).items():
        yield _seat(entry, subject_of(line), _at(_SEAT, table, seat))


def _redrawn(change: TablesRedrawn, line: LogEntry, event: Tournament) -> Iterator[NoticeFact]:
    """Those whose seat is another one."""
    numbers = dict(event.tables.values_list("pk", "number"))
    before = {
        chair.entry: (numbers.get(each.table), chair.number)
        for each in change.before
        for chair in each.chairs
    }
    for entry, (table, seat) in _seats_of(event).items():
        if before.get(entry) != (table, seat):
            yield _seat(entry, subject_of(line), _at(_SEAT, table, seat), WHY[MoveKind.REDRAW])


def _redraw_undone(_change: RedrawUndone, line: LogEntry, event: Tournament) -> Iterator[NoticeFact]:
    title = NoticeWords(words=gettext_noop("The redraw was undone."))
    for entry, (table, seat) in _seats_of(event).items():
        yield _seat(entry, subject_of(line), title, _at(_BACK, table, seat))


def _draw_undone(_change: DrawUndone, line: LogEntry, event: Tournament) -> Iterable[NoticeFact]:
    title = NoticeWords(words=gettext_noop("The seat draw was undone."))
    text = NoticeWords(words=gettext_noop("Wait for your new seat."))
    waiting = Entry.objects.filter(tournament=event, status=EntryStatus.REGISTERED)
    return [_seat(entry, subject_of(line), title, text) for entry in waiting.values_list("pk", flat=True)]


def _seats_of(event: Tournament) -> dict[int, tuple[int, int]]:
    """By entry the table and the seat, as they are now. One query."""
    taken = Seat.objects.filter(table__tournament=event, entry__isnull=False)
    columns = taken.values_list("entry", "table__number", "number")
    return {entry or 0: (table, number) for entry, table, number in columns}


register_notices(_moved, EntryMoved)
register_notices(_dropped, MoveDropped)
register_notices(_late, LateSeatDrawn)
register_notices(_called, AlternateCalled, AlternateRecalled)
register_notices(_uncalled, AlternateUncalled)
register_notices(_drawn, SeatsDrawn)
register_notices(_redrawn, TablesRedrawn)
register_notices(_redraw_undone, RedrawUndone)
register_notices(_draw_undone, DrawUndone)
