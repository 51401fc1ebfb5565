"""What the house's own log tells of: who came, went, was refused, or changed what somebody may.

A book of its own, with verbs and filters of its own: a change here is never one of a tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeVar, dataclass_transform

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.changes.change import Change, made
from tournament.models import Role
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, eq=False)
class HouseKind:
    """name: the value of the filter. label: as it is offered."""

    name: str
    label: str | Promise


SESSIONS: Final = HouseKind("sessions", _("Log-ins and sessions"))
REFUSED: Final = HouseKind("refused", _("Failed and refused"))
KEYS: Final = HouseKind("keys", _("Passwords and second factors"))
ROLES: Final = HouseKind("roles", _("Roles"))
BACKUPS: Final = HouseKind("backups", _("Backups"))
IMPORTS: Final = HouseKind("imports", _("Imported events"))
HOUSE_KINDS: Final = (SESSIONS, REFUSED, KEYS, ROLES, BACKUPS, IMPORTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseChange(Change):
    """A change whose sentence needs nothing of a tournament."""

    kind: ClassVar[HouseKind]

    def said(self, writer: Writer | None = None) -> str:
        return gettext(self.says) % self.in_words(writer)

    def in_words(self, _writer: Writer | None = None) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


_C = TypeVar("_C", bound=HouseChange)
_changes: Final[dict[str, type[HouseChange]]] = {}


@dataclass_transform(frozen_default=True, kw_only_default=True)
def logged_by_house(kind: HouseKind) -> Callable[[type[_C]], type[_C]]:
    """Make a class a frozen change that lines of the house tell of, found by this filter."""

    def make(cls: type[_C]) -> type[_C]:
        change = made(cls)
        change.kind = kind
        _changes[change.verb] = change
        return change

    return make


def house_changes() -> Mapping[str, type[HouseChange]]:
    """By verb every change that a line of the house can tell of."""
    return _changes


def house_verbs_of(kind: str) -> frozenset[str]:
    """The verbs that a filter finds; none where there is no such filter."""
    return frozenset(verb for verb, change in _changes.items() if change.kind.name == kind)


def house_sentence(verb: str, data: Mapping[str, Any]) -> str:
    """What happened, as one sentence. A line of an older release may lack something: its code is shown."""
    change = _changes.get(verb)
    told = change.if_told(data) if change else None
    return told.said() if told else verb.replace("_", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class OfPerson(HouseChange):
    """name: of the person whose account it is about."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InBursts(HouseChange):
    """What may come a thousand times. count: the how many-th of its burst this is."""

    says_count: ClassVar[bool] = True

    count: int = 1

    def said(self, writer: Writer | None = None) -> str:
        # Without arguments `super` would look for the class as it was before it had slots.
        said = HouseChange.said(self, writer)
        if self.count < 2 or not self.says_count:
            return said
        times = ngettext(
            "(%(count)d time within 15 minutes)", "(%(count)d times within 15 minutes)", self.count
        )
        return f"{said} " + times % {"count": self.count}


