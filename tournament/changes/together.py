"""What one tap has done to many rows: a line that names the lines of its parts, undone by one tap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import msgspec
from django.utils.translation import gettext as _

from tournament.changes.change import Change, change_of, logged
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Change):
    """parts: the lines of its parts, in their order."""

    parts: tuple[int, ...]


@logged(None)
class UndoneTogether(Change):
    """Kept as the data of the change that was undone, with its verb in `was`. It stands below the line it undid."""

    was: Change

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        was = change_of(data.get("was", ""), data)
        if was is None:
            raise msgspec.ValidationError("Nothing is told of what was undone.")
        return cls(was=was)

    def to_data(self) -> dict[str, Any]:
        return {**self.was.to_data(), "was": self.was.verb}

    def said(self, writer: Writer) -> str:
        return _("Undid: %(what)s") % {"what": self.was.said(writer)}
