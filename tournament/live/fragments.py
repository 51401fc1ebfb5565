"""The public fragments: parts of pages that look the same to everybody, one renderer per topic.

A view registers its renderer where it is defined::

    @public_fragment("standings")
    def standings_fragment(*, public_id: str, language: str, now: datetime) -> str:
        return render_to_string("tournament/standings.html#standings", {...})

A fragment that also shows what other topics report names them: the clock on the wall counts players and tables, so
it is rendered again for `standings` too (`@public_fragment("clock", also=["standings"])`). What nobody needs to the
second rests longer after each news: `rest=5`.

What comes one after the other, each told once and in its order, is a series: who comes back says which it had last::

    @public_series("told-hand")
    def told_hand(*, public_id: str, language: str, now: datetime, after: str) -> Series: ...

The renderer is called in a thread of the hub, with the language active, and raises `ObjectDoesNotExist` or
`Http404` for a tournament that is not there. It returns HTML without anything that depends on the viewer: no
CSRF token, no name of an account, no address with a secret in it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol, TypeVar

from django.db import close_old_connections
from django.utils import translation

from tournament.realtime import TOPIC, check_topic
from tournament.timekeeping import house_now


class Renderer(Protocol):
    """Renders one public fragment of one tournament."""

    def __call__(self, *, public_id: str, language: str, now: datetime) -> str: ...


# So many of a series are kept for those who come back; who has missed more is told so. Hands are played again to be
# told, fifty of them in a tenth of a second.
KEPT: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """items: the id and the text of each that came after the one asked for, oldest first. there: the ids of the newest
    KEPT, told before or not. left_off: the id of the next older one, "" where there is none. marks: by id, where the
    text of one may change, what tells the one from the other, as the names in it.

    An id is two whole numbers with a hyphen, and a later one is greater.
    """

    items: tuple[tuple[str, str], ...]
    there: frozenset[str]
    left_off: str = ""
    marks: Mapping[str, str] = field(default_factory=dict)


class Teller(Protocol):
    """Tells what is in a public series after an id, "" for all that is kept."""

    def __call__(self, *, public_id: str, language: str, now: datetime, after: str) -> Series: ...


R = TypeVar("R", bound=Renderer)
T = TypeVar("T", bound=Teller)

_renderers: dict[str, Renderer] = {}
_tellers: dict[str, Teller] = {}
_also: dict[str, frozenset[str]] = {}
_rests: dict[str, float] = {}
_public_topics: set[str] = set()


def public_fragment(topic: str, *, also: Iterable[str] = (), rest: float = 0) -> Callable[[R], R]:
    """Register the renderer of what everybody sees under `topic`, and changes with the topics `also` named; it is made
    again `rest` seconds after it was made, at the earliest, or after those that every fragment rests.
    """
    check_topic(topic)
    _rests[topic] = rest
    _also[topic] = frozenset(check_topic(each) for each in also)

    def register(renderer: R) -> R:
        former = _renderers.get(topic)
        if former is not None and getattr(former, "__qualname__", "") != getattr(
            renderer, "__qualname__", ""
        ):
            raise ValueError(f"Two renderers for the public fragment {topic!r}.")
        _renderers[topic] = renderer
        _public_topics.add(topic)
        return renderer

    return register


def public_series(topic: str, *, also: Iterable[str] = (), rest: float = 0) -> Callable[[T], T]:
    """Register what tells of a series under `topic`; as for a fragment."""
    check_topic(topic)
    _rests[topic] = rest
    _also[topic] = frozenset(check_topic(each) for each in also)
    _public_topics.add(topic)

    def register(teller: T) -> T:
        _tellers[topic] = teller
        return teller

    return register


def public_topic(topic: str) -> None:
    """Let public pages hear `topic` by name and fetch their own part, such as one player's seat.

    `entry-*` stands for every topic that begins so: a page hears the one that is its own.
    """
    check_topic(topic.removesuffix("*"))
    _public_topics.add(topic)


def fragment_topics() -> frozenset[str]:
    """Return the topics that can be pushed whole."""
    return frozenset(_renderers)


def series_topics() -> frozenset[str]:
    """Return the topics that are told one after the other."""
    return frozenset(_tellers)


def shown_topics() -> frozenset[str]:
    """Return all that a stream can show."""
    return fragment_topics() | series_topics()


def touched_by(topic: str) -> frozenset[str]:
    """Return the topics with which the fragment of `topic` may change, its own among them."""
    return _also.get(topic, frozenset()) | {topic}


def rest_after(topic: str) -> float:
    """Return for how many seconds the fragment of `topic` wants to rest, 0 where as all do."""
    return _rests.get(topic, 0)


def is_public(topic: str) -> bool:
    """Say whether anybody may hear this one topic by name; no page may hear all that begin alike."""
    if not TOPIC.fullmatch(topic):
        return False
    patterns = (each.removesuffix("*") for each in _public_topics if each.endswith("*"))
    return topic in _public_topics or topic.startswith(tuple(patterns))


def render_fragment(public_id: str, topic: str, language: str) -> str:
    """Render a public fragment as of now. Runs in a thread of the hub and leaves no stale connection behind."""
    close_old_connections()
    try:
        with translation.override(language):
            return _renderers[topic](public_id=public_id, language=language, now=house_now())
    finally:
        close_old_connections()


def tell_series(public_id: str, topic: str, language: str, after: str) -> Series:
    """Tell what a public series has as of now. Runs in a thread of the hub too."""
    close_old_connections()
    try:
        with translation.override(language):
            return _tellers[topic](public_id=public_id, language=language, now=house_now(), after=after)
    finally:
        close_old_connections()
