"""What a screen shows in turn, as it is stored: "clock:30 seats payouts:15"."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

# Shorter nobody can read it, longer nobody waits for it.
SHORTEST_SECONDS: Final = 5
LONGEST_SECONDS: Final = 600


@dataclass(frozen=True, slots=True)
class Turn:
    """One content, by its name, and how many seconds it stays; 0: for as long as it takes to read."""

    content: str
    seconds: int = 0


def read_playlist(text: str) -> tuple[Turn, ...]:
    """The turns that a text stands for. Raises ValueError for a text that `write_playlist` does not make."""
    turns = []
    for word in text.split():
        content, _colon, seconds = word.partition(":")
        turns.append(Turn(content, int(seconds or 0)))
    if not turns:
        raise ValueError("a playlist without a turn")
    return tuple(turns)


def write_playlist(turns: Iterable[Turn]) -> str:
    """The text that stands for these turns."""
    return " ".join(f"{turn.content}:{turn.seconds}" if turn.seconds else turn.content for turn in turns)
