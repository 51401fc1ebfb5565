"""Everything that is kept, drawn anew: by source, which is a game, a scene of the room, or the pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils import translation

from tables import engine
from tables.templatetags.screen import render_screen
from tests.tables.drawn.hands import Moment, hand_of
from tests.tables.drawn.kept import LANGUAGES, lines_of
from tests.tables.drawn.pages import pages
from tests.tables.drawn.room import SCENES

PAGES: Final = "pages"
# One game of each shape and of each betting is followed to the end: others of the same kind have the same controls.
FOLLOWED: Final = {
    *{
        (game.family, len(game.streets), game.has_draws, game.is_stud, game.is_high_low): code
        for code, game in reversed(list(engine.GAMES.items()))
    }.values(),
    *{(game.betting, game.is_stud): code for code, game in reversed(list(engine.GAMES.items()))}.values(),
}
SOURCES: Final = (*engine.GAMES, *SCENES, PAGES)


def drawn(source: str) -> dict[str, str]:
    """The name and the lines of everything that this source draws."""
    return {f"{source}: {name}": lines_of(html) for name, html in _drawn(source)}


def _drawn(source: str) -> Iterator[tuple[str, str]]:
    if source == PAGES:
        for language in LANGUAGES:
            for name, html in pages(language):
                yield f"{name}, {language}", html
        return
    for number, moment in enumerate(moments(source)):
        # A hand has many screens that are alike: each is drawn in one language, in turn.
        for language in [LANGUAGES[number % 2]] if source in engine.GAMES else LANGUAGES:
            with translation.override(language):
                yield f"{moment.name}, {language}", _html(moment)


def moments(source: str) -> Iterator[Moment]:
    """The screens of a game or a scene."""
    if source in SCENES:
        yield from SCENES[source]()
        return
    yield from hand_of(source, every=1 if source in FOLLOWED else 9)


def _html(moment: Moment) -> str:
    return render_screen(moment.screen, moment.refusal)
