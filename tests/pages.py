"""What a page says, however its template is broken into lines."""

from __future__ import annotations

import re


def squeeze(html: str) -> str:
    """The page as a browser reads it: white space is one blank, but for blanks that do not break."""
    return re.sub(r"[ \t\n]+", " ", html).strip()


def told(html: str) -> str:
    """The messages of a page, one after the other; those that a script may show are in a template."""
    return "; ".join(re.findall(r'class="message__text">([^<]+)<', html))
