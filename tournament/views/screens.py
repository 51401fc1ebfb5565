"""The floor's list of the televisions of the house: what each shows, in turn, in which language, on which ground."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language, get_language_info, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.forms.screens.televisions import GIVEN, InTurnForm, TakeScreenForm, TellForm
from tournament.links import absolute_url, screen_link
from tournament.models import Screen, ScreenTheme, ScreenVolume
from tournament.queries.screens import ScreenRow, message_on_screens, screens_of_house, turns_of
from tournament.realtime import send_hint
from tournament.rules.screens.playlists import Turn, read_playlist
from tournament.services.screen_messages import end_message, tell_screens
from tournament.services.screens import (
    look_of,
    remove_screen,
    set_look,
    set_volume,
    show_on_screen,
    take_screen,
    tone_topic,
)
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.contents import CONTENTS
from tournament.views.taps import Done, done_from_form, done_of_line, not_understood, tap

# What a screen may say it in: by its code each language's own name, first that of the television.
LANGUAGES: Final = {"": gettext_lazy("Its own language")} | {
    code: get_language_info(code)["name_local"].capitalize() for code, _name in settings.LANGUAGES
}
# Playlists that are given with one tap.
PLAYLISTS: Final = {
    "clock:40 payouts structure": gettext_lazy("Club"),
    "events:20 clock:30 seats moves payouts": gettext_lazy("Festival"),
    "clock:40 chips payouts": gettext_lazy("Final table"),
}


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def screens(request: StaffRequest) -> HttpResponse:
    """The list, with a form for one more."""
    form = TakeScreenForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and done_from_form(request, form, lambda: _take(request, form)):
        return redirect("tournament:screens", request.tournament.code)
    now = house_now()
    rows = screens_of_house(request.tournament)
    drawn = {kind: _picture(row, now) for kind, row in {_kind(row): row for row in rows}.items()}
    context = {
        "active": "clock",
        "form": form,
        "screens": [(row, drawn[_kind(row)]) for row in rows],
        "message": message_on_screens(request.tournament, now=now),
        "address": absolute_url(request, reverse("tournament:screen")),
        "now": now,
    }
    template = "_screens.html" if request.htmx else "screens.html"
    return render(request, f"tournament/screens/{template}", context, status=422 if form.errors else 200)


@staff(*FLOOR_STAFF)
@tap("tournament:screens")
def show(request: StaffRequest, screen_id: int) -> Done:
    """Have a screen show something of this event: one content, or a playlist that is ready."""
    given = request.POST.get("content", "")
    if given not in PLAYLISTS and given not in dict(GIVEN):
        raise not_understood()
    return _show(request, screen_id, read_playlist(given))


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def in_turn(request: StaffRequest, screen_id: int) -> HttpResponse:
    """The page of a screen: what it shows, one content or several of one's own choice, and how."""
    screen = get_object_or_404(Screen, pk=screen_id)
    if screen.removed_at is not None:
        # It was removed here: its page has nothing more to say.
        return redirect("tournament:screens", request.tournament.code)
    form = InTurnForm(request.POST if request.method == "POST" else None, turns=turns_of(screen))
    if request.method == "POST" and done_from_form(
        request, form, lambda: _show(request, screen_id, form.turns())
    ):
        return redirect("tournament:screens", request.tournament.code)
    context = {
        "active": "clock",
        "form": form,
        "screen": screen,
        "contents": GIVEN,
        "only": screen.content if screen.tournament_id == request.tournament.pk else "",
        "playlists": PLAYLISTS,
        "themes": ScreenTheme,
        "volumes": ScreenVolume,
        "languages": LANGUAGES,
        "address": absolute_url(request, reverse("tournament:open_screen", args=[screen_link(screen.pk)])),
    }
    return render(request, "tournament/screens/in_turn.html", context, status=422 if form.errors else 200)


