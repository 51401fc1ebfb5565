from __future__ import annotations

import unicodedata
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournament.models import Player
from tournament.rules.names import fold_name
from tournament.services.errors import Refused

NAME_MAX = 120
CLUB_NUMBER_MAX = 40


def clean_name(name: str) -> str:
    """The name as it is kept; raises Refused for one that is empty, too long or unprintable."""
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not cleaned:
        raise Refused(_("Write the player's name."), code="name_empty", field="name")
    if len(cleaned) > NAME_MAX or len(fold_name(cleaned)) > NAME_MAX:
        raise Refused(
            _("This name has %(length)d characters; shorten it to %(max)d.")
            % {"length": len(cleaned), "max": NAME_MAX},
            code="name_too_long",
            field="name",
        )
    if not all(c.isprintable() for c in cleaned):
        raise Refused(
            _("This name has characters that cannot be printed; type it again."),
            code="name_unprintable",
            field="name",
        )
    return cleaned


def clean_club_number(text: str) -> str:
    """The number as it is kept, or ""; raises Refused for one that is too long or unprintable."""
    number = " ".join(text.split())
    if len(number) > CLUB_NUMBER_MAX or not number.isprintable():
        raise Refused(
            _("Write the club number in at most %(max)d plain characters.") % {"max": CLUB_NUMBER_MAX},
            code="club_number_too_long",
            field="club_number",
        )
    return number


def add_player(*, name: str, now: datetime, public_name: str = "", club_number: str = "") -> Player:
    """Keep a new person. Two people may share a name; a club number belongs to one."""
    cleaned = clean_name(name)
    number = clean_club_number(club_number)
    shown = clean_name(public_name) if public_name.strip() else ""
    try:
        # Asked first, two clerks at once would both be told that the number is free. The savepoint
        # lets the caller's transaction go on.
        with transaction.atomic():
            return Player.objects.create(
                name=cleaned,
                search_name=fold_name(cleaned),
                public_name=shown,
                search_shown_name=fold_name(shown or cleaned),
                club_number=number,
                created_at=now,
            )
    except IntegrityError as error:
        if not (number and Player.objects.filter(club_number=number).exists()):
            raise
        raise Refused(
            _("Club number %(number)s belongs to another player.") % {"number": number},
            code="club_number_taken",
            field="club_number",
        ) from error
