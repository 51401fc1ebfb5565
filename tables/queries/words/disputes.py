"""Disputed hands, as the log says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from tables.models import DisputeAbout
from tournament.queries.words.log import Data, Sentence, Writer


def _sentence(text: Callable[[], str]) -> Sentence:
    def say(data: Data, _writer: Writer) -> str:
        about = DisputeAbout(data["about"]).label
        return text() % {**data, "about": about}

    return say


def _opened(data: Data, writer: Writer) -> str:
    if data["rule"]:
        text = _sentence(
            lambda: _("Hand %(hand)d at table %(table)d is disputed (%(rule)s). %(about)s: “%(said)s”.")
        )
    else:
        text = _sentence(
            lambda: _(
                "Hand %(hand)d at table %(table)d is disputed, too late, and heard (TDA 1). %(about)s: “%(said)s”."
            )
        )
    return text(data, writer)


DISPUTE_SENTENCES: Final[Mapping[str, Sentence]] = {
    "dispute_opened": _opened,
    "dispute_answered": _sentence(
        lambda: _("Decided the dispute of hand %(hand)d at table %(table)d: “%(answer)s”.")
    ),
    "dispute_withdrawn": _sentence(
        lambda: _("Undid the dispute of hand %(hand)d at table %(table)d: “%(said)s”.")
    ),
    "dispute_reopened": _sentence(
        lambda: _("Undid the decision on the dispute of hand %(hand)d at table %(table)d: “%(said)s”.")
    ),
}
