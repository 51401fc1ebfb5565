"""Whichever file it is: one of The Tournament Director, or a list of results."""

from datetime import UTC, tzinfo
from typing import Final

from tournament.rules.names import fold_name
from tournament.rules.past.errors import PastFileError
from tournament.rules.past.events import EarlierEvent
from tournament.rules.past.results_list import read_results
from tournament.rules.past.ttd import read_ttd

LONGEST_NAME: Final = 120
MOST_ENTRIES: Final = 1_000_000
_LISTS: Final = (".csv", ".txt", ".tsv")
# What the file of a tournament begins with, behind a mark of its code page and blanks.
_LITERAL: Final = (b"{", b"new ", b"new\t")
_MARKS: Final = b"\xef\xbb\xbf\xff\xfe \t\r\n\0"


def read_past(
    raw: bytes, *, file_name: str = "", zone: tzinfo = UTC, with_contact: bool = False
) -> tuple[EarlierEvent, ...]:
    """The events of a file, personal fields left out unless they are asked for. Raises PastFileError.

    The name decides where it says that it is a list, otherwise what the file begins with: what is of neither kind is
    read as a file of The Tournament Director, whose refusal says where it ends to be one.
    """
    events = _read(raw, file_name, zone, with_contact)
    for event in events:
        _check(event)
    return events


def _check(event: EarlierEvent) -> None:
    """Raise PastFileError for what nobody could be called, and for more entries than there are people who play."""
    if event.entries > MOST_ENTRIES:
        raise PastFileError("out_of_range", field=event.name, found=event.entries)
    for player in event.players:
        name = " ".join(player.name.split())
        folded = fold_name(name)
        if not (0 < len(folded) <= LONGEST_NAME and len(name) <= LONGEST_NAME and name.isprintable()):
            raise PastFileError("bad_name", name=name[:40])


def _read(raw: bytes, file_name: str, zone: tzinfo, with_contact: bool) -> tuple[EarlierEvent, ...]:
    begins = raw[:200].lstrip(_MARKS).replace(b"\0", b"")
    is_list = file_name.casefold().endswith(_LISTS)
    if is_list and not begins.startswith(_LITERAL):
        return read_results(raw)
    return (read_ttd(raw, zone=zone, with_contact=with_contact),)
