"""English as a cardroom speaks it: phrases that were translated and must not come back.

`BANNED` is a list of phrases with what to write instead. They are looked for in templates, in the texts of
the catalogue, in what the code says or explains (strings, comments, docstrings) and in the documentation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import polib
import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)

# What was written -> what is meant. A space matches any space or line break; case does not matter.
BANNED: Final[dict[str, str]] = {
    "buy-in, all in": "Total buy-in",
    "speaks first": "acts first",
    "speak first": "act first",
    "to speak": "to act",
    "it is a break": "The tournament is on break",
    "of that name": "No player found",
    "to remark on": "No problems found",
    "anew": "again",
    "tables that stay": "Tables remaining",
    "tables are even": "Tables are balanced",
    "least bet": "Minimum bet",
    "own stakes": "Custom stakes",
    "level in front": "Insert level before",
    "crew": "Staff",
    "called off": "Cancelled",
    "call it off": "Cancel tournament",
    "somebody new": "New player",
    "see what would happen": "Preview",
    "card for all": "Community card",
    "looks on": "View only",
    "call them out": "Announce moves",
    "saved from going out": "Protected from being raced out",
    "killed by mistake": "killed in error",
    "nobody sits": "Seat 4 is empty",
    "stands in the log": "Appears in the log",
    "was that already": "Stack unchanged",
    "away again": "Removed table 3",
    "is kept for": "is reserved for",
    "you decide everything": "you build the rest",
    "opens the house": "starts Floorman",
    "good once": "single-use",
    "good for ten minutes": "valid for ten minutes",
    "twenty lines": "Architecture",
    "loudly": "lists what it skipped",
    "is no number": "is not a number",
    "is no version": "never matches",
    "is no multiple": "is not a multiple",
    "gone on from": "later changes depend on it",
    "pot that waits": "carried pot",
    "pots that wait": "carried pots",
    "waits for the next hand": "carries over to the next hand",
    "wait for the next hand": "carry over to the next hand",
    "both ways at every fork": "every branch",
    "cards enough": "an empty list is valid",
    "upright": "portrait",
    "by twos": "in pairs",
    "whoever": "a player who",
    "taken back": "undone, voided or returned",
    "took back": "undid",
    "give a mapping": "a sentence that a director understands",
}

PLACES: Final = (
    "templates/**/*.html", "templates/**/*.jinja", "tables/**/*.py", "tournament/**/*.py", "tables/**/*.js",
    "tournament/**/*.js", "tables/**/*.css", "tournament/**/*.css",
    "*.md", "docs/*.md", "Makefile", "pyproject.toml", "manage.py",
)  # fmt: skip
# Released migrations are frozen, the glossary and this list may name a phrase.
EXCEPT: Final = re.compile(r"/migrations/|^docs/glossary\.md$")


SPACES: Final = re.compile(r"\s+")
PHRASES: Final = {phrase: re.compile(rf"(?<![\w-]){re.escape(phrase)}(?![\w-])") for phrase in BANNED}


def banned(text: str) -> Iterator[str]:
    """The phrases of `BANNED` that a text has, across the line breaks of strings and comments."""
    joined = re.sub(r"[\"']?[ \t]*\n\s*(?:#|//|\*|f?[\"'])?", " ", text)
    flat = SPACES.sub(" ", joined).lower()
    for phrase, pattern in PHRASES.items():
        # Most texts have none: a plain search says so at once.
        if phrase in flat and pattern.search(flat):
            yield phrase


def texts() -> Iterator[tuple[str, str]]:
    """The files of the product and its documentation, and the English side of the catalogue."""
    for place in PLACES:
        for path in sorted(ROOT.glob(place)):
            name = path.relative_to(ROOT).as_posix()
            if not EXCEPT.search(name):
                yield name, path.read_text(encoding="utf-8")
    catalogue = polib.pofile(str(ROOT / "locale/it/LC_MESSAGES/django.po"), encoding="utf-8")
    yield "locale/it", "\n\n".join(f"{entry.msgid}\n\n{entry.msgid_plural}" for entry in catalogue)


@pytest.mark.parametrize(
    "planted", ["<p>Whoever\n  registers</p>", 'raise Refused("A pot that "\n    "waits.")']
)
def test_a_planted_phrase_is_caught(planted: str) -> None:
    assert len(list(banned(planted))) == 1


def test_a_longer_word_is_not_a_phrase() -> None:
    assert list(banned("screwed, crewed; the last to speak-easy")) == []


def test_no_translated_phrase_comes_back() -> None:
    found = [f"{name}: {phrase!r} -> {BANNED[phrase]!r}" for name, text in texts() for phrase in banned(text)]
    assert "\n".join(found) == ""
