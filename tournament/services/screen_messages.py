"""What the floor says on every screen of an event for some minutes: one message at a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

from django.db import transaction

from tournament.changes.screens import MessageEnded, MessagePutBack, OfMessage, ScreensTold
from tournament.models import LogEntry, ScreenMessage, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def tell_screens(*, tournament_id: int, text: str, minutes: int, by: By) -> LogEntry:
    """Say this on every screen; it takes the place of a message that is there."""
    tournament = lock_tournament(tournament_id)
    standing = ScreenMessage.objects.filter(tournament=tournament, ended_at=None, until__gt=by.now)
    standing.update(ended_at=by.now)
    message = ScreenMessage.objects.create(
        tournament=tournament, text=text, since=by.now, until=by.now + timedelta(minutes=minutes)
    )
    told = ScreensTold(message=message.pk, text=text, minutes=minutes)
    line = record(told, tournament_id=tournament_id, by=by)
    publish(tournament.code, ["screens", "log"])
    return line


@transaction.atomic
def end_message(*, tournament_id: int, message_id: int, by: By) -> LogEntry | None:
    """Take a message off the screens; None where it is off."""
    lock_tournament(tournament_id)
    message = ScreenMessage.objects.select_related("tournament").get(
        pk=message_id, tournament_id=tournament_id
    )
    is_off = message.ended_at is not None or message.until <= by.now
    return None if is_off else _end(message, by)


def _end(message: ScreenMessage, by: By, undoes: LogEntry | None = None) -> LogEntry:
    message.ended_at = by.now
    message.save(update_fields=["ended_at"])
    ended = MessageEnded(message=message.pk, text=message.text)
    line = record(ended, tournament_id=message.tournament_id, by=by, undoes=undoes)
    publish(message.tournament.code, ["screens", "log"])
    return line


def _messages(lines: Collection[OfMessage]) -> dict[int, ScreenMessage]:
    """By number the messages of these changes."""
    return ScreenMessage.objects.in_bulk({each.message for each in lines})


def _open_tellings(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    told = {line.pk: ScreensTold.of(line) for line in lines}
    there = _messages(told.values())
    return {pk for pk, each in told.items() if there[each.message].ended_at is None}


def _take_off(line: LogEntry, by: By) -> None:
    message = ScreenMessage.objects.select_related("tournament").get(pk=ScreensTold.of(line).message)
    _end(message, by, undoes=line)


def _open_endings(tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    """The end of the last message, while there is no other one since."""
    last = ScreenMessage.objects.filter(tournament=tournament).order_by("-pk").first()
    if last is None or last.ended_at is None:
        return set()
    return {line.pk for line in lines if MessageEnded.of(line).message == last.pk}


def _put_back(line: LogEntry, by: By) -> None:
    """With the time that was left of it."""
    message = ScreenMessage.objects.select_related("tournament").get(pk=MessageEnded.of(line).message)
    left = message.until - (message.ended_at or message.until)
    message.since, message.until, message.ended_at = by.now, by.now + left, None
    message.save(update_fields=["since", "until", "ended_at"])
    back = MessagePutBack(message=message.pk, text=message.text)
    record(back, tournament_id=line.tournament_id, by=by, undoes=line)
    publish(message.tournament.code, ["screens", "log"])


register_undo([ScreensTold], Undoable(open_lines=_open_tellings, undo=_take_off))
register_undo([MessageEnded], Undoable(open_lines=_open_endings, undo=_put_back))
