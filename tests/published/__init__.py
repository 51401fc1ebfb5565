"""The facts of 771 published hands: cards, actions, amounts, and the stacks at the end of each.

A hand stands on a line, in the one-line form of `tables.engine.notation`:

    30-13 NT blinds=50/100 button=6 seats=1:10000,2:10000 posts=s1:50,b2:100 | h1:Ks7d f1 = 9950,10050

name, how it begins, what is done, and after the equals sign the chips of each seat at the end as they were
published. A hand that begins as the one above it leaves that part out. `rules` stand on no line: they are those
of every hand that is read from a file. Lines with # in front say where the hands were published.

texts.phhs has some of them as PHH texts. `python -m tests.published FOLDER` writes all of them as PHH files, which
`python -m tables.engine` and `manage.py replay` take.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Final

from tables.engine import Operation, Setup
from tables.engine.notation import RecordedHand, format_phh, parse_line
from tables.engine.notation.phh.hands import read_hands
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS

FOLDER: Final = Path(__file__).parent
SOURCES: Final = ("pluribus", "championship", "single_hands")


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedHand:
    """finishing_stacks: in the order of setup.seats; half chips where a pot was published as split in halves."""

    source: str
    name: str
    setup: Setup
    operations: tuple[Operation, ...]
    finishing_stacks: tuple[Decimal, ...]

    @property
    def phh(self) -> str:
        """Its PHH text, in chips, by our own writer."""
        return format_phh(self.setup, self.operations)


@cache
def published(source: str) -> tuple[PublishedHand, ...]:
    """The hands of one source in their order."""
    return tuple(hands_of(source, (FOLDER / f"{source}.txt").read_text(encoding="utf-8")))


def all_published() -> list[PublishedHand]:
    return [hand for source in SOURCES for hand in published(source)]


def hands_of(source: str, text: str) -> Iterator[PublishedHand]:
    beginning = ""
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        before, _, after = line.partition("|")
        name, _, own = before.strip().partition(" ")
        beginning = own or beginning
        operations, _, stacks = after.partition(" = ")
        setup, played = parse_line(f"{beginning} rules=tda2024 |{operations}")
        yield PublishedHand(
            source=source,
            name=name,
            setup=replace(setup, rules=RULES_OF_RECORDS),
            operations=played,
            finishing_stacks=tuple(map(Decimal, stacks.split(","))),
        )


@cache
def published_texts() -> dict[str, str]:
    """The PHH texts of texts.phhs by the names of their hands."""
    parts = (FOLDER / "texts.phhs").read_text(encoding="utf-8").split("\n[")[1:]
    named = (part.partition("]\n") for part in parts)
    return {name: text for name, _, text in named}


def read_text(name: str) -> RecordedHand:
    [(_, hand)] = read_hands(published_texts()[name])
    assert isinstance(hand, RecordedHand), hand
    return hand
