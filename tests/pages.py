"""What a page says, however its template is broken into lines; and which addresses are no pages."""

from __future__ import annotations

import re
from typing import Final


def squeeze(html: str) -> str:
    """The page as a browser reads it: white space is one blank, but for blanks that do not break."""
    return re.sub(r"[ \t\n]+", " ", html).strip()


def told(html: str) -> str:
    """The messages of a page, one after the other; those that a script may show are in a template."""
    return "; ".join(re.findall(r'class="message__text">([^<]+)<', html))


NOT_PAGES: Final = (
    ".pdf",
    ".json",
    ".py",
    ".html",
    ".csv",
    ".xlsx",
    ".txt",
    ".phh",
    ".png",
    ".phhs",
    ".ohh",
    ".svg",
    ".css",
    ".ics",
    ".webmanifest",
    "worker.js",
    ".atom",
    "widget.js",
    "files/<sha256>/",
    "now/",
    "health",
    "/wall/",
)
"""How the addresses of files end, and of what answers a script."""


def is_page(route: str) -> bool:
    """Whether people read what stands at an address; of the interface they read its description alone."""
    return not route.endswith(NOT_PAGES) and (not route.startswith("api/") or route == "api/v1/")
