"""What the house and its events have to tell, for feed readers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.links import absolute_url
from tournament.printing.feed_files import FeedHead, feed_file
from tournament.queries.news import NewsItem, news_of_house
from tournament.timekeeping import house_now
from tournament.views.access import public
from tournament.views.asked_language import in_asked_language

# Readers ask again and again: what is a minute old is new enough for them.
KEPT_FOR: Final = "public, max-age=60"
# Where what is told can be looked up.
PAGES: Final = {"announced": "tournament:structure", "results": "tournament:payouts"}


@public
@require_safe
@in_asked_language
def house(request: HttpRequest, kind: str) -> HttpResponse:
    """Events that were announced, and the results of those that are over."""
    news = news_of_house(now=house_now())
    title, page = _("Poker tournaments"), reverse("tournament:home")
    return send_feed(request, news, kind=kind, title=title, page=page, name="floorman")


def send_feed(
    request: HttpRequest, news: Iterable[NewsItem], *, kind: str, title: str, page: str, name: str
) -> HttpResponse:
    """The news of a page as the kind of feed that was asked for; `name` is that of a file that is kept."""

    def link(item: NewsItem) -> str:
        return absolute_url(request, reverse(PAGES.get(item.kind, "tables:standings"), args=[item.line.code]))

    own = f"{request.path}?language={get_language() or 'en'}"
    head = FeedHead(key=name, title=title, page=absolute_url(request, page), own=absolute_url(request, own))
    file, content_type = feed_file(kind, head, news, link=link)
    headers = {
        "Cache-Control": KEPT_FOR,
        "Content-Disposition": f'inline; filename="{name}.{kind}"',
    }
    return HttpResponse(file, content_type=content_type, headers=headers)
