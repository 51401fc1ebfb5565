"""Lists whose rows act: found in the pages as they are written, not named by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.http import HttpResponse
from django.test import Client

from tests.security.pages import crawl

VOID = frozenset({"input", "br", "hr", "img", "link", "meta", "wbr", "source"})
ROWS = frozenset({"li", "tr"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ActingRow:
    """A button that posts and stands in a row: of the list called `name`, or of none that stays."""

    page: str
    name: str
    button: str


@dataclass(slots=True)
class _Element:
    tag: str
    attributes: dict[str, str]


@dataclass(slots=True)
class _Reader(HTMLParser):
    page: str
    found: list[ActingRow] = field(default_factory=list)
    open: list[_Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        HTMLParser.__init__(self, convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = _Element(tag, {name: value or "" for name, value in attrs})
        if tag == "button" and element.attributes.get("type", "submit") == "submit":
            self._button([*self.open, element])
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop().tag != tag:
            pass

    def _button(self, way: list[_Element]) -> None:
        posts = any(each.tag == "form" and each.attributes.get("method") == "post" for each in way)
        again = any("data-again" in each.attributes for each in way)
        stands_in_row = any(each.tag in ROWS or "data-row" in each.attributes for each in way)
        if not posts or again or not stands_in_row:
            return
        has_row = any("data-row" in each.attributes for each in way)
        name = next((each.attributes["data-rows"] for each in way if "data-rows" in each.attributes), "")
        self.found.append(
            ActingRow(page=self.page, name=name if has_row else "", button=way[-1].attributes.get("id", ""))
        )


def acting_rows(client: Client, starts: Iterable[str], *, limit: int) -> Iterator[ActingRow]:
    """Every button in a row of the pages that can be reached from `starts`."""
    for visit in crawl(client, list(starts), limit=limit):
        if visit.page is not None and isinstance(visit.response, HttpResponse):
            yield from rows_of(visit.url, visit.response.content.decode())


def rows_of(page: str, html: str) -> list[ActingRow]:
    """The buttons in rows of one page."""
    reader = _Reader(page=page)
    reader.feed(html)
    return reader.found
