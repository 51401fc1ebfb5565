"""What counts in a season, in words."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from tournament.rules.seasons.standings import TieBreak
from tournament.words.seasons import TIE_BREAK_WORDS

register = template.Library()


@register.filter
def in_words(tie_breaks: Iterable[TieBreak]) -> str:
    """What decides between players with as many points, first to last."""
    return ", ".join(str(TIE_BREAK_WORDS[code]) for code in tie_breaks)
