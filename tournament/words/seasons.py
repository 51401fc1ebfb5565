"""What decides between players of a season with as many points, as pages say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.rules.seasons.standings import TieBreak

TIE_BREAK_WORDS: Final[Mapping[TieBreak, str | Promise]] = {
    "wins": _("more wins"),
    "cashes": _("more prizes"),
    "best_place": _("the better place"),
    "head_to_head": _("head to head"),
    "knock_outs": _("more knock-outs"),
    "alphabet": _("alphabetical order"),
}
