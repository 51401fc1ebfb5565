"""The televisions of the house, as the floor sees them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.front.televisions import those_there
from tournament.models import Screen, ScreenContent, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenRow:
    """One screen. It `shows` something of that event, whose name is `event`, "" for the one that is looked from;
    `is_there` whether it gave a sign of life in the last forty seconds.
    """

    screen_id: int
    name: str
    content: ScreenContent
    shows: Tournament
    event: str
    since: datetime
    language: str
    theme: str
    is_there: bool


def screens_of_house(tournament: Tournament) -> tuple[ScreenRow, ...]:
    """Every screen of the house by its name. One query."""
    screens = list(Screen.objects.filter(removed_at=None).select_related("tournament").order_by("name"))
    there = those_there(screen.pk for screen in screens)
    return tuple(
        ScreenRow(
            screen_id=screen.pk,
            name=screen.name,
            content=ScreenContent(screen.content),
            shows=screen.tournament,
            event="" if screen.tournament_id == tournament.pk else screen.tournament.name,
            since=screen.shown_since,
            language=screen.language,
            theme=screen.theme,
            is_there=screen.pk in there,
        )
        for screen in screens
    )


def screen_with(token_sha256: str) -> Screen | None:
    """The screen whose cookie has this hash, with the event that it shows; None for one that nobody has taken in."""
    screens = Screen.objects.select_related("tournament")
    return screens.filter(token_sha256=token_sha256, removed_at=None).first()
