"""What a television can show: for each content its page, and what it hears of the event.

@on_screens(ScreenContent.CLOCK, "tournament/public/clock.html", shows=["clock"])
def clock_on_screen(tournament: Tournament, now: datetime) -> dict[str, object]: ...
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tournament.models import ScreenContent, Tournament

Context = Callable[[Tournament, datetime], dict[str, object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentPage:
    """`template` is drawn with what `context` gives; `shows` are the fragments that are pushed to it."""

    template: str
    context: Context
    shows: Collection[str]


CONTENTS: Final[dict[ScreenContent, ContentPage]] = {}


def on_screens(
    content: ScreenContent, template: str, *, shows: Collection[str]
) -> Callable[[Context], Context]:
    """Register the page of one content; the function says what it is drawn with."""

    def register(context: Context) -> Context:
        CONTENTS[content] = ContentPage(template=template, context=context, shows=shows)
        return context

    return register
