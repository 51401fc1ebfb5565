"""What phones are told of: for each change that a player should hear of a row with its notices, and nowhere else.

The rows of this app stand here, those of the tables in `tables.changes.phones`; what the clock brings by itself is in
`tournament.queries.phone_moments`. A notice says to one player what their own page says, as a floor manager would call
it across the room: first where or when, then why. No amount of money: it is read on a locked phone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext, gettext_noop

from tournament.changes.change import Change
from tournament.changes.prizes import PrizeNotReady, PrizeReady
from tournament.models import LogEntry, NoticeKind, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeWords:
    """A sentence in English with its figures; it is said in the language of each phone."""

    words: str
    figures: Mapping[str, object] = field(default_factory=dict)

    def said(self) -> str:
        """In the language that is active."""
        return gettext(self.words) % self.figures if self.words else ""


NOTHING_MORE: Final = NoticeWords(words="")


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeFact:
    """What one player is told. `entry`: theirs, by its id. `subject`: of two notices with the same one the second is
    not sent.
    """

    kind: NoticeKind
    entry: int
    subject: str
    title: NoticeWords
    text: NoticeWords = NOTHING_MORE


# Of a change, its line and its event.
TellPhones: TypeAlias = Callable[[Any, LogEntry, Tournament], Iterable[NoticeFact]]

_noticed: Final[dict[type[Change], TellPhones]] = {}


def register_notices(tell: TellPhones, *changes: type[Change]) -> None:
    """A row: what players are told of these changes. Raises ValueError where a change has one already."""
    for change in changes:
        if _noticed.setdefault(change, tell) is not tell:
            raise ValueError(f"Two rows tell players of {change.__name__}.")


def concerns_phones(change: Change) -> bool:
    """Whether players may be told of it."""
    return type(change) in _noticed


def notices_of(change: Change, line: LogEntry, event: Tournament) -> list[NoticeFact]:
    """What they are told."""
    tell = _noticed.get(type(change))
    return [] if tell is None else list(tell(change, line, event))


def changes_for_phones() -> tuple[type[Change], ...]:
    """Those that have a row."""
    return tuple(_noticed)


def subject_of(line: LogEntry) -> str:
    """Of a notice that nothing but this line can bring."""
    return f"line-{line.pk}"


# --- Prizes ---------------------------------------------------------------------------------------------------------


def _ready(change: PrizeReady, line: LogEntry, event: Tournament) -> list[NoticeFact]:
    where = (
        NoticeWords(words=gettext_noop("Collect it here: %(place)s"), figures={"place": event.pay_place})
        if event.pay_place
        else NoticeWords(words=gettext_noop("Collect it from the cashier."))
    )
    title = NoticeWords(words=gettext_noop("Your prize is ready."))
    return [_of_prize(change.entry, line, title, where)]


def _not_ready(change: PrizeNotReady, line: LogEntry, _: Tournament) -> list[NoticeFact]:
    title = NoticeWords(words=gettext_noop("Your prize is not ready yet."))
    return [_of_prize(change.entry, line, title, NoticeWords(words=gettext_noop("The desk will tell you.")))]


def _of_prize(entry: int, line: LogEntry, title: NoticeWords, text: NoticeWords) -> NoticeFact:
    return NoticeFact(kind=NoticeKind.PRIZE, entry=entry, subject=subject_of(line), title=title, text=text)


register_notices(_ready, PrizeReady)
register_notices(_not_ready, PrizeNotReady)
