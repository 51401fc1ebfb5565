"""An event as a picture, for the preview of its link: what it costs, how it stands, or who has won."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from django.utils.translation import gettext as _

from tournament.printing.pictures import EDGE, GOLD, INK, SOFT, WIDTH, LinkPicture
from tournament.templatetags.previews import EventPreview, Fact

ROOM: Final = WIDTH - 2 * EDGE
# Of the name: the largest size at which it fits two lines.
NAME_SIZES: Final = (76, 64, 52, 44)
NAME_TOP: Final = 74
STATE_TOP: Final = 276
FACTS_TOP: Final = 428
SIZES: Final = (72, 60, 52, 44, 38)
# The edge of a clay chip marks the house.
EDGE_HEIGHT: Final = 22
SPOT: Final = 60


def event_picture(preview: EventPreview) -> bytes:
    """PNG, 1200 by 630. A name that is too long is cut."""
    picture = LinkPicture()
    _chip_edge(picture)
    size, lines = _name(picture, preview.name)
    for number, line in enumerate(lines):
        picture.write((EDGE, NAME_TOP + round(number * size * 1.2)), line, size=size)
    if preview.winner:
        picture.write((EDGE, STATE_TOP), _("Winner"), size=28, colour=SOFT, is_bold=False)
        size = _size(picture, [preview.winner], room=ROOM)
        picture.write((EDGE, STATE_TOP + 38), preview.winner, size=size, colour=GOLD)
    elif preview.state:
        size = _size(picture, [preview.state], room=ROOM, largest=52)
        picture.write((EDGE, STATE_TOP + 12), preview.state, size=size, colour=GOLD)
    shown = preview.facts
    room = ROOM // max(2, len(shown))
    size = _size(picture, [fact.value for fact in shown], room=room - 30)
    for place, fact in enumerate(shown):
        _fact(picture, EDGE + place * room, fact, size=size, room=room - 30)
    return picture.png()


def _fact(picture: LinkPicture, left: int, fact: Fact, *, size: int, room: int) -> None:
    picture.write((left, FACTS_TOP), fact.label, size=28, colour=SOFT, is_bold=False, room=room)
    picture.write((left, FACTS_TOP + 44), fact.value, size=size, colour=INK, room=room)
    if fact.small:
        picture.write(
            (left, FACTS_TOP + 60 + round(size * 1.1)),
            fact.small,
            size=28,
            colour=SOFT,
            is_bold=False,
            room=room,
        )


def _size(picture: LinkPicture, texts: Collection[str], *, room: int, largest: int = SIZES[0]) -> int:
    """The largest at which each of them fits its room."""
    sizes = [size for size in SIZES if size <= largest]
    fitting = (size for size in sizes if all(picture.width_of(text, size=size) <= room for text in texts))
    return next(fitting, SIZES[-1])


def _name(picture: LinkPicture, name: str) -> tuple[int, list[str]]:
    """Its size and its lines, two at most."""
    for size in NAME_SIZES:
        lines = list(_lines(picture, name, size))
        if len(lines) <= 2 and all(picture.width_of(line, size=size) <= ROOM for line in lines):
            return size, lines
    size = NAME_SIZES[-1]
    first, *others = _lines(picture, name, size)
    return size, [first, *([" ".join(others)] if others else [])]


def _lines(picture: LinkPicture, text: str, size: int) -> Iterator[str]:
    """Broken between words."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and picture.width_of(longer, size=size) > ROOM:
            yield line
            line = word
        else:
            line = longer
    yield line


def _chip_edge(picture: LinkPicture) -> None:
    """Along the top, as pages have it."""
    for number, left in enumerate(range(0, WIDTH, SPOT)):
        colour = ("#0b5c49", INK, "#0b5c49", GOLD)[number % 4]
        picture.draw.rectangle((left, 0, left + SPOT, EDGE_HEIGHT), fill=colour)
