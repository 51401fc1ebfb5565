"""Whichever file it is: one of The Tournament Director, or a list of results."""

from datetime import UTC, tzinfo
from typing import Final

from tournament.rules.past.events import EarlierEvent
from tournament.rules.past.results_list import read_results
from tournament.rules.past.ttd import read_ttd

_LISTS: Final = (".csv", ".txt", ".tsv")
# What the file of a tournament begins with, behind a mark of its code page and blanks.
_LITERAL: Final = (b"{", b"new ", b"new\t")
_MARKS: Final = b"\xef\xbb\xbf\xff\xfe \t\r\n\0"


def read_past(raw: bytes, *, file_name: str = "", zone: tzinfo = UTC) -> tuple[EarlierEvent, ...]:
    """The events of a file, personal fields left out. Raises PastFileError.

    The name decides where it says that it is a list, otherwise what the file begins with: what is of neither kind is
    read as a file of The Tournament Director, whose refusal says where it ends to be one.
    """
    begins = raw[:200].lstrip(_MARKS).replace(b"\0", b"")
    is_list = file_name.casefold().endswith(_LISTS)
    if is_list and not begins.startswith(_LITERAL):
        return read_results(raw)
    return (read_ttd(raw, zone=zone),)
