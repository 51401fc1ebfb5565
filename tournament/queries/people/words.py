"""The house's own log in words: each verb has a sentence, made from the line's data in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.models import Role

Data = Mapping[str, Any]
Sentence = Callable[[Data], str]


def _logged_in(d: Data) -> str:
    name = {"name": d["name"]}
    words = {
        ("password", ""): _("%(name)s logged in with the password."),
        ("password", "code"): _("%(name)s logged in with the password and a code of the app."),
        ("password", "recovery"): _("%(name)s logged in with the password and a recovery code."),
        ("link", ""): _("%(name)s logged in with a link."),
        ("link", "code"): _("%(name)s logged in with a link and a code of the app."),
        ("link", "recovery"): _("%(name)s logged in with a link and a recovery code."),
        ("machine", ""): _("%(name)s logged in with a link made at the computer that runs Floorman."),
    }
    return words.get((d["how"], d["second"]), _("%(name)s logged in.")) % name


def _times(d: Data) -> str:
    """How many there have been within a quarter of an hour, where it is not the first."""
    count = int(d.get("count", 1))
    if count < 2:
        return ""
    return " " + ngettext(
        "(%(count)d time within 15 minutes)", "(%(count)d times within 15 minutes)", count
    ) % {"count": count}


def _sessions_ended(d: Data) -> str:
    count = int(d["count"])
    words = ngettext("Ended %(count)d session of %(name)s.", "Ended %(count)d sessions of %(name)s.", count)
    return words % {"count": count, "name": d["name"]}


def _recovery_code_used(d: Data) -> str:
    count = int(d["count"])
    words = ngettext(
        "%(name)s used a recovery code; %(count)d is left.",
        "%(name)s used a recovery code; %(count)d are left.",
        count,
    )
    return words % {"count": count, "name": d["name"]}


def _role(d: Data) -> str:
    role = str(d["role"])
    return str(Role(role).label) if role in Role.values else role


SENTENCES: Final[Mapping[str, Sentence]] = {
    "logged_in": _logged_in,
    "logged_out": lambda d: _("%(name)s logged out.") % {"name": d["name"]},
    "session_too_old": lambda d: (
        _("The session of %(name)s ended: 16 hours had passed since the log-in.") % {"name": d["name"]}
    ),
    "sessions_ended": _sessions_ended,
    "log_in_failed": lambda d: (
        _("Log-in as %(name)s failed: wrong password.") % {"name": d["name"]} + _times(d)
    ),
    "unknown_name": lambda d: _("Log-in failed: there is no such name.") + _times(d),
    "link_spent": lambda d: _("Log-in failed: the link was used, too old or made up.") + _times(d),
    "locked_out": lambda d: (
        _("Too many wrong passwords: %(name)s is locked out from that address for 15 minutes.")
        % {"name": d["name"]}
    ),
    "second_factor_failed": lambda d: (
        _("Wrong code as the second factor of %(name)s.") % {"name": d["name"]} + _times(d)
    ),
    "second_factor_locked": lambda d: (
        _("Too many wrong codes: %(name)s is locked out for 15 minutes.") % {"name": d["name"]}
    ),
    "right_refused": lambda d: (
        _("%(name)s (%(role)s) was refused: %(method)s %(path)s")
        % {"name": d["name"], "role": _role(d), "method": d["method"], "path": d["path"]}
        + _times(d)
    ),
    "password_set": lambda d: _("%(name)s set a password.") % {"name": d["name"]},
    "second_factor_on": lambda d: _("%(name)s switched the second factor on.") % {"name": d["name"]},
    "second_factor_off": lambda d: _("%(name)s switched the second factor off.") % {"name": d["name"]},
    "second_factor_reset": lambda d: _("Removed the second factor of %(name)s.") % {"name": d["name"]},
    "recovery_codes_made": lambda d: _("%(name)s made new recovery codes.") % {"name": d["name"]},
    "recovery_code_used": _recovery_code_used,
    "role_given": lambda d: _("Gave %(name)s a role: %(role)s.") % {"name": d["name"], "role": _role(d)},
    "role_removed": lambda d: (
        _("Removed the role of %(name)s: %(role)s.") % {"name": d["name"], "role": _role(d)}
    ),
    "role_offered": lambda d: (
        _("Invited %(name)s to a role: %(role)s.") % {"name": d["name"], "role": _role(d)}
    ),
    "role_declined": lambda d: (
        _("%(name)s declined a role: %(role)s.") % {"name": d["name"], "role": _role(d)}
    ),
    "role_offer_withdrawn": lambda d: (
        _("Withdrew the invitation of %(name)s to a role: %(role)s.") % {"name": d["name"], "role": _role(d)}
    ),
    "link_made": lambda d: _("Created a log-in link for %(name)s.") % {"name": d["name"]},
}

# Filters of the page: name -> (label, verbs).
KINDS: Final[Mapping[str, tuple[str | Promise, frozenset[str]]]] = {
    "sessions": (
        gettext_lazy("Log-ins and sessions"),
        frozenset({"logged_in", "logged_out", "session_too_old", "sessions_ended", "link_made"}),
    ),
    "refused": (
        gettext_lazy("Failed and refused"),
        frozenset(
            {
                "log_in_failed",
                "unknown_name",
                "link_spent",
                "locked_out",
                "second_factor_failed",
                "second_factor_locked",
                "right_refused",
            }
        ),
    ),
    "keys": (
        gettext_lazy("Passwords and second factors"),
        frozenset(
            {
                "password_set",
                "second_factor_on",
                "second_factor_off",
                "second_factor_reset",
                "recovery_codes_made",
                "recovery_code_used",
            }
        ),
    ),
    "roles": (
        gettext_lazy("Roles"),
        frozenset({"role_given", "role_removed", "role_offered", "role_declined", "role_offer_withdrawn"}),
    ),
}


def house_sentence(verb: str, data: Data) -> str:
    """What happened, as one sentence. A line of an older release may lack something: its code is shown."""
    sentence = SENTENCES.get(verb)
    try:
        return sentence(data) if sentence else verb.replace("_", " ")
    except KeyError:
        return verb.replace("_", " ")
