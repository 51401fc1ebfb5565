"""The script that draws a part of the house in a page of others, with its words in every language.

It reads the public interface, and is one file at one address that stays: what is in a page of somebody else cannot be
changed with an upgrade.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.views.access import public

SOURCE: Final = "tournament/widget.js"
WORDS_GO_HERE: Final = "const WORDS = {};"
# What was mended is in every page within the hour.
HEADERS: Final = {
    "Cache-Control": "public, max-age=3600",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


@public
@require_safe
def widget(_request: HttpRequest) -> HttpResponse:
    """For every site, without a cookie."""
    return HttpResponse(_script(), content_type="text/javascript; charset=utf-8", headers=HEADERS)


@cache
def _script() -> str:
    source = Path(str(finders.find(SOURCE))).read_text(encoding="utf-8")
    words = {language: _words(language) for language, _name in settings.LANGUAGES}
    return source.replace(WORDS_GO_HERE, f"const WORDS = {json.dumps(words, ensure_ascii=False)};", 1)


def _words(language: str) -> dict[str, Any]:
    """What the script says, and how figures are written, in one language."""
    with translation.override(language):
        return {
            "language": language,
            "thousands": str(get_format("THOUSAND_SEPARATOR", language)),
            "decimal": str(get_format("DECIMAL_SEPARATOR", language)),
            # As everywhere: English puts the sign before the number, Italian after it.
            "sign_first": language.startswith("en"),
            "level": _("Level %(number)s"),
            "states": {
                "scheduled": _("Not started"),
                "running": "",
                "paused": _("Paused"),
                "break": _("Break"),
                "overtime": _("Overtime"),
                "finished": _("Finished"),
                "cancelled": _("Cancelled"),
            },
            "next": _("Next"),
            "ante": _("ante"),
            "left_of": _("%(left)s left of %(entries)s"),
            "players": _("Players"),
            "entries": _("Entries"),
            "average": _("Average stack"),
            "pool": _("Prize pool"),
            "paid": _("Places paid"),
            "place": _("Place"),
            "rank": _("Rank"),
            "player": _("Player"),
            "prize": _("Prize"),
            "chips": _("Chips"),
            "points": _("Points"),
            "next_out": _("next out"),
            "more": _("More on Floorman"),
            "away": _("No connection to the tournament."),
            "away_since": _("No connection to the tournament since %(time)s."),
            "unknown": _("This event is not on Floorman."),
        }
