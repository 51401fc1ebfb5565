"""The televisions of the house.

    shows a code ──taken──> shows what it was given ──removed──> shows a code again
                                  ^                     │
                                  └──────put back───────┘

They are taken in by a code that stands on them, so that a floor manager who names one has seen it. Any event of the
house may give one something to show; where another event did so before, both hear of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournament.changes.screens import (
    OfScreen,
    ScreenLooks,
    ScreenPutBack,
    ScreenRemoved,
    ScreenShows,
    ScreenSpeaks,
    ScreenTaken,
)
from tournament.front.televisions import token_waiting_with
from tournament.models import LogEntry, Screen, ScreenContent, Tournament
from tournament.models.tokens import hash_secret, new_secret
from tournament.realtime import publish
from tournament.rules.screens.playlists import Turn, write_playlist
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


def tone_topic(screen_id: int) -> str:
    """What a screen hears of the event that it shows: that it is to sound once, so that somebody hears how loud."""
    return f"tone-{screen_id}"


def screen_topic(screen_id: int) -> str:
    """What a screen hears of the event that it shows: that it is to show something else."""
    return f"screen-{screen_id}"


@transaction.atomic
def take_screen(*, tournament_id: int, code: str, name: str, by: By) -> LogEntry:
    """Take in the television that shows this code, or without a code one that will be opened by the address of the
    screen; it shows the clock of this event at once.

    Raises Refused where none shows it, or where another screen has the name.
    """
    tournament = lock_tournament(tournament_id)
    token = token_waiting_with("".join(code.upper().split()).replace("-", "")) if code else _no_token()
    if not token:
        raise Refused(
            _("No television shows this code now. Open the address on it, and type what it shows."),
            code="no_such_code",
            field="code",
        )
    try:
        with transaction.atomic():
            screen, _is_new = Screen.objects.update_or_create(
                token_sha256=token,
                defaults={
                    "name": name,
                    "tournament": tournament,
                    "content": ScreenContent.CLOCK,
                    "shown_since": by.now,
                    "taken_at": by.now,
                    "removed_at": None,
                },
            )
    except IntegrityError:
        raise _name_taken(name) from None
    line = record(ScreenTaken(screen=screen.pk, name=name), tournament_id=tournament_id, by=by)
    publish(tournament.code, ["screens", "log"])
    return line


def _no_token() -> str:
    """Of a secret that no cookie has."""
    return hash_secret(new_secret())


@transaction.atomic
def show_on_screen(*, tournament_id: int, screen_id: int, turns: Sequence[Turn], by: By) -> LogEntry | None:
    """Have a screen of the house show something of this event, one content after the other; None where it does."""
    content = write_playlist(turns)
    tournament = lock_tournament(tournament_id)
    screen = _locked_screen(screen_id)
    if (screen.tournament_id, screen.content) == (tournament_id, content):
        return None
    return _give(screen, tournament, content, tournament_id=tournament_id, by=by)


def _give(
    screen: Screen,
    event: Tournament,
    content: str,
    *,
    tournament_id: int,
    by: By,
    undoes: LogEntry | None = None,
) -> LogEntry:
    """Show this of an event; the log of the tournament tells of it, and both events hear."""
    before, content_before = screen.tournament, screen.content
    screen.tournament, screen.content, screen.shown_since = event, content, by.now
    screen.save(update_fields=["tournament", "content", "shown_since"])
    shows = ScreenShows(
        screen=screen.pk, name=screen.name, content=content, before=content_before, event_before=before.pk
    )
    line = record(shows, tournament_id=tournament_id, by=by, undoes=undoes)
    publish(before.code, ["screens", screen_topic(screen.pk)])
    _tell(screen, tournament_id)
    return line


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenLook:
    """How a screen shows what it shows: in which language ("": that of the television), on which ground, and whether it
    gives way to a call.
    """

    language: str
    theme: str
    gives_way: bool


@transaction.atomic
def set_look(*, tournament_id: int, screen_id: int, look: ScreenLook, by: By) -> LogEntry | None:
    """Have a screen look otherwise; None where it does already."""
    lock_tournament(tournament_id)
    screen = _locked_screen(screen_id)
    return None if look_of(screen) == look else _set_look(screen, look, tournament_id=tournament_id, by=by)


def look_of(screen: Screen) -> ScreenLook:
    return ScreenLook(language=screen.language, theme=screen.theme, gives_way=screen.gives_way)


def _set_look(
    screen: Screen, look: ScreenLook, *, tournament_id: int, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    looks = ScreenLooks(
        screen=screen.pk,
        name=screen.name,
        language=look.language,
        theme=look.theme,
        gives_way=look.gives_way,
        language_before=screen.language,
        theme_before=screen.theme,
        gave_way=screen.gives_way,
    )
    screen.language, screen.theme, screen.gives_way = look.language, look.theme, look.gives_way
    screen.save(update_fields=["language", "theme", "gives_way"])
    line = record(looks, tournament_id=tournament_id, by=by, undoes=undoes)
    _tell(screen, tournament_id)
    return line


@transaction.atomic
def set_volume(*, tournament_id: int, screen_id: int, volume: int, by: By) -> LogEntry | None:
    """Have a screen speak so loud (a value of ScreenVolume), or be silent; None where it does already."""
    lock_tournament(tournament_id)
    screen = _locked_screen(screen_id)
    if screen.volume == volume:
        return None
    return _set_volume(screen, volume, tournament_id=tournament_id, by=by)


def _set_volume(
    screen: Screen, volume: int, *, tournament_id: int, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    speaks = ScreenSpeaks(screen=screen.pk, name=screen.name, volume=volume, before=screen.volume)
    screen.volume = volume
    screen.save(update_fields=["volume"])
    line = record(speaks, tournament_id=tournament_id, by=by, undoes=undoes)
    _tell(screen, tournament_id)
    return line


@transaction.atomic
def remove_screen(*, tournament_id: int, screen_id: int, by: By) -> LogEntry:
    """Let a television go: it shows a code again."""
    lock_tournament(tournament_id)
    return _remove(_locked_screen(screen_id), tournament_id, by)


def _remove(screen: Screen, tournament_id: int, by: By, undoes: LogEntry | None = None) -> LogEntry:
    screen.removed_at = by.now
    screen.save(update_fields=["removed_at"])
    removed = ScreenRemoved(screen=screen.pk, name=screen.name)
    line = record(removed, tournament_id=tournament_id, by=by, undoes=undoes)
    _tell(screen, tournament_id)
    return line


def _locked_screen(screen_id: int) -> Screen:
    """Raises Screen.DoesNotExist for one that was removed."""
    screens = Screen.objects.select_for_update(of=("self",)).select_related("tournament")
    return screens.get(pk=screen_id, removed_at=None)


def _name_taken(name: str) -> Refused:
    return Refused(
        _("There is a screen “%(name)s” already. Give this one another name.") % {"name": name},
        code="screen_name_taken",
        field="name",
    )


def _tell(screen: Screen, tournament_id: int) -> None:
    """The screen, and both events: the one it shows, and the one whose floor has changed it."""
    publish(screen.tournament.code, ["screens", screen_topic(screen.pk)])
    code = Tournament.objects.values_list("code", flat=True).get(pk=tournament_id)
    publish(code, ["screens", "log"])


def _open_removals(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    """Those whose television was not taken in again since, while its name is free."""
    removed = {line.pk: ScreenRemoved.of(line) for line in lines}
    gone = set(
        Screen.objects.filter(
            pk__in={each.screen for each in removed.values()}, removed_at__isnull=False
        ).values_list("pk", flat=True)
    )
    names = {each.name for each in removed.values()}
    taken = set(Screen.objects.filter(name__in=names, removed_at=None).values_list("name", flat=True))
    return {pk for pk, each in removed.items() if each.screen in gone and each.name not in taken}


def _put_back(line: LogEntry, by: By) -> None:
    removed = ScreenRemoved.of(line)
    screen = Screen.objects.select_related("tournament").get(pk=removed.screen)
    screen.removed_at = None
    screen.save(update_fields=["removed_at"])
    back = ScreenPutBack(screen=screen.pk, name=screen.name)
    record(back, tournament_id=line.tournament_id, by=by, undoes=line)
    _tell(screen, line.tournament_id)


def _there(lines: Collection[OfScreen]) -> dict[int, Screen]:
    """By number the screens of these changes that were not removed since."""
    return Screen.objects.filter(removed_at=None).in_bulk({each.screen for each in lines})


def _open_takings(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    taken = {line.pk: ScreenTaken.of(line) for line in lines}
    there = _there(taken.values())
    return {pk for pk, each in taken.items() if each.screen in there}


def _let_go(line: LogEntry, by: By) -> None:
    screen = _locked_screen(ScreenTaken.of(line).screen)
    _remove(screen, line.tournament_id, by, undoes=line)


def _open_showings(tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    """Those of screens that show it still, the newest of each, while the event before is there."""
    shown = {line.pk: ScreenShows.of(line) for line in lines}
    there = _there(shown.values())
    events = set(
        Tournament.objects.filter(pk__in={each.event_before for each in shown.values()}).values_list(
            "pk", flat=True
        )
    )
    newest = _newest(tournament, ScreenShows)
    return {
        pk
        for pk, each in shown.items()
        if newest.get(each.screen) == pk
        and each.event_before in events
        and (screen := there.get(each.screen)) is not None
        and (screen.tournament_id, screen.content) == (tournament.pk, each.content)
    }


def _newest(tournament: Tournament, change: type[OfScreen]) -> dict[int, int]:
    """By the number of the screen the newest line of this change."""
    lines = LogEntry.objects.filter(tournament=tournament, verb=change.verb).values("data__screen")
    return dict(lines.annotate(newest=Max("pk")).values_list("data__screen", "newest"))


def _open_looks(tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    """Those of screens that look so still, the newest of each."""
    looks = {line.pk: ScreenLooks.of(line) for line in lines}
    there, newest = _there(looks.values()), _newest(tournament, ScreenLooks)
    return {
        pk
        for pk, each in looks.items()
        if newest.get(each.screen) == pk
        and (screen := there.get(each.screen)) is not None
        and look_of(screen) == ScreenLook(language=each.language, theme=each.theme, gives_way=each.gives_way)
    }


def _look_as_before(line: LogEntry, by: By) -> None:
    looks = ScreenLooks.of(line)
    before = ScreenLook(language=looks.language_before, theme=looks.theme_before, gives_way=looks.gave_way)
    screen = _locked_screen(looks.screen)
    _set_look(screen, before, tournament_id=line.tournament_id, by=by, undoes=line)


def _open_volumes(tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    """Those of screens that are as loud still, the newest of each."""
    speaks = {line.pk: ScreenSpeaks.of(line) for line in lines}
    there, newest = _there(speaks.values()), _newest(tournament, ScreenSpeaks)
    return {
        pk
        for pk, each in speaks.items()
        if newest.get(each.screen) == pk
        and (screen := there.get(each.screen)) is not None
        and screen.volume == each.volume
    }


def _volume_as_before(line: LogEntry, by: By) -> None:
    speaks = ScreenSpeaks.of(line)
    screen = _locked_screen(speaks.screen)
    _set_volume(screen, speaks.before, tournament_id=line.tournament_id, by=by, undoes=line)


def _show_former(line: LogEntry, by: By) -> None:
    shows = ScreenShows.of(line)
    event = Tournament.objects.get(pk=shows.event_before)
    screen = _locked_screen(shows.screen)
    _give(screen, event, shows.before, tournament_id=line.tournament_id, by=by, undoes=line)


register_undo([ScreenTaken], Undoable(open_lines=_open_takings, undo=_let_go))
register_undo([ScreenShows], Undoable(open_lines=_open_showings, undo=_show_former))
register_undo([ScreenLooks], Undoable(open_lines=_open_looks, undo=_look_as_before))
register_undo([ScreenSpeaks], Undoable(open_lines=_open_volumes, undo=_volume_as_before))
register_undo([ScreenRemoved], Undoable(open_lines=_open_removals, undo=_put_back))
