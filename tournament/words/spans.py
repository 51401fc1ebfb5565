"""Spans of time in words, as large as an hour and as small as a second."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def hands_text(hands: int) -> str:
    """How long a level by hands lasts: "15 hands"."""
    return ngettext("%(count)d hand", "%(count)d hands", hands) % {"count": hands}


def span_text(seconds: float) -> str:
    """How long, either way: "1 h", "1 h 5 min", "5 min", "20 s". Seconds count only below two minutes."""
    whole = abs(round(seconds))
    if whole < 120 and whole % 60:
        return _("%(count)d s") % {"count": whole}
    minutes = round(whole / 60)
    hours, rest = divmod(minutes, 60)
    parts = [_("%(count)d h") % {"count": hours}] if hours else []
    if rest:
        parts.append(_("%(count)d min") % {"count": rest})
    return " ".join(parts)
