"""A change is a type: for each verb of the log one frozen class, with what its lines keep and how they are said.

The fields of the class are the keys of the stored JSON: a name that is changed here makes older lines unreadable, and
tests/told, with lines of every release, says so. A field with a default is one that lines of an earlier release
do not have; one that is `UNSET` by default is kept only where it was given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, Protocol, Self, TypeVar, dataclass_transform, get_type_hints

import msgspec
from django.utils.translation import gettext

from tournament.changes.figures import WrittenAs
from tournament.changes.kinds import Kind
from tournament.words.writer import Writer


class Line(Protocol):
    """A line of the log, as far as it tells of a change."""

    @property
    def verb(self) -> str: ...

    @property
    def data(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePage:
    """Where something is added to what a line tells of: the name of an address by the line's key, and of the link.

    `is_undo`: it undoes the line in its own way, and is there for as long as that can be undone.
    """

    address: str
    label: str
    is_undo: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What every change can do; those that lines tell of are `logged`.

    verb: the code of its lines, made of the name of the class: `TillOpened` is "till_opened".
    says: its sentence in English, into which its fields are written; a change that has several of them is `said`.
    filed_under: the filter that finds them.
    figures: by field how it is written, where not as it is.
    kept_as: by field the key of its lines, where that is a word that every change uses for something else.
    """

    verb: ClassVar[str] = ""
    filed_under: ClassVar[Kind | None] = None
    says: ClassVar[str] = ""
    figures: ClassVar[Mapping[str, WrittenAs]] = {}
    kept_as: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def of(cls, line: Line) -> Self:
        """The change that a line tells of, or so much of it as this class has.

        Raises msgspec.ValidationError where the line does not have it.
        """
        return cls.from_data(line.data)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """As `to_data` has given it. Raises msgspec.ValidationError."""
        if not cls.kept_as:
            return msgspec.convert(data, cls)
        named = {name: data[key] for name, key in cls.kept_as.items() if key in data}
        return msgspec.convert({**data, **named}, cls)

    @classmethod
    def if_told(cls, data: Mapping[str, Any]) -> Self | None:
        """None where an earlier release kept less, or something else."""
        try:
            return cls.from_data(data)
        except msgspec.ValidationError:
            return None

    def to_data(self) -> dict[str, Any]:
        """As a line keeps it: JSON values only."""
        # By way of JSON: a list is a list also before the row is read again.
        data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        for name, key in self.kept_as.items():
            data[key] = data.pop(name)
        return data

    def said(self, writer: Writer) -> str:
        """What happened, as one sentence in the reader's language."""
        return gettext(self.says) % self.in_words(writer)

    def in_words(self, writer: Writer) -> dict[str, Any]:
        """Its fields as a page writes them: money, chips, cards and periods by the writer, the rest as it is."""
        words = {each.name: getattr(self, each.name) for each in fields(self)}
        return words | {name: how.write(writer, words[name]) for name, how in self.figures.items()}

    def page(self) -> LinePage | None:
        """Where something is added to it; None where there is nothing to add."""
        return None


_C = TypeVar("_C", bound=Change)
_changes: Final[dict[str, type[Change]]] = {}


@dataclass_transform(frozen_default=True, kw_only_default=True)
def logged(kind: Kind | None) -> Callable[[type[_C]], type[_C]]:
    """Make a class a frozen change that lines tell of. `kind`: the filter that finds them; None for none.

    Raises ValueError where two classes have one verb.
    """

    def make(cls: type[_C]) -> type[_C]:
        change = made(cls)
        change.filed_under = kind
        if _changes.setdefault(change.verb, change) is not change:
            raise ValueError(f"Two changes have the verb {change.verb!r}.")
        return change

    return make


def made(cls: type[_C]) -> type[_C]:
    """The class as a frozen change with its verb."""
    change = dataclass(frozen=True, slots=True, kw_only=True)(cls)
    change.verb = _verb_of(cls.__name__)
    change.figures = _figures_of(change)
    return change


def _figures_of(change: type[Change]) -> Mapping[str, WrittenAs]:
    hints = get_type_hints(change, include_extras=True)
    return {
        name: how
        for name, hint in hints.items()
        for how in getattr(hint, "__metadata__", ())
        if isinstance(how, WrittenAs)
    }


def _verb_of(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def verbs(*changes: type[Change]) -> tuple[str, ...]:
    """Their verbs, to search lines by."""
    return tuple(change.verb for change in changes)


def verbs_of(kind: Kind) -> frozenset[str]:
    """The verbs of every change of a kind."""
    return frozenset(verb for verb, change in _changes.items() if change.filed_under is kind)


def all_changes() -> Mapping[str, type[Change]]:
    """By verb every change that a line can tell of."""
    return _changes


def change_of(verb: str, data: Mapping[str, Any]) -> Change | None:
    """The change that a line tells of; None where it is of a release that kept less, or of a later one."""
    change = _changes.get(verb)
    return change.if_told(data) if change else None


def told(line: Line) -> Change:
    """The change that a line of this release tells of. Raises KeyError or msgspec.ValidationError for another line."""
    return _changes[line.verb].of(line)


def sentence_of(line: Line, writer: Writer) -> str:
    """What happened, as one sentence. A line of an older release may lack a figure: its code is shown."""
    change = change_of(line.verb, line.data)
    return change.said(writer) if change else line.verb.replace("_", " ")