@dataclass(frozen=True, slots=True, kw_only=True)
class OfPersonInBursts(InBursts):
    """name: of the person whose account it is about."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithRole(OfPerson):
    """role: a value of Role, or of one that an earlier release had."""

    role: str

    def in_words(self, writer: Writer | None = None) -> dict[str, Any]:
        return HouseChange.in_words(self, writer) | {"role": _role(self.role)}


def _role(value: str) -> str:
    return str(Role(value).label) if value in Role.values else value


# --- Log-ins and sessions ------------------------------------------------------------------------------------


@logged_by_house(SESSIONS)
class LoggedIn(OfPerson):
    """how: "password", "link" or "machine". second: "code" or "recovery", "" without a second factor."""

    how: str
    second: str

    def said(self, _writer: Writer | None = None) -> str:
        words = {
            ("password", ""): gettext("%(name)s logged in with the password."),
            ("password", "code"): gettext("%(name)s logged in with the password and a code of the app."),
            ("password", "recovery"): gettext("%(name)s logged in with the password and a recovery code."),
            ("link", ""): gettext("%(name)s logged in with a link."),
            ("link", "code"): gettext("%(name)s logged in with a link and a code of the app."),
            ("link", "recovery"): gettext("%(name)s logged in with a link and a recovery code."),
            ("machine", ""): gettext(
                "%(name)s logged in with a link made at the computer that runs Floorman."
            ),
        }
        return words.get((self.how, self.second), gettext("%(name)s logged in.")) % {"name": self.name}


@logged_by_house(SESSIONS)
class LoggedOut(OfPerson):
    says = gettext_noop("%(name)s logged out.")


@logged_by_house(SESSIONS)
class SessionTooOld(OfPerson):
    says = gettext_noop("The session of %(name)s ended: 16 hours had passed since the log-in.")


@logged_by_house(SESSIONS)
class SessionsEnded(OfPerson):
    count: int

    def said(self, writer: Writer | None = None) -> str:
        words = ngettext(
            "Ended %(count)d session of %(name)s.", "Ended %(count)d sessions of %(name)s.", self.count
        )
        return words % self.in_words(writer)


@logged_by_house(SESSIONS)
class LinkMade(OfPerson):
    says = gettext_noop("Created a log-in link for %(name)s.")


# --- Failed and refused --------------------------------------------------------------------------------------


@logged_by_house(REFUSED)
class LogInFailed(OfPersonInBursts):
    says = gettext_noop("Log-in as %(name)s failed: wrong password.")


@logged_by_house(REFUSED)
class UnknownName(InBursts):
    says = gettext_noop("Log-in failed: there is no such name.")


@logged_by_house(REFUSED)
class LinkSpent(InBursts):
    says = gettext_noop("Log-in failed: the link was used, too old or made up.")


@logged_by_house(REFUSED)
class LockedOut(OfPersonInBursts):
    says = gettext_noop("Too many wrong passwords: %(name)s is locked out from that address for 15 minutes.")
    says_count = False


@logged_by_house(REFUSED)
class SecondFactorFailed(OfPersonInBursts):
    says = gettext_noop("Wrong code as the second factor of %(name)s.")


@logged_by_house(REFUSED)
class SecondFactorLocked(OfPersonInBursts):
    says = gettext_noop("Too many wrong codes: %(name)s is locked out for 15 minutes.")
    says_count = False


@logged_by_house(REFUSED)
class RightRefused(OfPersonInBursts):
    """role: as they have it there, "" for none. method and path: of the request that was refused."""

    says = gettext_noop("%(name)s (%(role)s) was refused: %(method)s %(path)s")

    role: str
    method: str
    path: str

    def in_words(self, writer: Writer | None = None) -> dict[str, Any]:
        return HouseChange.in_words(self, writer) | {"role": _role(self.role)}


# --- Passwords and second factors ----------------------------------------------------------------------------


@logged_by_house(KEYS)
class PasswordSet(OfPerson):
    says = gettext_noop("%(name)s set a password.")


@logged_by_house(KEYS)
class SecondFactorOn(OfPerson):
    says = gettext_noop("%(name)s switched the second factor on.")


@logged_by_house(KEYS)
class SecondFactorOff(OfPerson):
    says = gettext_noop("%(name)s switched the second factor off.")


@logged_by_house(KEYS)
class SecondFactorReset(OfPerson):
    says = gettext_noop("Removed the second factor of %(name)s.")


@logged_by_house(KEYS)
class RecoveryCodesMade(OfPerson):
    says = gettext_noop("%(name)s made new recovery codes.")


@logged_by_house(KEYS)
class RecoveryCodeUsed(OfPerson):
    """count: how many are left."""

    count: int

    def said(self, writer: Writer | None = None) -> str:
        words = ngettext(
            "%(name)s used a recovery code; %(count)d is left.",
            "%(name)s used a recovery code; %(count)d are left.",
            self.count,
        )
        return words % self.in_words(writer)


# --- Roles ---------------------------------------------------------------------------------------------------


@logged_by_house(ROLES)
class RoleGiven(WithRole):
    says = gettext_noop("Gave %(name)s a role: %(role)s.")


@logged_by_house(ROLES)
class RoleRemoved(WithRole):
    says = gettext_noop("Removed the role of %(name)s: %(role)s.")


@logged_by_house(ROLES)
class RoleOffered(WithRole):
    says = gettext_noop("Invited %(name)s to a role: %(role)s.")


@logged_by_house(ROLES)
class RoleDeclined(WithRole):
    says = gettext_noop("%(name)s declined a role: %(role)s.")


@logged_by_house(ROLES)
class RoleOfferWithdrawn(WithRole):
    says = gettext_noop("Withdrew the invitation of %(name)s to a role: %(role)s.")


# --- Backups -------------------------------------------------------------------------------------------------


@logged_by_house(BACKUPS)
class BackupRestored(HouseChange):
    """made_at: when the backup was made, UTC, to the minute."""

    made_at: str

    says = gettext_noop("Restored the backup of %(made_at)s UTC: what was recorded after it is not here.")


# --- Imported events -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OfImport(HouseChange):
    """name: of the event. day: as 2026-11-30, or "" where nobody knows it."""

    name: str
    day: str

    def in_words(self, writer: Writer | None = None) -> dict[str, Any]:
        words = HouseChange.in_words(self, writer)
        return words | {"event": ", ".join(filter(None, (self.name, self.day)))}


@logged_by_house(IMPORTS)
class EventImported(OfImport):
    players: int

    def said(self, writer: Writer | None = None) -> str:
        words = ngettext(
            "Imported “%(event)s” with %(players)d player.",
            "Imported “%(event)s” with %(players)d players.",
            self.players,
        )
        return words % self.in_words(writer)


@logged_by_house(IMPORTS)
class ImportRemoved(OfImport):
    says = gettext_noop("Removed the imported event “%(event)s”.")


@logged_by_house(IMPORTS)
class SeasonImported(HouseChange):
    """name: of the season, with its league."""

    name: str
    events: int

    def said(self, writer: Writer | None = None) -> str:
        words = ngettext(
            "Made the season “%(name)s” of %(events)d imported event.",
            "Made the season “%(name)s” of %(events)d imported events.",
            self.events,
        )
        return words % self.in_words(writer)


@logged_by_house(IMPORTS)
class ImportedSeasonRemoved(HouseChange):
    """name: of the season, with its league."""

    name: str

    says = gettext_noop("Removed the season “%(name)s” of imported events.")
