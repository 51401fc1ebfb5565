"""Players are told of what the clock brings: each moment once, however many workers look at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_noop

from tournament.changes.phones import NoticeFact, NoticeWords
from tournament.models import Entry, EntryStatus, NoticeKind, PhoneNotice, Tournament
from tournament.queries.flights import LIVE
from tournament.queries.phone_moments import PhoneMoment, phone_moments
from tournament.queries.registration import NOT_ELSEWHERE, other_flights, registration_now
from tournament.rules.phones import MOMENT_LASTS
from tournament.services.locks import lock_tournament
from tournament.services.phone_outbox import tell_players

# A clock that is stopped for a moment moves what is to come; nobody needs to be told again.
_TOLD_LATELY: Final = timedelta(minutes=3)

_REGISTRATION: Final = NoticeWords(words=gettext_noop("Registration closes in 10 minutes."))
_LAST_CHANCE: Final = NoticeWords(words=gettext_noop("To enter again, come to the desk now."))
_BREAK: Final = NoticeWords(words=gettext_noop("The break ends in 5 minutes."))
_SEATS: Final = NoticeWords(words=gettext_noop("Go back to your seat."))


@transaction.atomic
def tell_of_moments(*, tournament_id: int, now: datetime) -> int:
    """What is to be told at this moment; how many notices were written. No lock where nothing is."""
    if not any(phone_moments(Tournament.objects.get(pk=tournament_id), now=now)):
        return 0
    tournament = lock_tournament(tournament_id)
    return sum(_tell(tournament, moment, now) for moment in phone_moments(tournament, now=now))


def _tell(tournament: Tournament, moment: PhoneMoment, now: datetime) -> int:
    told = PhoneNotice.objects.filter(phone__entry__tournament=tournament, kind=moment.kind)
    if told.filter(made_at__gt=now - _TOLD_LATELY).exists():
        return 0

    def facts(_: Tournament) -> Iterable[NoticeFact]:
        is_break = moment.kind is NoticeKind.BREAK
        entries = _in_play(tournament) if is_break else _may_enter(tournament, now)
        title, text = (_BREAK, _SEATS) if is_break else (_REGISTRATION, _LAST_CHANCE)
        for entry in entries:
            yield NoticeFact(kind=moment.kind, entry=entry, subject=moment.subject, title=title, text=text)

    # It says how long from now: on a phone that was away it would come too late to be true.
    return tell_players(tournament.pk, facts, at=now, expires_at=min(moment.happens_at, now + MOMENT_LASTS))


def _in_play(tournament: Tournament) -> Iterable[int]:
    return Entry.objects.filter(tournament=tournament, status__in=LIVE).values_list("pk", flat=True)


def _may_enter(tournament: Tournament, now: datetime) -> Iterator[int]:
    """The last entry of each player who is out and may enter again."""
    open_now = registration_now(tournament, now=now)
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    of_player: dict[int, list[Entry]] = {}
    for entry in entries.filter(player__entries__phones__ended="").distinct().order_by("number"):
        of_player.setdefault(entry.player_id, []).append(entry)
    elsewhere = other_flights(tournament, list(of_player))
    for player, own in of_player.items():
        is_out = not any(entry.status in LIVE for entry in own)
        times = [entry.registered_at for entry in own]
        there = elsewhere.get(player, NOT_ELSEWHERE)
        if is_out and open_now.refusal(entered_at=times, elsewhere=there) is None:
            yield own[-1].pk
