"""The tokens of an event, as the page of its settings lists them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import ApiToken, TokenScope, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenListed:
    """A token in force: what its program may, and when it last came (None: never)."""

    id: int
    name: str
    scopes: tuple[str, ...]
    made_at: datetime
    used_at: datetime | None


def tokens_of(tournament: Tournament) -> tuple[TokenListed, ...]:
    """By name. One query."""
    rows = ApiToken.objects.filter(tournament=tournament, ended_at=None).order_by("name")
    return tuple(
        TokenListed(
            id=row.pk,
            name=row.name,
            scopes=tuple(str(TokenScope(each).label) for each in row.scopes),
            made_at=row.made_at,
            used_at=row.used_at,
        )
        for row in rows
    )
