"""Events of the years before: files are read and looked at, their events imported, and taken out again."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from decimal import Decimal
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournament.changes.house import EventImported, ImportRemoved
from tournament.models import (
    Account,
    ImportedEvent,
    ImportedFile,
    ImportedHit,
    ImportedName,
    ImportedResult,
    Player,
    Season,
    SeasonImport,
)
from tournament.queries.imports import players_called, said_of, sorted_waiting, who_may_be
from tournament.queries.known_imports import Recognised, recognised
from tournament.rules.names import key_of
from tournament.rules.past.errors import PastFileError
from tournament.rules.past.events import EarlierEvent
from tournament.rules.past.reader import read_past
from tournament.rules.payouts.money import minor_units
from tournament.services.errors import Refused
from tournament.services.field.players import NewPlayer, add_players
from tournament.services.locks import lock_imports, lock_season
from tournament.services.people.house_log import Visitor, write_house_line

# What a file says in.
FILE_UNITS: Final = 100
# What an event has from its file, besides its own id.
_OF_THE_FILE: Final = (
    "file", "number", "name", "league", "season", "day", "currency", "players", "entries", "pool", "paid", "data",
)  # fmt: skip


def take_file(
    *, raw: bytes, name: str, zone: tzinfo, currency: str, account: Account | None, now: datetime
) -> ImportedFile:
    """Read a file; its events wait to be looked at. Given again, what was imported of it stays as it is.

    zone: of the venue. currency: of a file that names none. One that cannot be read is kept with its refusal, so that
    a page can say why.
    """
    digest = hashlib.sha256(raw).hexdigest()
    refusal: dict[str, Any] | None = None
    events: tuple[EarlierEvent, ...] = ()
    try:
        events = read_past(raw, file_name=name, zone=zone)
    except PastFileError as error:
        refusal = {"code": error.code, "line": error.line, "column": error.column, "data": error.data}
        events = ()
    try:
        return _keep(digest, name, events, refusal, currency=currency, account=account, now=now)
    except IntegrityError:
        # Somebody else has sent the same one at this moment.
        file = ImportedFile.objects.filter(digest=digest).first()
        if file is None:
            raise
        return file


@transaction.atomic
def _keep(
    digest: str,
    name: str,
    events: Sequence[EarlierEvent],
    refusal: dict[str, Any] | None,
    *,
    currency: str,
    account: Account | None,
    now: datetime,
) -> ImportedFile:
    """What was imported of the file stays; the rest of it waits as it was read now."""
    file = ImportedFile.objects.select_for_update(no_key=True).filter(digest=digest).first()
    if file is None:
        file = ImportedFile(digest=digest, account=account)
    file.name, file.given_at, file.refusal = name[-200:], now, refusal
    file.save()
    # Locked: what somebody imports at this moment is imported when this goes on, and stays.
    lock_imports(file.events.all())
    file.events.filter(imported_at=None).delete()
    there = set(file.events.values_list("number", flat=True))
    file.given_again = bool(there)
    file.save(update_fields=["given_again"])
    ImportedEvent.objects.bulk_create(
        _event(file, number, event, currency) for number, event in enumerate(events) if number not in there
    )
    return file


def _event(file: ImportedFile, number: int, event: EarlierEvent, currency: str) -> ImportedEvent:
    currency = event.currency or currency
    return ImportedEvent(
        file=file,
        number=number,
        own_id=event.own_id,
        name=event.name,
        league=event.league,
        season=event.season,
        day=event.day,
        currency=currency,
        players=event.people,
        entries=event.entries,
        pool=_minor(event.pool, currency),
        paid=_minor(event.paid, currency),
        data=event.to_dict(),
    )


def _minor(amount: int, currency: str) -> int:
    """An amount of a file in minor units of the currency."""
    return amount * minor_units(currency) // FILE_UNITS


@transaction.atomic
def forget_file(*, file_id: int) -> None:
    """Leave out what waits of a file, and one that could not be read; what is imported of it stays."""
    file = ImportedFile.objects.select_for_update(no_key=True).filter(pk=file_id).first()
    if file is None:
        # Somebody else was quicker.
        return
    lock_imports(file.events.all())
    file.events.filter(imported_at=None).delete()
    if not _left_without_events(file):
        file.given_again = False
        file.save(update_fields=["given_again"])


def _left_without_events(file: ImportedFile) -> bool:
    """Whether it had nothing more, and is gone."""
    if file.events.exists():
        return False
    file.delete()
    return True


def forget_all() -> None:
    """Leave out everything that waits, and every file that could not be read; what is known is not said again."""
    waits = Q(refusal__isnull=False) | Q(events__imported_at=None) | Q(given_again=True)
    for file_id in set(ImportedFile.objects.filter(waits).values_list("pk", flat=True)):
        forget_file(file_id=file_id)


def forget_known() -> None:
    """Leave out what waits and is imported already, and say it no more."""
    for each in sorted_waiting().known:
        _leave_out(each.event.pk)
    ImportedFile.objects.filter(given_again=True).update(given_again=False)


@transaction.atomic
def _leave_out(event_id: int) -> None:
    """One that waits, with its file where that has nothing more."""
    file = _lock_file_of(event_id)
    if file is not None:
        file.events.filter(pk=event_id, imported_at=None).delete()
        _left_without_events(file)


def _lock_file_of(event_id: int) -> ImportedFile | None:
    """The file first, as everybody who leaves out what waits of it."""
    return ImportedFile.objects.select_for_update(no_key=True).filter(events=event_id).first()


def say_who(*, chosen: Mapping[str, int | None]) -> None:
    """Whom names in files mean, by their key: one of our players, or None for a new player."""
    players = Player.objects.filter(merged_into=None).in_bulk(
        [pk for pk in chosen.values() if pk is not None]
    )
    for key, pk in chosen.items():
        if pk is None or pk in players:
            ImportedName.objects.update_or_create(search_name=key, defaults={"player_id": pk})


@transaction.atomic
def import_event(
    *, event_id: int, visitor: Visitor, now: datetime, is_another: bool = False
) -> ImportedEvent | None:
    """The event with its results, all or nothing; one that is imported already stays as it is, whatever file it was in,
    and None is one that somebody has left out meanwhile.

    is_another: whether somebody has said that it only looks like a version of an earlier one. Raises Refused for a
    version of one that is imported, and where several of our players have a name of one, and nobody has said who of
    them it is.
    """
    _lock_file_of(event_id)
    event = ImportedEvent.objects.select_for_update(no_key=True).filter(pk=event_id).first()
    if event is None or event.imported_at is not None:
        return event
    known = recognised([event]).get(event.pk)
    if known is not None and known.is_same:
        _leave_out(event.pk)
        return known.earlier
    if known is not None and not is_another:
        raise _is_a_version(known)
    # Written first: another import at the same moment waits here, and then finds the players that this one has made.
    write_house_line(_told(event), visitor=visitor, now=now)
    meanwhile = recognised([event]).get(event.pk)
    if meanwhile is not None and known is None:
        raise _is_a_version(meanwhile)
    event.imported_at = now
    event.save(update_fields=["imported_at"])
    _write_results(event, now=now)
    return event


def _told(event: ImportedEvent) -> EventImported:
    return EventImported(name=event.name, day=str(event.day or ""), players=event.players)


def _is_a_version(known: Recognised) -> Refused:
    return Refused(
        _(
            "“%(event)s” is another version of “%(earlier)s”, imported before: open “Imported events” to import it in "
            "its place, or remove the earlier one first."
        )
        % {"event": known.event, "earlier": known.earlier},
        code="version",
    )


def _write_results(event: ImportedEvent, *, now: datetime) -> None:
    people: Sequence[Mapping[str, Any]] = event.data["players"]
    newest = Player.objects.aggregate(newest=Max("pk", default=0))["newest"]
    players = _players([each["name"] for each in people], event=event, now=now)
    rows = ImportedResult.objects.bulk_create(
        _result(event, number, player, each, is_first=player.pk > newest)
        for number, (player, each) in enumerate(zip(players, people, strict=True))
    )
    ImportedHit.objects.bulk_create(
        ImportedHit(victim=rows[victim], hitman=rows[hitman]) for victim, hitman in event.data["hits"]
    )


@transaction.atomic
def import_instead(*, event_id: int, visitor: Visitor, now: datetime) -> ImportedEvent | None:
    """The event in the place of the version of it that was imported before, whose address and seasons it has from now
    on; as `import_event` where there is none.

    Raises Refused where the earlier one counts in final standings, and as `import_event` does.
    """
    waits = ImportedEvent.objects.filter(pk=event_id, imported_at=None).first()
    known = recognised([waits]).get(event_id) if waits else None
    if known is None or known.is_same:
        return import_event(event_id=event_id, visitor=visitor, now=now)
    event, earlier = _lock_both(known)
    _check_not_final(earlier)
    write_house_line(_told_removed(earlier), visitor=visitor, now=now)
    write_house_line(_told(event), visitor=visitor, now=now)
    made, file = _made_by(earlier), earlier.file
    earlier.results.all().delete()
    event.delete()
    for name in _OF_THE_FILE:
        setattr(earlier, name, getattr(event, name))
    earlier.own_id = event.own_id or earlier.own_id
    earlier.imported_at = now
    earlier.save()
    _write_results(earlier, now=now)
    _drop_those_nobody_knows(made)
    _left_without_events(file)
    return earlier


def _lock_both(known: Recognised) -> tuple[ImportedEvent, ImportedEvent]:
    """The one that waits and the one in whose place it comes, as they are now. Raises Refused where one has changed.

    Seasons that may become final are locked before imported events, as by all who count these.
    """
    pks = [known.event.pk, known.earlier.pk]
    counting = Season.objects.filter(imports__event=known.earlier, imports__undone_line=None)
    for season_id in sorted(set(counting.exclude(events=None).values_list("pk", flat=True))):
        lock_season(season_id)
    files = ImportedFile.objects.filter(events__in=pks).order_by("pk")
    list(ImportedFile.objects.select_for_update(no_key=True).filter(pk__in=files.values("pk")).order_by("pk"))
    found = {event.pk: event for event in lock_imports(ImportedEvent.objects.filter(pk__in=pks))}
    event, earlier = (found.get(pk) for pk in pks)
    if event is None or earlier is None or event.imported_at is not None:
        raise Refused(_("Somebody has imported or removed one of the two meanwhile."), code="meanwhile")
    return event, earlier


def _check_not_final(event: ImportedEvent) -> None:
    """Raise Refused where it counts in standings that are final."""
    counting = SeasonImport.objects.filter(event=event, undone_line=None, season__frozen_at__isnull=False)
    final = counting.select_related("season__league").first()
    if final is not None:
        raise Refused(
            _("“%(event)s” counts in the final standings of “%(season)s”: undo that in its log first.")
            % {"event": event, "season": final.season},
            code="in_season",
        )


def _players(names: Sequence[str], *, event: ImportedEvent, now: datetime) -> list[Player]:
    """Whom the names mean, in their order; who is not there yet is added.

    A name that stands twice in an event is that of two people: the second one is the next of ours who is called so.
    """
    keys = [key_of(name) for name in names]
    known, said = players_called(names), said_of(keys)
    _check_nobody_is_shown(event, {key for key in keys if key not in known and key not in said})
    found: list[Player | None] = []
    taken: set[int] = set()
    seen: Counter[str] = Counter()
    for name, key in zip(names, keys, strict=True):
        called = known.get(key, ())
        if len(called) > 1 and key not in said and keys.count(key) == 1:
            raise Refused(
                _("Several players are called “%(name)s”: say who of them played in “%(event)s”.")
                % {"name": name, "event": event.name},
                code="several",
            )
        if key in said and not seen[key]:
            player = said[key]
        else:
            others = [each for each in called if each.pk not in taken]
            player = others[0] if others else None
        if player is not None and player.pk in taken:
            raise Refused(
                _("“%(player)s” would be in “%(event)s” twice: say who “%(name)s” is.")
                % {"player": player.name, "event": event.name, "name": name},
                code="twice",
            )
        if player is not None:
            taken.add(player.pk)
        seen[key] += 1
        found.append(player)
    added = iter(
        add_players(
            [NewPlayer(name=name) for name, player in zip(names, found, strict=True) if player is None],
            now=now,
        )
    )
    everybody = [next(added) if player is None else player for player in found]
    for key, player in zip(keys, everybody, strict=True):
        if key in said and said[key] is None:
            ImportedName.objects.filter(search_name=key, player=None).update(player=player)
    return everybody


def _check_nobody_is_shown(event: ImportedEvent, new: set[str]) -> None:
    """Raise Refused where a new name may be that of somebody whom the public calls otherwise."""
    nicknames = {
        key_of(each["name"]): {key_of(each["nickname"])} if each["nickname"] else set()
        for each in event.data["players"]
    }
    near = who_may_be({key: nicknames[key] for key in new})
    for each in event.data["players"]:
        hidden = next((one for one in near.get(key_of(each["name"]), ()) if one.public_name), None)
        if hidden is not None:
            raise Refused(
                _("“%(name)s” in “%(event)s” may be %(player)s: say who it is.")
                % {"name": each["name"], "event": event.name, "player": hidden.name},
                code="may_be",
            )


def _result(
    event: ImportedEvent, number: int, player: Player, each: Mapping[str, Any], *, is_first: bool
) -> ImportedResult:
    return ImportedResult(
        event=event,
        number=number,
        player=player,
        place=each["place"],
        prize=_minor(each["prize"], event.currency),
        entries=each["entries"],
        rebuys=each["rebuys"],
        add_ons=each["add_ons"],
        spent=_minor(each["spent"], event.currency),
        knock_outs=each["knock_outs"] + Decimal(each["hits_adjustment"]),
        points=None if each["points"] is None else Decimal(each["points"]),
        points_adjustment=Decimal(each["points_adjustment"]),
        is_first=is_first,
    )


@transaction.atomic
def remove_import(*, event_id: int, visitor: Visitor, now: datetime) -> None:
    """Take an imported event out again, with the players whom nobody else knows. Raises Refused where it counts in a
    season; ImportedEvent.DoesNotExist.
    """
    file = _lock_file_of(event_id)
    event = ImportedEvent.objects.select_for_update(no_key=True).get(pk=event_id)
    counting = (
        SeasonImport.objects.filter(event=event, undone_line=None).select_related("season__league").first()
    )
    if counting is not None:
        raise Refused(
            _("“%(event)s” counts in “%(season)s”: take it out of that season first.")
            % {"event": event.name, "season": counting.season},
            code="in_season",
        )
    write_house_line(_told_removed(event), visitor=visitor, now=now)
    made = _made_by(event)
    event.results.all().delete()
    SeasonImport.objects.filter(event=event).delete()
    _drop_those_nobody_knows(made)
    event.delete()
    if file is not None:
        _left_without_events(file)


def _told_removed(event: ImportedEvent) -> ImportRemoved:
    return ImportRemoved(name=event.name, day=str(event.day or ""))


def _made_by(event: ImportedEvent) -> list[Player]:
    """The players who were new with it, and are called as in its file still."""
    written = event.data["players"]
    first = event.results.filter(is_first=True).select_related("player")
    return [row.player for row in first if row.player.name == " ".join(written[row.number]["name"].split())]


def _drop_those_nobody_knows(players: Sequence[Player]) -> None:
    """Those of whom the desk has said something, or who are anywhere else in the house, stay. A query for each relation
    of a player.
    """
    pks = {player.pk for player in players}
    said = ("public_name", "club_number", "country", "note")
    known = {player.pk for player in players if any(getattr(player, name) for name in said)}
    for relation in Player._meta.related_objects:
        # Whom a name in files means is no trace of the player.
        if relation.related_model is not ImportedName:
            name = relation.field.name
            rows = relation.related_model._base_manager.filter(**{f"{name}__in": pks})
            known.update(rows.values_list(name, flat=True))
    # The mark goes on to another import of theirs, with the last of which they go.
    rows = ImportedResult.objects.filter(player__in=pks).order_by("-pk")
    others = dict(rows.values_list("player", "pk"))
    ImportedResult.objects.filter(pk__in=others.values()).update(is_first=True)
    Player.objects.filter(pk__in=pks - known).delete()
