"""Penalties and players who leave with chips, in the reader's language: what, what for, the lines of the log."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from tournament.queries.log import register_kind
from tournament.queries.words.log import Data, Writer, register_sentences
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


def register() -> None:
    """Called once, when the application starts."""
    register_sentences(
        {
            "penalty_given": _given,
            "penalty_lifted": _lifted,
            "penalty_served": _served,
            "player_left": _left,
            "player_leaving": _leaving,
            "player_stays": _stays,
            "player_returned": _returned,
        },
    )
    register_kind(
        "departures",
        gettext_lazy("Players who left with chips"),
        ["player_left", "player_leaving", "player_stays", "player_returned"],
    )
    register_kind(
        "penalties", gettext_lazy("Penalties"), ["penalty_given", "penalty_lifted", "penalty_served"]
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
        return f"{rounds} ({_hands(hands)})"
    return ngettext("%(count)d missed hand", "%(count)d missed hands", hands) % {"count": hands}


def _hands(hands: int) -> str:
    return ngettext("%(count)d hand", "%(count)d hands", hands) % {"count": hands}


def _words(data: Data) -> dict[str, object]:
    return {
        "name": data["name"],
        "penalty": penalty_words(data["kind"], data["count"], data["hands"]),
        "offence": offence_words(data["offence"]),
    }


def _given(data: Data, _writer: Writer) -> str:
    return _("Penalty for %(name)s: %(penalty)s. %(offence)s.") % _words(data)


def _lifted(data: Data, _writer: Writer) -> str:
    return _("Undid the penalty of %(name)s: %(penalty)s.") % _words(data)


def _served(data: Data, _writer: Writer) -> str:
    return _("%(name)s sits out the last hand of the penalty (%(hands)s).") % {
        "name": data["name"],
        "hands": _hands(data["hands"]),
    }


def _left(data: Data, writer: Writer) -> str:
    words = {
        "name": data["name"],
        "chips": writer.chips(data["chips"]),
        "offence": offence_words(data["offence"]),
    }
    if data["why"] == "disqualified":
        return _("Disqualified %(name)s: %(chips)s chips are out of play. %(offence)s.") % words
    if data["why"] == "surrendered":
        return _("%(name)s surrendered: %(chips)s chips are out of play.") % words
    if data["why"] == "forfeited":
        return _("%(name)s surrendered %(chips)s chips to re-enter: they are out of play.") % words
    return _("%(name)s walked out: %(chips)s chips are out of play.") % words


def _leaving(data: Data, _writer: Writer) -> str:
    words = {
        "name": data["name"],
        "hand": data["hand"],
        "table": data["table"],
        "offence": offence_words(data["offence"]),
    }
    if data["why"] == "disqualified":
        said = _("Disqualified %(name)s: out when hand %(hand)d at table %(table)d is over. %(offence)s.")
    elif data["why"] == "surrendered":
        said = _("%(name)s surrenders: out when hand %(hand)d at table %(table)d is over.")
    else:
        said = _("%(name)s walks out: out when hand %(hand)d at table %(table)d is over.")
    return _with_hand(said % words, is_dead=bool(data["killed_by"]))


def _stays(data: Data, _writer: Writer) -> str:
    said = _("%(name)s stays in the tournament.") % {"name": data["name"]}
    return _with_hand(said, is_dead=data["is_dead"])


def _with_hand(said: str, *, is_dead: bool) -> str:
    return " ".join([said, _("The hand is dead.")]) if is_dead else said


def _returned(data: Data, writer: Writer) -> str:
    return _("%(name)s is back in play with %(chips)s chips.") % {
        "name": data["name"],
        "chips": writer.chips(data["chips"]),
    }
