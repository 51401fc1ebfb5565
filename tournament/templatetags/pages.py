"""`{% pages 2 7 label %}`: from page to page of a long list, here on the second of seven."""

from __future__ import annotations

from django import template
from django.http import QueryDict

register = template.Library()


@register.inclusion_tag("_pages.html")
def pages(
    number: int, total: int, label: str, *, asked: QueryDict | None = None, name: str = "page"
) -> dict[str, object]:
    """The way to the page before and the next one.

    `asked` is what the address asks for beside the page, such as a search; `name` is the page's field in it.
    """

    def address(of: int) -> str:
        query = asked.copy() if asked else QueryDict(mutable=True)
        query[name] = str(of)
        return "?" + query.urlencode()

    return {
        "label": label,
        "number": number,
        "pages": total,
        "previous": address(number - 1) if number > 1 else "",
        "next": address(number + 1) if number < total else "",
    }
