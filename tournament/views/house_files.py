"""Pictures and sounds of the house for its screens, and the colours of the club."""

from __future__ import annotations

from datetime import datetime
from http import HTTPStatus
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_safe

from tournament.forms.screens.house_files import HouseFileForm
from tournament.live.fragments import public_fragment
from tournament.models import HouseFile, ScreenContent, Tournament
from tournament.options.files import FileUse
from tournament.queries.house_files import TURN_SECONDS, files_of_house, newest_of, picture_to_show
from tournament.rules.screens.colours import (
    DARKEST_INK,
    Rgb,
    brightest_behind,
    read_colour,
    readable,
    write_colour,
)
from tournament.services.house_files import add_file, remove_file
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, public, staff
from tournament.views.contents import on_screens
from tournament.views.taps import Done, done_from_form, done_of_line, tap

FOREVER: Final = 365 * 24 * 3600
# Behind the text of a screen nothing is brighter than this.
GROUND: Final[Rgb] = (brightest_behind(DARKEST_INK),) * 3


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def files(request: StaffRequest) -> HttpResponse:
    """The list, with a form for one more."""
    is_sent = request.method == "POST"
    form = HouseFileForm(request.POST, request.FILES) if is_sent else HouseFileForm()
    if is_sent and done_from_form(request, form, lambda: _add(request, form)):
        return redirect("tournament:house_files", request.tournament.code)
    context = {"active": "clock", "form": form, "files": files_of_house()}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournament/screens/files.html", context, status=status)


@staff(*FLOOR_STAFF)
@tap("tournament:house_files")
def remove(request: StaffRequest, file_id: int) -> Done:
    """Take a file off the screens."""
    line = remove_file(tournament_id=request.tournament.pk, file_id=file_id, by=by_of(request))
    return done_of_line(request, line)


@public
@require_safe
def file(request: HttpRequest, sha256: str) -> HttpResponse:
    """The file itself: who knows its hash has seen or heard it on a screen."""
    found = HouseFile.objects.filter(sha256=sha256).values_list("data", "kind").first()
    if found is None:
        raise Http404
    data, kind = found
    response = HttpResponse(bytes(data), content_type=kind)
    patch_cache_control(response, public=True, immutable=True, max_age=FOREVER)
    return response


@public
@require_safe
def look(request: HttpRequest, code: str) -> HttpResponse:
    """The style sheet of screens in the club's colours."""
    tournament = get_object_or_404(Tournament, code=code)
    chosen = read_colour(tournament.options.club_colour)
    context = {
        "accent": write_colour(readable(chosen, GROUND)) if chosen else "",
        "background": newest_of(FileUse.BACKGROUND),
    }
    return render(request, "tournament/screens/look.css", context, content_type="text/css")


def _add(request: StaffRequest, form: HouseFileForm) -> Done:
    typed = form.cleaned_data
    line = add_file(
        tournament_id=request.tournament.pk,
        name=typed["name"],
        use=typed["use"],
        sent=typed["file"].read(),
        by=by_of(request),
    )
    return done_of_line(request, line)


@on_screens(ScreenContent.PICTURE, part="tournament/screens/contents/picture.html", shows="on-picture")
def picture_on_screen(tournament: Tournament, now: datetime) -> dict[str, object]:
    return {"tournament": tournament, "now": now, "picture": picture_to_show(now), "polls": TURN_SECONDS}


# Of the pictures that another event adds nothing is heard here.
@public_fragment("on-picture", also=["log"])
def picture_fragment(*, public_id: str, language: str, now: datetime) -> str:
    context = picture_on_screen(Tournament.objects.get(code=public_id), now)
    return render_to_string("tournament/screens/contents/picture.html", context)
