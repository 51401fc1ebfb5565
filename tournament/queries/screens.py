"""The televisions of the house, as the floor sees them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.front.televisions import those_there
from tournament.models import Screen, ScreenContent, ScreenMessage, ScreenTheme, Tournament
from tournament.rules.screens.playlists import Turn, read_playlist


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenRow:
    """One screen. It `shows` its `turns` of that event, whose name is `event`, "" for the one that is looked from.

    `is_there` says whether it gave a sign of life in the last forty seconds, `content` what it showed then, or else the
    first of its turns.
    """

    screen_id: int
    name: str
    turns: tuple[Turn, ...]
    content: ScreenContent
    shows: Tournament
    event: str
    since: datetime
    language: str
    theme: ScreenTheme
    gives_way: bool
    is_there: bool

    @property
    def labels(self) -> list[str]:
        """What it shows in turn, in words."""
        return [str(ScreenContent(turn.content).label) for turn in self.turns]


def screens_of_house(tournament: Tournament) -> tuple[ScreenRow, ...]:
    """Every screen of the house by its name. One query."""
    screens = list(Screen.objects.filter(removed_at=None).select_related("tournament").order_by("name"))
    there = those_there(screen.pk for screen in screens)
    return tuple(
        ScreenRow(
            screen_id=screen.pk,
            name=screen.name,
            turns=turns_of(screen),
            content=ScreenContent(there.get(screen.pk) or turns_of(screen)[0].content),
            shows=screen.tournament,
            event="" if screen.tournament_id == tournament.pk else screen.tournament.name,
            since=screen.shown_since,
            language=screen.language,
            theme=theme_of(screen),
            gives_way=screen.gives_way,
            is_there=screen.pk in there,
        )
        for screen in screens
    )


def theme_of(screen: Screen) -> ScreenTheme:
    """Its colours; dark for those that another release has."""
    return ScreenTheme(screen.theme) if screen.theme in ScreenTheme.values else ScreenTheme.DARK


def turns_of(screen: Screen) -> tuple[Turn, ...]:
    """What a screen shows in turn; a content that another release has is left out, the clock takes the place of all."""
    known = [turn for turn in read_playlist(screen.content) if turn.content in ScreenContent.values]
    return tuple(known) or (Turn(ScreenContent.CLOCK.value),)


def a_screen_speaks(tournament: Tournament) -> bool:
    """Whether one of the screens that show this event is not silent. One query."""
    return Screen.objects.filter(tournament=tournament, removed_at=None, volume__gt=0).exists()


def screen_with(token_sha256: str) -> Screen | None:
    """The screen whose cookie has this hash, with the event that it shows; None for one that nobody has taken in."""
    screens = Screen.objects.select_related("tournament")
    return screens.filter(token_sha256=token_sha256, removed_at=None).first()


def screen_of(screen_id: int) -> Screen | None:
    """The screen with this number, with the event that it shows; None for one that was removed."""
    return Screen.objects.select_related("tournament").filter(pk=screen_id, removed_at=None).first()


def message_on_screens(tournament: Tournament, *, now: datetime) -> ScreenMessage | None:
    """What the floor says on every screen now. One query."""
    messages = ScreenMessage.objects.filter(tournament=tournament, ended_at=None, until__gt=now)
    return messages.order_by("-pk").first()
