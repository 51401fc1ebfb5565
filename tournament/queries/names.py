"""Finding people by what is typed of their names."""

from __future__ import annotations

from django.db.models import Q


def has_words(folded: str, *, field: str) -> Q:
    """Rows whose folded `field` has every word of a folded search, in any order; all rows for none."""
    wanted = Q()
    for word in folded.split():
        wanted &= Q(**{f"{field}__contains": word})
    return wanted
