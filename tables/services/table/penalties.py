"""Penalties of entries: given, sat out deal by deal wherever the entry sits, lifted (TDA 71, WSOP 113)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from tables.changes.penalties import PenaltyGiven, PenaltyLifted, PenaltyServed
from tables.models import Seat, Table
from tournament.models import Entry, LogEntry, Penalty
from tournament.rules import penalties as rules
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.log import record

NOTE_MAX = 200


def book_penalty(
    *,
    entry: Entry,
    kind: rules.PenaltyKind,
    count: int,
    players: int,
    offence: str,
    note: str,
    table: Table,
    seat: Seat,
    by: By,
) -> LogEntry:
    """Give a penalty; `players` sit at the table now, the offender included. The caller holds the table's lock.

    Raises RulesError for a number that the kind does not take.
    """
    given = rules.give_penalty(kind, count=count, players=players)
    told = PenaltyGiven(
        entry=entry.pk,
        number=entry.number,
        name=entry.player.name,
        table=table.number,
        table_id=table.pk,
        seat=seat.number,
        penalty=kind,
        count=count,
        hands=given.hands,
        offence=offence,
    )
    line = record(told, tournament_id=entry.tournament_id, by=by, reason=note)
    Penalty.objects.create(
        entry=entry,
        kind=kind,
        count=count,
        hands=given.hands,
        offence=offence,
        note=note,
        given_at=by.now,
        log_entry=line,
    )
    _owe(entry.pk, given.hands)
    return line


def book_disqualification(*, entry: Entry, offence: str, note: str, line: LogEntry, now: datetime) -> None:
    """The disqualification that a line tells of, in the list of the player's penalties (TDA 71-D)."""
    given = rules.give_penalty("disqualification", players=1)
    Penalty.objects.create(
        entry=entry, kind=given.kind, offence=offence, note=note, given_at=now, log_entry=line
    )


def lift_penalty(*, penalty: Penalty, undoes: LogEntry, by: By) -> LogEntry:
    """Take a penalty back: what is left of it is not sat out. The caller holds the locks. Raises Refused twice."""
    if Penalty.objects.filter(pk=penalty.pk, lifted_at=None).update(lifted_at=by.now) != 1:
        raise Refused(_("This has already been undone."), code="undone_already")
    _owe(penalty.entry_id, penalty.missed - penalty.hands)
    return record(PenaltyLifted.of(undoes), tournament_id=undoes.tournament_id, by=by, undoes=undoes)


def sit_out_hand(entries: Collection[int], *, by: By) -> None:
    """One hand more was dealt to these entries, who all sit one out; the last one ends the penalty."""
    for entry in Entry.objects.filter(pk__in=entries).select_related("player"):
        penalty = _standing(entry.pk).filter(missed__lt=F("hands")).order_by("pk").first()
        if penalty is None:
            continue
        served = rules.sit_out(rules.PenaltyHands(kind="hands", hands=penalty.hands, missed=penalty.missed))
        penalty.missed = served.missed
        penalty.save(update_fields=["missed"])
        _owe(entry.pk, -1)
        if served.remaining == 0:
            told = PenaltyServed(
                entry=entry.pk, number=entry.number, name=entry.player.name, hands=penalty.hands
            )
            record(told, tournament_id=entry.tournament_id, by=by)


def give_hand_back(entries: Collection[int]) -> None:
    """The deal of a hand that these entries sat out was undone."""
    for entry in entries:
        penalty = _standing(entry).filter(missed__gt=0).order_by("-pk").first()
        if penalty is not None:
            penalty.missed -= 1
            penalty.save(update_fields=["missed"])
            _owe(entry, 1)


def _standing(entry_id: int) -> QuerySet[Penalty]:
    return Penalty.objects.filter(entry=entry_id, lifted_at=None)


def _owe(entry_id: int, hands: int) -> None:
    """What an entry has to sit out in all is kept with it, where every deal sees it."""
    if hands:
        Entry.objects.filter(pk=entry_id).update(penalty_hands=F("penalty_hands") + hands)
