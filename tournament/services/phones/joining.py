"""A player's address at a message service: given with their consent at their own page, and withdrawn there as easily.

Nobody of the staff has a way to do either. With the page anybody can open it who has its link, so that an address is
shown by its end alone, and only a few are taken.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.models import Entry, MessageService, PhoneEnd, PlayerPhone
from tournament.queries.messages import services_for_players
from tournament.queries.phones import may_send
from tournament.rules.messages import SERVICES, read_player
from tournament.services.errors import Refused
from tournament.services.messages.services import how_written
from tournament.services.phones.switching import end_phones, locked_entry, phones_on, welcome

# Each is greeted, which costs, and may be a stranger's.
MOST_ADDRESSES: Final = 5
WITHIN: Final = timedelta(hours=1)


@transaction.atomic
def join_service(entry: Entry, service: MessageService, typed: str, *, now: datetime) -> PlayerPhone:
    """Send this address what concerns the player, beginning with a word that it works. Another one than before takes
    its place; the same changes nothing but the language. Raises Refused.
    """
    entry = _locked(entry)
    is_offered = services_for_players(entry.tournament).filter(pk=service.pk).exists()
    if not (is_offered and may_send(entry.tournament)):
        raise Refused(_("This event sends no messages by this service."), code="no_messages")
    to = read_player(typed, SERVICES[service.scheme].asks)
    if not to:
        raise Refused(how_written(service), code="message_address", field="to")
    own, language = phones_on(entry).filter(service=service), get_language() or ""
    same = own.filter(endpoint=to)
    if same.update(language=language):
        return same.latest("pk")
    _require_few(entry, now)
    end_phones(own, PhoneEnd.BY_HAND, now=now)
    way = PlayerPhone.objects.create(
        entry=entry, service=service, endpoint=to, language=language, made_at=now
    )
    welcome(way, now=now)
    return way


@transaction.atomic
def leave_service(entry: Entry, service: MessageService, *, now: datetime) -> int:
    """Send this player nothing more by it, and forget the address; how many there were."""
    return end_phones(phones_on(_locked(entry)).filter(service=service), PhoneEnd.BY_HAND, now=now)


def _locked(entry: Entry) -> Entry:
    """The entry, while nobody else joins or leaves by another one of the player here: the first of them is locked, and
    no second row, for which a table could wait.
    """
    same = Entry.objects.filter(tournament=entry.tournament_id, player=entry.player_id)
    first = locked_entry(same.earliest("pk"))
    return first if first.pk == entry.pk else Entry.objects.select_related("tournament").get(pk=entry.pk)


def _require_few(entry: Entry, now: datetime) -> None:
    lately = PlayerPhone.objects.filter(
        entry__tournament=entry.tournament_id,
        entry__player=entry.player_id,
        service__isnull=False,
        made_at__gt=now - WITHIN,
    )
    if lately.count() >= MOST_ADDRESSES:
        raise Refused(
            _("You have given %(count)d addresses within an hour. Try again later.")
            % {"count": MOST_ADDRESSES},
            code="enough_addresses",
        )
