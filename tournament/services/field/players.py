from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournament.models import Player
from tournament.options.countries import read_country
from tournament.rules.names import fold_name
from tournament.services.errors import Refused

NAME_MAX = 120
CLUB_NUMBER_MAX = 40
NOTE_MAX = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlayer:
    """A new person as typed: all but the name may be empty."""

    name: str
    public_name: str = ""
    club_number: str = ""
    country: str = ""


class ClubNumberTaken(Refused):
    """A club number, `number`, belongs to somebody else."""

    def __init__(self, number: str) -> None:
        super().__init__(
            _("Club number %(number)s belongs to another player.") % {"number": number},
            code="club_number_taken",
            field="club_number",
        )
        self.number = number


def clean_name(name: str) -> str:
    """The name as it is kept; raises Refused for one that is empty, too long or unprintable."""
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not cleaned:
        raise Refused(_("Enter the player’s name."), code="name_empty", field="name")
    if len(cleaned) > NAME_MAX or len(fold_name(cleaned)) > NAME_MAX:
        raise Refused(
            _("This name has %(length)d characters; shorten it to %(max)d.")
            % {"length": len(cleaned), "max": NAME_MAX},
            code="name_too_long",
            field="name",
        )
    if not all(c.isprintable() for c in cleaned):
        raise Refused(
            _("This name contains unprintable characters; type it again."),
            code="name_unprintable",
            field="name",
        )
    return cleaned


def clean_club_number(text: str) -> str:
    """The number as it is kept, or ""; raises Refused for one that is too long or unprintable."""
    number = " ".join(text.split())
    if len(number) > CLUB_NUMBER_MAX or not number.isprintable():
        raise Refused(
            _("Enter the club number in at most %(max)d printable characters.") % {"max": CLUB_NUMBER_MAX},
            code="club_number_too_long",
            field="club_number",
        )
    return number


def clean_country(text: str) -> str:
    """The two letters of a country as they are kept, or ""; raises Refused for any other text."""
    code = read_country(text)
    if code is None:
        raise Refused(
            _("“%(typed)s” is not a country: write its two letters, as in IT or GB.") % {"typed": text},
            code="unknown_country",
            field="country",
        )
    return code


def clean_note(text: str) -> str:
    """The note as it is kept, or ""; raises Refused for one that is too long or unprintable."""
    note = " ".join(text.split())
    if len(note) > NOTE_MAX or not note.isprintable():
        raise Refused(
            _("Enter the note in at most %(max)d printable characters.") % {"max": NOTE_MAX},
            code="note_too_long",
            field="note",
        )
    return note


def lock_player(player_id: int) -> Player:
    """Lock the person behind a player's id for the rest of the transaction: a duplicate leads to the player
    who was kept.

    Raises Player.DoesNotExist.
    """
    while True:
        player = Player.objects.get(pk=player_id)
        if player.merged_into_id is None:
            player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
        if player.merged_into_id is None:
            return player
        player_id = player.merged_into_id


def lock_players(player_ids: Sequence[int]) -> list[Player]:
    """`lock_player` for several, in this order; the rows are locked in the order of their ids, as merges do."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=player_ids).order_by("pk")
    found = {player.pk: player for player in rows}
    return [found[pk] if found[pk].merged_into_id is None else lock_player(found[pk].pk) for pk in player_ids]


def change_player(
    player: Player,
    *,
    name: str,
    public_name: str,
    club_number: str,
    note: str | None = None,
    country: str | None = None,
) -> None:
    """Write what a person is called, their number, and note and country unless None. The caller holds the row's lock.

    Raises Refused.
    """
    player.name = clean_name(name)
    player.public_name = clean_name(public_name) if public_name.strip() else ""
    player.club_number = clean_club_number(club_number)
    if note is not None:
        player.note = clean_note(note)
    if country is not None:
        player.country = clean_country(country)
    player.search_name, player.search_shown_name = fold_name(player.name), fold_name(player.shown_name)
    with _number_taken_is_refused([player.club_number]):
        player.save()


def add_player(
    *, name: str, now: datetime, public_name: str = "", club_number: str = "", country: str = ""
) -> Player:
    """Keep a new person. Two people may share a name; a club number belongs to one."""
    person = NewPlayer(name=name, public_name=public_name, club_number=club_number, country=country)
    return add_players([person], now=now)[0]


def add_players(people: Sequence[NewPlayer], *, now: datetime) -> list[Player]:
    """Keep new people, in this order, all or none. Raises Refused, ClubNumberTaken for a number."""
    rows = [_row(person, now) for person in people]
    with _number_taken_is_refused([row.club_number for row in rows]):
        return Player.objects.bulk_create(rows)


def _row(person: NewPlayer, now: datetime) -> Player:
    name = clean_name(person.name)
    shown = clean_name(person.public_name) if person.public_name.strip() else ""
    return Player(
        name=name,
        search_name=fold_name(name),
        public_name=shown,
        search_shown_name=fold_name(shown or name),
        club_number=clean_club_number(person.club_number),
        country=clean_country(person.country),
        created_at=now,
    )


@contextmanager
def _number_taken_is_refused(numbers: Sequence[str]) -> Iterator[None]:
    """Asked first, two clerks at once would both be told that the number is free."""
    try:
        # The savepoint lets the caller's transaction continue.
        with transaction.atomic():
            yield
    except IntegrityError as error:
        taken = set(Player.objects.filter(club_number__in=numbers).values_list("club_number", flat=True))
        first = next((number for number in numbers if number and number in taken), None)
        if first is None:
            raise
        raise ClubNumberTaken(first) from error
