"""The outbox of notices to phones: what players are told is written with the change itself, or not at all.

A change that no player is told of costs nothing; one that has a row in `tournament.changes.phones` costs one query
where no phone of the event is on. All who write hold the lock of the tournament, so that one notice follows another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import override

from tournament.changes.change import Change
from tournament.changes.phones import NoticeFact, concerns_phones, notices_of
from tournament.models import Entry, LogEntry, NoticeState, PhoneNotice, PlayerPhone, Tournament
from tournament.models.built_query import BuiltQuery
from tournament.models.phone import LONGEST_TEXT, LONGEST_TITLE
from tournament.queries.phones import works
from tournament.rules.phones import NOTICE_LASTS


def _with_phones(tournament: int) -> QuerySet[Tournament]:
    on = PlayerPhone.objects.filter(works(), entry__tournament=OuterRef("pk"), ended="")
    return Tournament.objects.filter(Exists(on), pk=tournament)


_WITH_PHONES = BuiltQuery(_with_phones, int)


def put_on_phones(lines: Sequence[LogEntry], changes: Sequence[Change]) -> None:
    """Write the notices of these lines of one tournament, with the lines themselves."""
    told = [(line, change) for line, change in zip(lines, changes, strict=True) if concerns_phones(change)]
    if not told:
        return

    def facts(event: Tournament) -> Iterator[NoticeFact]:
        for line, change in told:
            yield from notices_of(change, line, event)

    tell_players(told[0][0].tournament_id, facts, at=told[0][0].at)


def tell_players(
    tournament_id: int,
    facts: Callable[[Tournament], Iterable[NoticeFact]],
    *,
    at: datetime,
    expires_at: datetime | None = None,
) -> int:
    """Write what the players are told whose phones are on; how many notices that were. The facts are asked for only
    where there is a phone.
    """
    event = _WITH_PHONES.first(tournament_id)
    if event is None or not event.options.phone_notices:
        return 0
    return _write(event, list(facts(event)), at, expires_at or at + NOTICE_LASTS)


def _write(event: Tournament, facts: Sequence[NoticeFact], at: datetime, expires_at: datetime) -> int:
    entries = Entry.objects.in_bulk({fact.entry for fact in facts})
    phones = _phones_of(event, {entry.player_id for entry in entries.values()})
    rows = [
        _notice(phone, fact, entries[fact.entry], at, expires_at)
        for fact in facts
        if fact.entry in entries
        for phone in phones[entries[fact.entry].player_id]
    ]
    subjects = {row.subject for row in rows}
    told = PhoneNotice.objects.filter(phone__in={row.phone_id for row in rows}, subject__in=subjects)
    before = set(told.values_list("phone", "kind", "subject"))
    new = [row for row in rows if (row.phone_id, row.kind, row.subject) not in before]
    for kind in {row.kind for row in new}:
        # What was not sent by now would only arrive behind its successor.
        waiting = PhoneNotice.objects.filter(kind=kind, state=NoticeState.WAITING)
        waiting.filter(phone__in={row.phone_id for row in new if row.kind == kind}).update(
            state=NoticeState.REPLACED
        )
    PhoneNotice.objects.bulk_create(new)
    return len(new)


def _phones_of(event: Tournament, players: Iterable[int]) -> Mapping[int, list[PlayerPhone]]:
    """By player the ways that are on; one that is on at the pages of two entries counts once."""
    on = PlayerPhone.objects.filter(works(), entry__tournament=event, entry__player__in=players, ended="")
    newest: dict[tuple[int, int | None, str], PlayerPhone] = {}
    for phone in on.select_related("entry").order_by("pk"):
        newest[phone.entry.player_id, phone.service_id, phone.endpoint] = phone
    found: defaultdict[int, list[PlayerPhone]] = defaultdict(list)
    for (player, _service, _endpoint), phone in newest.items():
        found[player].append(phone)
    return found


def _notice(
    phone: PlayerPhone, fact: NoticeFact, entry: Entry, at: datetime, expires_at: datetime
) -> PhoneNotice:
    with override(phone.language):
        title, text = fact.title.said(), fact.text.said()
    return PhoneNotice(
        phone=phone,
        kind=fact.kind,
        subject=fact.subject,
        title=title[:LONGEST_TITLE],
        text=text[:LONGEST_TEXT],
        page=reverse("tables:my_seat", args=[entry.link_secret]),
        made_at=at,
        due_at=at,
        expires_at=expires_at,
    )
