"""What one event has to tell, for feed readers: announced, started, its final table, who won."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_safe

from tables.queries.table.final_table import final_table_since
from tournament.models import Tournament
from tournament.queries.news import news_of_event
from tournament.timekeeping import house_now
from tournament.views.access import public
from tournament.views.asked_language import in_asked_language
from tournament.views.feeds import send_feed


@public
@require_safe
@in_asked_language
def event(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, code=code)
    since = final_table_since(tournament)
    news = news_of_event(tournament, final_table_since=since, now=house_now())
    page = reverse("tables:standings", args=[code])
    return send_feed(request, news, kind=kind, title=tournament.name, page=page, name=tournament.code)
