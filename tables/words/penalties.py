"""Penalties in the reader's language: what, and what for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.rules.penalties import OFFENCES

_OFFENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "conduct": gettext_noop("Conduct"),
        "etiquette": gettext_noop("Etiquette"),
        "exposed_cards": gettext_noop("Cards exposed with action pending"),
        "disclosure": gettext_noop("Talking about a live hand"),
        "out_of_turn": gettext_noop("Acting out of turn"),
        "dodged_blinds": gettext_noop("Dodging blinds"),
        "device": gettext_noop("Phone or other device"),
        "soft_play": gettext_noop("Soft play or chip dumping"),
        "collusion": gettext_noop("Collusion"),
        "miscalled_hand": gettext_noop("Hand miscalled on purpose"),
        "mucked_all_in": gettext_noop("Hand mucked on purpose against an all-in"),
        "hand_requests": gettext_noop("Asking to see hands too often: right revoked"),
    }
)


def offence_words(offence: str) -> str:
    """ "Etiquette (TDA 70)"; a code that this release does not know stays as it is."""
    words = _(_OFFENCES[offence]) if offence in _OFFENCES else offence
    rule = OFFENCES.get(offence, "")
    return f"{words} ({rule})" if rule else words


def penalty_words(kind: str, count: int, hands: int) -> str:
    """ "Warning", "3 missed hands", "1 missed round (8 hands)"."""
    if kind == "warning":
        return _("Warning")
    if kind == "disqualification":
        return _("Disqualification")
    if kind == "rounds":
        rounds = ngettext("%(count)d missed round", "%(count)d missed rounds", count) % {"count": count}
        return f"{rounds} ({hands_words(hands)})"
    return ngettext("%(count)d missed hand", "%(count)d missed hands", hands) % {"count": hands}


def hands_words(hands: int) -> str:
    """ "1 hand", "3 hands"."""
    return ngettext("%(count)d hand", "%(count)d hands", hands) % {"count": hands}
