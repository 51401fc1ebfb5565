"""Programs that may use the interface: their tokens, made and ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop

from tournament.changes.change import Change, logged
from tournament.changes.kinds import SETUP
from tournament.models import TokenScope
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfToken(Change):
    """token: its number. name: as the director calls the program. Its secret is written nowhere."""

    token: int
    name: str


@logged(SETUP)
class TokenMade(OfToken):
    """scopes: values of TokenScope."""

    says = gettext_noop("Created the token “%(name)s”: %(scopes)s.")

    scopes: tuple[str, ...]

    def in_words(self, writer: Writer) -> dict[str, Any]:
        labels = [str(TokenScope(each).label) for each in self.scopes if each in TokenScope.values]
        return {"name": self.name, "scopes": ", ".join(labels)}


@logged(SETUP)
class TokenEnded(OfToken):
    says = gettext_noop("Ended the token “%(name)s”.")


@logged(SETUP)
class TokenPutBack(OfToken):
    says = gettext_noop("The token “%(name)s” is in force again.")