@staff(*FLOOR_STAFF)
@tap("tournament:screens")
def look(request: StaffRequest, screen_id: int) -> Done:
    """Have a screen look otherwise: what the tap does not name stays."""
    before = look_of(get_object_or_404(Screen, pk=screen_id, removed_at=None))
    after = replace(
        before,
        language=request.POST.get("language", before.language),
        theme=request.POST.get("theme", before.theme),
        gives_way=request.POST.get("gives_way", "1" if before.gives_way else "") == "1",
    )
    if after.language not in LANGUAGES or after.theme not in ScreenTheme.values:
        raise not_understood()
    line = set_look(tournament_id=request.tournament.pk, screen_id=screen_id, look=after, by=by_of(request))
    return Done(text=_("The screen is like that already.")) if line is None else done_of_line(request, line)


@staff(*FLOOR_STAFF)
@tap("tournament:screens")
def volume(request: StaffRequest, screen_id: int) -> Done:
    """Have a screen speak, so loud, or be silent."""
    typed = request.POST.get("volume", "")
    if typed not in map(str, ScreenVolume.values):
        raise not_understood()
    line = set_volume(
        tournament_id=request.tournament.pk, screen_id=screen_id, volume=int(typed), by=by_of(request)
    )
    return Done(text=_("The screen is like that already.")) if line is None else done_of_line(request, line)


@staff(*FLOOR_STAFF)
@tap("tournament:screens")
def tone(request: StaffRequest, screen_id: int) -> Done:
    """Have a screen say that it speaks, so that somebody hears how loud."""
    screen = get_object_or_404(Screen.objects.select_related("tournament"), pk=screen_id, removed_at=None)
    send_hint(screen.tournament.code, [tone_topic(screen.pk)])
    return Done(text=_("“%(name)s” speaks now, if its sound is on.") % {"name": screen.name})


@staff(*FLOOR_STAFF)
@tap("tournament:screens")
def remove(request: StaffRequest, screen_id: int) -> Done:
    """Let a television go."""
    line = remove_screen(tournament_id=request.tournament.pk, screen_id=screen_id, by=by_of(request))
    return done_of_line(request, line)


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def tell(request: StaffRequest) -> HttpResponse:
    """A message on every screen of the event."""
    form = TellForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and done_from_form(request, form, lambda: _tell(request, form)):
        return redirect("tournament:screens", request.tournament.code)
    context = {"active": "clock", "form": form}
    return render(request, "tournament/screens/tell.html", context, status=422 if form.errors else 200)


@staff(*FLOOR_STAFF)
@tap("tournament:screens")
def end(request: StaffRequest, screen_message_id: int) -> Done:
    """Take a message off the screens."""
    line = end_message(tournament_id=request.tournament.pk, message_id=screen_message_id, by=by_of(request))
    return Done(text=_("The message is off the screens.")) if line is None else done_of_line(request, line)


def _tell(request: StaffRequest, form: TellForm) -> Done:
    typed = form.cleaned_data
    line = tell_screens(
        tournament_id=request.tournament.pk, text=typed["text"], minutes=typed["minutes"], by=by_of(request)
    )
    return done_of_line(request, line)


def _show(request: StaffRequest, screen_id: int, turns: tuple[Turn, ...]) -> Done:
    line = show_on_screen(
        tournament_id=request.tournament.pk, screen_id=screen_id, turns=turns, by=by_of(request)
    )
    return Done(text=_("The screen shows that already.")) if line is None else done_of_line(request, line)


def _take(request: StaffRequest, form: TakeScreenForm) -> Done:
    typed = form.cleaned_data
    line = take_screen(
        tournament_id=request.tournament.pk, code=typed["code"], name=typed["name"], by=by_of(request)
    )
    return done_of_line(request, line)


def _kind(row: ScreenRow) -> tuple[object, ...]:
    """Screens of one kind have the same picture."""
    return row.content, row.shows.pk, row.language


def _picture(row: ScreenRow, now: datetime) -> str:
    with translation.override(row.language or get_language()):
        return CONTENTS[row.content].picture(row.shows, now)
