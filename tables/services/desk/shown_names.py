"""What a player chooses on the own page: how the public pages call them, and whether everybody may read their results.

Every page, screen, file and paper for the public calls a player by the public name: the choice is what is in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.services.desk.players import edit_player
from tournament.models import Entry, EntryStatus, LogEntry, Player
from tournament.models.tokens import new_tournament_code
from tournament.rules.names import first_name_and_initial
from tournament.services.actor import Actor
from tournament.services.errors import Refused

WAYS: Final[Mapping[str, Promise]] = {
    "name": gettext_lazy("Your full name"),
    "initial": gettext_lazy("First name and initial"),
    "hidden": gettext_lazy("No name"),
}
"""How a player may be called. An alias is given by the desk, which sees who asks for it."""


def shown_as(player: Player, way: str) -> str:
    """What the public would call the player."""
    if way == "initial":
        return first_name_and_initial(player.name)
    return hidden_name(player) if way == "hidden" else player.name


def way_chosen(player: Player) -> str:
    """Of WAYS the one that was chosen, in whichever language; "" where the desk has given an alias."""
    if not player.public_name:
        return "name"
    if player.public_name == shown_as(player, "initial"):
        return "initial"
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            if player.public_name == hidden_name(player):
                return "hidden"
    return ""


def hidden_name(player: Player) -> str:
    """Says of nobody who it is, and of two that they are two."""
    return _("Player %(number)s") % {"number": player.pk}


@transaction.atomic
def choose_shown_name(*, secret: str, way: str, now: datetime) -> LogEntry | None:
    """The player of this private link is called so from now on; None where nothing changes.

    Raises Entry.DoesNotExist for a link that opens nothing, Refused for a way that is not offered.
    """
    entry = entry_of(secret)
    if way not in WAYS:
        raise Refused(_("Choose one of the names."), code="unknown_way", field="way")
    player = entry.player
    return edit_player(
        tournament_id=entry.tournament_id,
        player_id=player.pk,
        name=player.name,
        public_name="" if way == "name" else shown_as(player, way),
        club_number=player.club_number,
        by=Actor(label=player.name).at(now),
    )


def show_results(*, secret: str, is_shown: bool) -> None:
    """Everybody may read the player's results, at an address of their own, or nobody but the player.

    Raises Entry.DoesNotExist for a link that opens nothing.
    """
    player = entry_of(secret).player
    code = new_tournament_code() if is_shown else ""
    if bool(player.results_code) != is_shown:
        Player.objects.filter(pk=player.pk).update(results_code=code)


def entry_of(secret: str) -> Entry:
    """Raises Entry.DoesNotExist; a void entry's slip may be in the hands of somebody else."""
    entries = Entry.objects.select_related("player", "tournament").exclude(status=EntryStatus.VOID)
    return entries.get(link_secret=secret)
