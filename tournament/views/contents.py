"""What a television can show, and what takes all of them for a while.

A content says what it is drawn with, and which fragment is pushed. Most stand in one frame, which has the clock above
(pushed alone) and turns the pages of what is longer than the screen::

    @on_screens(ScreenContent.CLOCK, part="tournament/public/_clock.html", shows="clock")
    def clock_on_screen(tournament: Tournament, now: datetime) -> dict[str, object]: ...

    @in_frame(ScreenContent.STRUCTURE, "tournament/screens/contents/structure.html", also=["log"])
    def structure_on_screen(tournament: Tournament, now: datetime) -> dict[str, object]: ...

A call takes every screen of the event that gives way, and gives it back when it is over; the lowest rank goes first::

    @calls_screens(rank=20)
    def table_broken(tournament: Tournament, now: datetime) -> ScreenCall | None: ...
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.template.loader import render_to_string

from tournament.live.fragments import public_fragment
from tournament.models import ScreenContent, Tournament
from tournament.queries.clock import clock_board

Context = Callable[[Tournament, datetime], dict[str, object]]

FRAMED: Final = "tournament/screens/_framed.html"
FRAME_CLOCK: Final = "tournament/screens/_frame_clock.html"
CLOCK_TOPIC: Final = "on-clock"
# What stands below the clock is read for minutes: it need not be new to the second.
LIST_RESTS: Final = 5.0
CALL_TOPIC: Final = "on-call"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentPart:
    """`part` is drawn with what `context` gives, and pushed as the fragment `shows`; the clock in a frame is pushed
    alone (`is_framed`).

    Where the context has `polls` the page asks again after so many seconds: not all of it is of this event.
    """

    part: str
    context: Context
    shows: str
    is_framed: bool = False

    @property
    def topics(self) -> frozenset[str]:
        """The fragments that its page hears."""
        return frozenset({self.shows, CLOCK_TOPIC} if self.is_framed else {self.shows})

    def picture(self, tournament: Tournament, now: datetime) -> str:
        """What a screen shows now, to be drawn small among others: without ids, which are once in a page."""
        return render_to_string(self.part, {**self.context(tournament, now), "is_small": True})


CONTENTS: Final[dict[ScreenContent, ContentPart]] = {}


def on_screens(content: ScreenContent, *, part: str, shows: str) -> Callable[[Context], Context]:
    """Register a content; the function says what its part is drawn with."""

    def register(context: Context) -> Context:
        CONTENTS[content] = ContentPart(part=part, context=context, shows=shows)
        return context

    return register


def in_frame(
    content: ScreenContent, template: str, *, also: Collection[str], rest: float = LIST_RESTS
) -> Callable[[Context], Context]:
    """Register what stands in the frame of one content; it is pushed when one of the topics `also` has news, and then
    rests so many seconds.

    What the function gives is known in the frame too: `board` None leaves its clock out.
    """
    topic = f"on-{content.value}"

    def register(context: Context) -> Context:
        def framed(tournament: Tournament, now: datetime) -> dict[str, object]:
            return {
                "tournament": tournament,
                "board": clock_board(tournament, now=now),
                "now": now,
                "content": content,
                "inside": template,
                **context(tournament, now),
            }

        @public_fragment(topic, also=also, rest=rest)
        def fragment(*, public_id: str, language: str, now: datetime) -> str:
            return render_to_string(FRAMED, framed(Tournament.objects.get(code=public_id), now))

        CONTENTS[content] = ContentPart(part=FRAMED, context=framed, shows=topic, is_framed=True)
        return context

    return register


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenCall:
    """What every screen shows, since when, and until when; None: until it is over. One to come is since then."""

    content: ScreenContent
    since: datetime | None = None
    until: datetime | None = None

    @property
    def key(self) -> str:
        """Another one for each call: a table that breaks while another one does calls again."""
        return f"{self.content.value}-{self.since.timestamp():.0f}" if self.since else self.content.value


Calls = Callable[[Tournament, datetime], ScreenCall | None]

_calls: Final[list[tuple[int, Calls]]] = []


def calls_screens(*, rank: int) -> Callable[[Calls], Calls]:
    """Register what may take the screens of an event; of several at a time that of the lowest rank does."""

    def register(calls: Calls) -> Calls:
        _calls.append((rank, calls))
        return calls

    return register


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """The call that takes the screens of an event now, and when the next one comes that is known of."""

    call: ScreenCall | None
    next_at: datetime | None


def called(tournament: Tournament, now: datetime) -> Called:
    """What takes the screens of an event now, and what will."""
    found = [calls(tournament, now) for _rank, calls in sorted(_calls, key=lambda each: each[0])]
    begun = [each for each in found if each is not None and (each.since is None or each.since <= now)]
    coming = [
        each.since for each in found if each is not None and each.since is not None and each.since > now
    ]
    return Called(call=begun[0] if begun else None, next_at=min(coming, default=None))


def call_of(tournament: Tournament, now: datetime) -> ScreenCall | None:
    """What takes the screens of an event now."""
    return called(tournament, now).call


@public_fragment(CLOCK_TOPIC, also=["clock", "field", "log"])
def clock_of_frames(*, public_id: str, language: str, now: datetime) -> str:
    board = clock_board(Tournament.objects.get(code=public_id), now=now)
    return render_to_string(FRAME_CLOCK, {"board": board})


# The screens hear which call it is, and ask for what they are to show.
@public_fragment(CALL_TOPIC, also=["clock", "moves", "field", "log"])
def call_fragment(*, public_id: str, language: str, now: datetime) -> str:
    found = called(Tournament.objects.get(code=public_id), now)
    return render_to_string("tournament/screens/_call.html", {"call": found.call, "next_call": found.next_at})
