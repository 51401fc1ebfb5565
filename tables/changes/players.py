"""Players of the house: imported, corrected, two of them made one."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import UNSET, UnsetType

from tournament.changes.change import Change, logged
from tournament.changes.kinds import ENTRIES
from tournament.words.writer import Writer


@logged(ENTRIES)
class PlayersImported(Change):
    """From a file: `players` lines were accepted, `new` of them of players who were not listed, `refused` were not.

    registered: with an entry each, not into the list of players only.
    """

    players: int
    new: int
    refused: int
    registered: bool

    def said(self, writer: Writer) -> str:
        if self.registered:
            text = ngettext(
                "Imported and registered %(count)s player from a file.",
                "Imported and registered %(count)s players from a file.",
                self.players,
            )
        else:
            text = ngettext(
                "Imported %(count)s player from a file.",
                "Imported %(count)s players from a file.",
                self.players,
            )
        return text % {"count": writer.chips(self.players)}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFields:
    """What the floor can correct of a player. note, country: older lines do not have them."""

    name: str
    public_name: str
    club_number: str
    note: str | UnsetType = UNSET
    country: str | UnsetType = UNSET


@logged(ENTRIES)
class PlayerEdited(Change):
    """name, new_name: before and after."""

    player: int
    name: str
    new_name: str
    was: PlayerFields
    became: PlayerFields

    def said(self, writer: Writer) -> str:
        return _("Corrected player %(name)s: %(changes)s.") % {
            "name": self.name,
            "changes": ", ".join(self._changes()),
        }

    def _changes(self) -> list[str]:
        was, became = self.was, self.became
        said = []
        if became.name != was.name:
            said.append(_("name %(text)s") % {"text": became.name or "–"})
        if became.public_name != was.public_name:
            said.append(_("public name %(text)s") % {"text": became.public_name or "–"})
        if became.club_number != was.club_number:
            said.append(_("club number %(text)s") % {"text": became.club_number or "–"})
        if became.country != was.country:
            said.append(_("country %(text)s") % {"text": became.country or "–"})
        # The log says that it changed; what it says is for the player's page.
        if became.note != was.note:
            said.append(_("note"))
        return said


@dataclass(frozen=True, slots=True, kw_only=True)
class OfMerge(Change):
    """player, name: who stays. double, double_name: who was listed a second time."""

    player: int
    name: str
    double: int
    double_name: str


@logged(ENTRIES)
class PlayersMerged(OfMerge):
    """entries, id_checks, reservations: those of the double, which are the player's now.

    was, became: the player. double_was: the double. Older lines have neither ID checks nor reserved seats.
    """

    entries: tuple[int, ...]
    id_checks: tuple[int, ...] = ()
    reservations: tuple[int, ...] = ()
    was: PlayerFields
    became: PlayerFields
    double_was: PlayerFields

    def said(self, writer: Writer) -> str:
        return _("Merged %(double)s into %(name)s.") % {"double": self.double_name, "name": self.name}


@logged(ENTRIES)
class PlayersUnmerged(OfMerge):
    def said(self, writer: Writer) -> str:
        return _("Undid the merge of %(double)s into %(name)s.") % {
            "double": self.double_name,
            "name": self.name,
        }
