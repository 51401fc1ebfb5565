"""Notices to a phone, switched on and off by the player at their own page."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.models import Entry, NoticeKind, NoticeState, PhoneEnd, PhoneNotice, PlayerPhone
from tournament.queries.phones import sends_notices
from tournament.rules.phones import NOTICE_LASTS
from tournament.services.errors import Refused
from tournament.services.phones.addresses import PhoneAddress, read_address
from tournament.services.phones.keys import house_key

# A player has a phone or two; a stranger with the link shall not have the house send without end.
MOST_PHONES: Final = 5


@transaction.atomic
def switch_on(entry: Entry, address: PhoneAddress, *, now: datetime) -> PlayerPhone:
    """Send this phone what concerns the player, beginning with a word that it works: its arrival is the proof.

    Once more for the same phone changes nothing but its language. Raises Refused where the house sends none, or has
    enough phones of this player.
    """
    entry = locked_entry(entry)
    if not sends_notices(entry.tournament):
        raise Refused(_("This event sends no notices to phones."), code="no_notices")
    read_address(address)
    language = get_language() or ""
    found = phones_on(entry).filter(service=None, endpoint=address.endpoint)
    if found.update(language=language, p256dh=address.p256dh, auth=address.auth, house_key=house_key()):
        return found.latest("pk")
    if phones_on(entry).filter(service=None).count() >= MOST_PHONES:
        raise Refused(
            _("%(count)d phones get your notices already. Stop them on one first.") % {"count": MOST_PHONES},
            code="enough_phones",
        )
    phone = PlayerPhone.objects.create(
        entry=entry,
        endpoint=address.endpoint,
        p256dh=address.p256dh,
        auth=address.auth,
        house_key=house_key(),
        language=language,
        made_at=now,
    )
    welcome(phone, now=now)
    return phone


@transaction.atomic
def switch_off(entry: Entry, *, endpoint: str = "", now: datetime) -> int:
    """Send this phone nothing more, and without an endpoint none of the player's phones; how many those were."""
    phones = phones_on(locked_entry(entry)).filter(service=None)
    return end_phones(phones.filter(endpoint=endpoint) if endpoint else phones, PhoneEnd.BY_HAND, now=now)


def phones_on(entry: Entry) -> QuerySet[PlayerPhone]:
    """Those of the player in this event, by whatever entry they were switched on."""
    same = PlayerPhone.objects.filter(entry__tournament=entry.tournament_id, entry__player=entry.player_id)
    return same.filter(ended="")


def end_phones(phones: QuerySet[PlayerPhone], why: PhoneEnd, *, now: datetime) -> int:
    """Forget how these are reached, and send nothing that waits for them; how many there were."""
    ids = list(phones.values_list("pk", flat=True))
    on = PlayerPhone.objects.filter(pk__in=ids, ended="")
    # The phone, then its notices: as a sender books them.
    ended = on.update(ended=why, ended_at=now, endpoint="", p256dh="", auth="", claim="", claimed_until=None)
    waiting = PhoneNotice.objects.filter(phone__in=ids, state=NoticeState.WAITING)
    waiting.update(state=NoticeState.FAILED)
    return ended


def locked_entry(entry: Entry) -> Entry:
    """The entry alone: a player's phone shall hold up no table."""
    rows = Entry.objects.select_for_update(of=("self",), no_key=True).select_related("tournament")
    return rows.get(pk=entry.pk)


def welcome(phone: PlayerPhone, *, now: datetime) -> None:
    """The first notice of a way, which proves it."""
    PhoneNotice.objects.create(
        phone=phone,
        kind=NoticeKind.WELCOME,
        subject="",
        title=_("Notices are on."),
        text=_("You are told here when your seat changes, a break ends or your prize is ready."),
        page=reverse("tables:my_seat", args=[phone.entry.link_secret]),
        made_at=now,
        due_at=now,
        expires_at=now + NOTICE_LASTS,
    )
