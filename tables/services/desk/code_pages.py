"""Which letters the bytes of a list mean: a file of before Unicode does not say.

What is UTF-8 or UTF-16 says so itself. Everything else has one byte a letter, and which letter depends on the country
and the program that wrote it: the ò of Nicolò is ň in Prague. So the person at the desk is asked and sees names as each
of the code pages reads them; those that make no names of the list are left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# Codec and where it is at home, the usual ones first.
CODE_PAGES: Final[dict[str, str | Promise]] = {
    "cp1252": _("Windows, Western Europe"),
    "cp1250": _("Windows, Central Europe"),
    "cp1257": _("Windows, Baltic"),
    "cp1254": _("Windows, Turkish"),
    "cp1251": _("Windows, Cyrillic"),
    "cp1253": _("Windows, Greek"),
    "mac_roman": _("Macintosh, Western Europe"),
    "mac_latin2": _("Macintosh, Central Europe"),
    "cp850": _("DOS, Western Europe"),
    "cp852": _("DOS, Central Europe"),
}
# What a name has besides letters.
_BESIDE_LETTERS: Final = frozenset("\u2018\u2019\u2013´`")
_WORDS: Final = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The text as one code page has it."""

    code_page: str
    text: str

    @property
    def label(self) -> str:
        """Where this code page is at home."""
        return str(CODE_PAGES[self.code_page])


def text_that_says_so(data: bytes) -> str | None:
    """The text of UTF-8 with or without its mark, and of UTF-16 with it; None for every other file."""
    is_utf_16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return data.decode("utf-16" if is_utf_16 else "utf-8-sig")
    except UnicodeDecodeError:
        return None


def readings(data: bytes) -> tuple[Reading, ...]:
    """How the file may be read, each text once.

    Five bytes mean nothing in Windows' Latin; where no code page knows every byte, that one reads them as they are.
    """
    return tuple(_every(data)) or (Reading(code_page="cp1252", text=data.decode("latin-1")),)


def read_as(data: bytes, code_page: str) -> str | None:
    """The text as this code page has it; None where it knows not every byte, or is none that is offered."""
    return next((each.text for each in readings(data) if each.code_page == code_page), None)


def _every(data: bytes) -> Iterator[Reading]:
    seen = set[str]()
    for code_page in CODE_PAGES:
        try:
            text = data.decode(code_page)
        except UnicodeDecodeError:
            continue
        if text not in seen:
            seen.add(text)
            yield Reading(code_page=code_page, text=text)


def could_be_names(text: str) -> bool:
    """Whether all that is not ASCII in these names are letters of the script of their word, and no capital inside."""
    if any(not letter.isascii() and not _belongs(letter) for letter in text):
        return False
    return all(word.isascii() or _is_word(word) for word in _WORDS.findall(text))


def _belongs(letter: str) -> bool:
    return (letter.isalpha() and letter not in "ªºƒˆµ") or letter.isspace() or letter in _BESIDE_LETTERS


def _is_word(word: str) -> bool:
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in word}
    has_odd_capital = any(
        before.islower() and letter.isupper() and not letter.isascii() for before, letter in pairwise(word)
    )
    return len(scripts) == 1 and not has_odd_capital
