"""What a page says, however its template is broken into lines."""

from __future__ import annotations

import re


def squeeze(html: str) -> str:
    """The page as a browser reads it: white space is one blank, but for blanks that do not break."""
    return re.sub(r"[ \t\n]+", " ", html).strip()
