"""The tournament itself: made, edited, cancelled; its prices for entries; its staff."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import UNSET, UnsetType

from tournament.changes.change import Change, logged
from tournament.changes.figures import Money
from tournament.changes.kinds import SETUP
from tournament.models import Role
from tournament.plans.settings import words_of
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepsStructure(Change):
    """structure: whole, for `manage.py verify` to compare; not in lines of before that was kept."""

    structure: dict[str, Any] | UnsetType = UNSET


@logged(SETUP)
class TournamentCreated(KeepsStructure):
    says = gettext_noop("Created the tournament “%(name)s”.")

    name: str


@logged(SETUP)
class TournamentCloned(KeepsStructure):
    """source: the code of the tournament that it is a copy of."""

    says = gettext_noop("Created the tournament “%(name)s” as a copy of %(source)s.")

    name: str
    source: str


@logged(SETUP)
class TournamentEdited(KeepsStructure):
    """fields: what has changed, as columns of the tournament. was: the structure, and the last level of registration,
    where nothing else was changed: what an undo puts back.
    """

    fields: tuple[str, ...]
    was: dict[str, Any] | UnsetType = UNSET

    @property
    def has_structure(self) -> bool:
        return "structure_data" in self.fields

    def said(self, writer: Writer) -> str:
        return _("Changed: %(fields)s.") % {"fields": ", ".join(map(words_of, self.fields))}


@logged(SETUP)
class TournamentCancelled(Change):
    says = gettext_noop("Cancelled the tournament.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceChange(Change):
    """name, total: of the price as it is shown. at: its place in the list. before, after: None where there is none."""

    name: str
    total: Money
    at: int
    before: dict[str, Any] | None
    after: dict[str, Any] | None


@logged(SETUP)
class PriceAdded(PriceChange):
    says = gettext_noop("Added the price %(name)s %(total)s.")


@logged(SETUP)
class PriceRemoved(PriceChange):
    says = gettext_noop("Removed the price %(name)s %(total)s.")


@logged(SETUP)
class PriceChanged(PriceChange):
    def said(self, writer: Writer) -> str:
        """The total only where that is what has changed: the split and the dates stand on the page of prices."""
        words = {"before": _price(self.before, writer), "after": _price(self.after, writer)}
        if words["before"] == words["after"]:
            return _("Changed the split or the dates of the price %(after)s.") % words
        return _("Changed the price %(before)s to %(after)s.") % words


@dataclass(frozen=True, slots=True, kw_only=True)
class OfStaff(Change):
    """account: by its id, 0 in lines of before that was kept."""

    account: int = 0
    name: str
    role: str

    def in_words(self, writer: Writer) -> dict[str, Any]:
        role = str(Role(self.role).label) if self.role in Role.values else self.role
        return {"name": self.name, "role": role}


@logged(SETUP)
class StaffAdded(OfStaff):
    """is_new: the account was made for it."""

    says = gettext_noop("Added %(name)s to the staff: %(role)s.")

    is_new: bool = False


@logged(SETUP)
class StaffRemoved(OfStaff):
    says = gettext_noop("Removed %(name)s from the staff.")


@logged(SETUP)
class StaffAsked(OfStaff):
    says = gettext_noop("Invited %(name)s to join the staff: %(role)s.")


@logged(SETUP)
class StaffDeclined(OfStaff):
    says = gettext_noop("%(name)s declined to join the staff.")


@logged(SETUP)
class StaffRequestWithdrawn(OfStaff):
    says = gettext_noop("Withdrew the invitation of %(name)s to join the staff.")


@logged(SETUP)
class LoginLinkMade(OfStaff):
    says = gettext_noop("Created a log-in link for %(name)s.")


def _price(price: dict[str, Any] | None, writer: Writer) -> str:
    if price is None:
        return "–"
    return f"{price['name']} {writer.money(sum(price['price'].values()))}"
