"""What a television can show: for each content its page, and what it hears of the event.

A content with a page of its own says so, as the clock does; the others stand in one frame, which has the clock above
and turns the pages of what is longer than the screen::

    @on_screens(ScreenContent.CLOCK, "public/clock.html", part="public/_clock.html", shows="clock")
    def clock_on_screen(tournament: Tournament, now: datetime) -> dict[str, object]: ...

    @in_frame(ScreenContent.STRUCTURE, "contents/structure.html", also=["clock"])
    def structure_on_screen(tournament: Tournament, now: datetime) -> dict[str, object]: ...
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tournament.live.fragments import public_fragment
from tournament.models import ScreenContent, Tournament
from tournament.queries.clock import clock_board

Context = Callable[[Tournament, datetime], dict[str, object]]

FRAME: Final = "tournament/screens/frame.html"
FRAMED: Final = "tournament/screens/_framed.html"
_ID: Final = re.compile(r' id="[^"]*"')


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentPage:
    """`template` is drawn with what `context` gives; `part` is what changes of it, pushed as the fragment `shows`."""

    template: str
    part: str
    context: Context
    shows: str

    def picture(self, tournament: Tournament, now: datetime) -> SafeString:
        """What a screen shows now, to be drawn small among others: without ids, which are once in a page."""
        html = render_to_string(self.part, self.context(tournament, now))
        return SafeString(_ID.sub("", html))


CONTENTS: Final[dict[ScreenContent, ContentPage]] = {}


def on_screens(
    content: ScreenContent, template: str, *, part: str, shows: str
) -> Callable[[Context], Context]:
    """Register the page of one content; the function says what it is drawn with."""

    def register(context: Context) -> Context:
        CONTENTS[content] = ContentPage(template=template, part=part, context=context, shows=shows)
        return context

    return register


def in_frame(content: ScreenContent, template: str, *, also: Collection[str]) -> Callable[[Context], Context]:
    """Register what stands in the frame of one content; it is pushed whole when one of the topics `also` has news.

    What the function gives is known in the frame too: `board` None leaves its clock out, `polls` are the seconds after
    which a page asks by itself, where what it shows is not all of this event.
    """
    topic = f"on-{content.value}"

    def register(context: Context) -> Context:
        def framed(tournament: Tournament, now: datetime) -> dict[str, object]:
            return {
                "tournament": tournament,
                "board": clock_board(tournament, now=now),
                "now": now,
                "content": content,
                "topic": topic,
                "inside": template,
                **context(tournament, now),
            }

        @public_fragment(topic, also=also)
        def fragment(*, public_id: str, language: str, now: datetime) -> str:
            return render_to_string(FRAMED, framed(Tournament.objects.get(code=public_id), now))

        CONTENTS[content] = ContentPage(template=FRAME, part=FRAMED, context=framed, shows=topic)
        return context

    return register
