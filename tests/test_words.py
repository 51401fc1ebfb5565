"""English as a cardroom speaks it: phrases that were translated and must not come back.

`BANNED` is a list of phrases with what to write instead. They are looked for in templates, in the texts of
the catalogue, in what the code says or explains (strings, comments, docstrings) and in the documentation.

`HABITS` are turns of phrase rather than phrases, each with its reason. They are looked for in the papers, code left
out, and in the docstrings of the product: what people read from top to bottom.
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

# How a sentence is turned -> why it takes a second reading, or what to write. Case matters.
HABITS: Final[dict[str, str]] = {
    # “Who wins?” is a question, and the name of a page.
    r"(?:^|[.:;|] )Who (?!wins\b)[a-z][^?.|]*(?:[.|]|$)": "“who” is no noun: a player who, anyone who",
    r"\b(?:[Oo]nly|for|by|from|than) who\b": "“who” is no noun: those who, a player who",
    r"(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!(?:longer|more|less|fewer|better|worse|one)\b)": "is not a",
    r"\bany ?more\b(?=[.,;:)|]| by\b| once\b|$)": "no longer",
    r"(?<!\b[Tt]here )\b(?:is|are|was|were) none\b(?=[.,;:|]|$)": "say what it is, or is not",
    r", also (?:after|at|from|if|in|on|when|where|while)\b": "even, or a second sentence",
    r"\b[Mm]end(?:s|ed|ing)?\b": "fix",
    r"\bNobody (?:sits|plays|wins|won|acts|bets|raises)\b": "no player",
    r"\b(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b": "a player is “they”",
    r"\bstands? (?:there|in (?:the (?:log|ledger|list|table)|one (?:file|place)))\b": "appears, or is",
}

PLACES: Final = (
    "templates/**/*.html", "templates/**/*.jinja", "tables/**/*.py", "tournament/**/*.py", "tables/**/*.js",
    "tournament/**/*.js", "tables/**/*.css", "tournament/**/*.css",
    "*.md", "docs/*.md", "Makefile", "pyproject.toml", "manage.py",
)  # fmt: skip
# Released migrations are frozen, the glossary and this list may name a phrase.
EXCEPT: Final = re.compile(r"/migrations/|^docs/glossary\.md$")


# The papers, each read as one. docs/imports.md is mostly drawings.
PAPERS: Final = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md")
# Fenced and indented blocks, and words in quotes of code.
CODE: Final = re.compile(r"^```.*?^```|^(?: {4}|\t).*?$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
# A paragraph may go over lines; a heading, an item and a row begin anew.
BLOCK: Final = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\. ))")
MARK: Final = re.compile(r"^(?:[-*#]+|\d+\.) ")

DOCSTRING: Final = re.compile(r'"""(.*?)"""', re.DOTALL)

SPACES: Final = re.compile(r"\s+")
TURNS: Final = {re.compile(turn): reason for turn, reason in HABITS.items()}
PHRASES: Final = {phrase: re.compile(rf"(?<![\w-]){re.escape(phrase)}(?![\w-])") for phrase in BANNED}


def banned(text: str) -> Iterator[str]:
    """The phrases of `BANNED` that a text has, across the line breaks of strings and comments."""
    joined = re.sub(r"[\"']?[ \t]*\n\s*(?:#|//|\*|f?[\"'])?", " ", text)
    flat = SPACES.sub(" ", joined).lower()
    for phrase, pattern in PHRASES.items():
        # Most texts have none: a plain search says so at once.
        if phrase in flat and pattern.search(flat):
            yield phrase


def turns(paper: str) -> Iterator[str]:
    """What of a paper goes by a habit of `HABITS`, with the words around it and the reason."""
    for block in BLOCK.split(CODE.sub("code", paper)):
        said = MARK.sub("", SPACES.sub(" ", block).strip())
        for turn, reason in TURNS.items():
            for found in turn.finditer(said):
                yield f"…{said[max(0, found.start() - 30) : found.end() + 10]}…: {reason}"


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


@pytest.mark.parametrize(
    "planted",
    [
        "Who is out is not moved.",
        "- Who has bought a rebuy does not\n  count.",
        "| F01 | It ends. Who was there comes back. | code |",
        "Ask this only who may undo it.",
        "A player with a rebuy is no no-show.",
        "The button is not green any more.",
        "A backup on the disk that\ndies is none.",
        "It makes one now, also in the middle of a hand.",
        "The fault is mended by its cause.",
        "Nobody sits at table 3.",
        "A player takes his seat.",
        "It stands in the log.",
    ],
)
def test_a_planted_habit_is_caught(planted: str) -> None:
    assert len(list(turns(f"# A paper\n\n{planted}\n\nThat is all."))) == 1


@pytest.mark.parametrize(
    "said",
    [
        "“Who wins?” settles a dispute.",
        "Who wins, and why; tablet: who wins",
        "Who may undo it? The floor.",
        "| Who | Why |\n|---|---|\n| the floor | a call |",
        "The log says who did it, for whom and when.",
        "There is no seat, and there are none to come.",
        "It is no longer open; any more players wait.",
        "- Undo it\n- Who\n",
        "It also plays at the table; that stands in line with the rule.",
        "```\nWho is out is mended.\n```",
        "    Who is out is mended.",
        "`Who is out is mended.` is refused.",
    ],
)
def test_good_english_goes_by_no_habit(said: str) -> None:
    assert list(turns(f"# A paper\n\n{said}\n")) == []


def docstrings() -> Iterator[tuple[str, str]]:
    """Those of the product. One may begin as a heading does: “Who may enter, and when.”"""
    for app in ("tables", "tournament"):
        for path in sorted((ROOT / app).rglob("*.py")):
            if not EXCEPT.search(path.as_posix()):
                for said in DOCSTRING.findall(path.read_text(encoding="utf-8")):
                    yield path.relative_to(ROOT).as_posix(), re.sub(r"^\s*Who ", "Those who ", said)


def test_no_docstring_goes_by_a_habit() -> None:
    # Shared by their indentation, the lines of a docstring are no code.
    found = [
        f"{name}: {turn}" for name, said in docstrings() for turn in turns(re.sub(r"(?m)^[ \t]+", "", said))
    ]
    assert "\n".join(found) == ""


def test_no_paper_goes_by_a_habit() -> None:
    papers = [path for paper in PAPERS for path in sorted(ROOT.glob(paper))]
    found = {path.name: list(turns(path.read_text(encoding="utf-8"))) for path in papers}
    assert {name: each for name, each in found.items() if each} == {}
    assert len(papers) > 10
