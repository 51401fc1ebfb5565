"""News as files that feed readers follow: Atom (RFC 4287) and JSON Feed 1.1."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import StringIO, TextIOBase
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from django.template.defaultfilters import linebreaksbr
from django.utils.feedgenerator import Atom1Feed, SyndicationFeed, rfc3339_date
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournament.models import TournamentStatus
from tournament.queries.news import Finisher, NewsItem
from tournament.queries.tournaments import EventLine
from tournament.templatetags.games import format_name, game_name
from tournament.templatetags.poker import chips, day_and_time, money, places
from tournament.templatetags.previews import terms_of

JSON_FEED: Final = "https://jsonfeed.org/version/1.1"


class AtomOfHouse(Atom1Feed):
    """Atom, whose summaries are HTML: what was plain text is written as such."""

    def add_item_elements(self, handler: Any, item: dict[str, Any]) -> None:
        text = str(linebreaksbr(item["description"], autoescape=True))
        super().add_item_elements(handler, {**item, "description": text})


class JsonFeed1(SyndicationFeed):
    """What Django's feeds are made of, written as JSON Feed 1.1."""

    content_type = "application/feed+json; charset=utf-8"

    def write(self, outfile: TextIOBase, encoding: str) -> None:  # noqa: ARG002  # as Django calls it
        feed: dict[str, Any] = self.feed
        told = {
            "version": JSON_FEED,
            "title": feed["title"],
            "home_page_url": feed["link"],
            "feed_url": feed["feed_url"],
            "language": feed["language"],
            "items": [_json_item(item) for item in self.items],
        }
        outfile.write(json.dumps(told, ensure_ascii=False))


FORMATS: Final[dict[str, type[AtomOfHouse | JsonFeed1]]] = {"atom": AtomOfHouse, "json": JsonFeed1}
"""By the ending of the address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedHead:
    """What a feed is called, and the absolute addresses of its page and of itself; no other feed has its key."""

    key: str
    title: str
    page: str
    own: str


def feed_file(
    kind: str, head: FeedHead, news: Iterable[NewsItem], *, link: Callable[[NewsItem], str]
) -> tuple[str, str]:
    """The file and its content type; `link` gives the absolute address of the page that an item is about.

    Ids are made of what an item tells, not of the address of the house: they stay when the house moves.
    """
    feed = FORMATS[kind](
        title=head.title,
        link=head.page,
        description="",
        language=get_language() or "en",
        feed_url=head.own,
        feed_guid=stable_id(head.key),
        author_name="Floorman",
    )
    for item in news:
        feed.add_item(
            title=title_of(item),
            link=link(item),
            description=text_of(item),
            unique_id=stable_id(item.key),
            pubdate=item.at,
            updateddate=item.changed_at,
        )
    file = StringIO()
    feed.write(file, "utf-8")
    return file.getvalue(), feed.content_type


def stable_id(key: str) -> str:
    """ "urn:uuid:…", always the same for one key."""
    return uuid5(NAMESPACE_URL, f"floorman:{key}").urn


def title_of(item: NewsItem) -> str:
    """What has happened, in one line."""
    event = {"event": item.line.name}
    if item.kind == "announced":
        is_cancelled = item.line.status == TournamentStatus.CANCELLED
        return _("%(event)s: cancelled") % event if is_cancelled else item.line.name
    if item.kind == "started":
        return _("%(event)s has started") % event
    if item.kind == "final_table":
        return _("%(event)s: final table") % event
    if item.kind == "won" and item.winner:
        return _("%(name)s wins %(event)s") % {"name": item.winner.name, **event}
    return _("%(event)s: results") % event


def text_of(item: NewsItem) -> str:
    """The same with its figures, in plain text."""
    if item.kind == "announced":
        return announcement(item.line)
    if item.through is not None:
        text = ngettext("%(count)s player through", "%(count)s players through", item.through)
        return text % {"count": chips(item.through)}
    if item.finishers:
        lines = [_finisher(item, each) for each in item.finishers]
        return "\n".join([_entries(item.line), *lines])
    return _entries(item.line)


def announcement(line: EventLine) -> str:
    """Day, buy-in, guarantee, game and format: "Sat 21 November 2026, 20:00 · Buy-in €100 · €5,000 guaranteed"."""
    terms = terms_of(buy_in=line.buy_in, guarantee=line.guarantee, currency=line.currency)
    return " · ".join(
        [
            *([day_and_time(line.starts_at, line.time_zone)] if line.starts_at else []),
            *(fact.said for fact in terms),
            *([game_name(line.game)] if line.game else []),
            *(format_name(name) for name in line.formats),
        ]
    )


def _entries(line: EventLine) -> str:
    text = ngettext("%(number)s entry", "%(number)s entries", line.entries) % {"number": chips(line.entries)}
    if not line.pool:
        return text
    return f"{text} · " + _("Prize pool %(amount)s") % {"amount": money(line.pool, line.currency)}


def _finisher(item: NewsItem, finisher: Finisher) -> str:
    if item.is_satellite:
        return f"{finisher.name}: " + _("seat won")
    text = f"{places(finisher.first, finisher.last)} {finisher.name}"
    return f"{text}: {money(finisher.prize, item.line.currency)}" if finisher.prize else text


def _json_item(item: dict[str, Any]) -> dict[str, str]:
    return {
        "id": item["unique_id"],
        "url": item["link"],
        "title": item["title"],
        "content_text": item["description"] or item["title"],
        "date_published": rfc3339_date(item["pubdate"]),
        "date_modified": rfc3339_date(item["updateddate"]),
    }
