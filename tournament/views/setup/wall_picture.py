"""The wall display as it will be, beside the boxes that decide on it."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournament.forms.settings import wall_options
from tournament.models import ScreenContent
from tournament.options.options import kept_options
from tournament.timekeeping import house_now
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, staff
from tournament.views.contents import CONTENTS


@staff(*DIRECTOR_ONLY)
@require_safe
def wall_picture(request: StaffRequest) -> HttpResponse:
    """Drawn with what the boxes say; nothing is kept of it."""
    tournament = request.tournament
    tournament.options_data = dict(kept_options(wall_options(tournament.options, request.GET)))
    return HttpResponse(CONTENTS[ScreenContent.CLOCK].picture(tournament, house_now()))
