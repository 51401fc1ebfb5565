"""`{% pages page label %}`: from page to page of a long list."""

from __future__ import annotations

from typing import Any

from django import template
from django.core.paginator import Page
from django.http import QueryDict

register = template.Library()


@register.inclusion_tag("_pages.html")
def pages(
    page: Page[Any], label: str, *, asked: QueryDict | None = None, name: str = "page"
) -> dict[str, object]:
    """The way to the page before and the next one, for a list of several pages.

    `asked` is what the address asks for beside the page, such as a search; `name` is the page's field in it.
    """

    def address(number: int) -> str:
        query = QueryDict(mutable=True) if asked is None else asked.copy()
        query[name] = str(number)
        return "?" + query.urlencode()

    return {
        "label": label,
        "number": page.number,
        "pages": page.paginator.num_pages,
        "previous": address(page.previous_page_number()) if page.has_previous() else "",
        "next": address(page.next_page_number()) if page.has_next() else "",
    }
