"""The hunt: damage a text, give it to its importer, keep what was answered as nothing before, report.

Coverage is not measured: a new answer (another sentence but for its numbers and names, another game
and phase) is what makes a damaged text worth damaging further. Seeds alone decide what is tried.
"""

from __future__ import annotations

import random
import re
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tables.engine import InvalidNotation
from tests.fuzz.corpus import Text
from tests.fuzz.importers import IMPORTERS, Importer, check_refusal
from tests.fuzz.mutations import damage_text, damage_tree, read_json, read_toml, write_json, write_toml

MOST_SECONDS: Final = 1.0
"""Of processor time, for one input."""
PATIENCE_SECONDS: Final = 4.0
"""After that an input is given up: perhaps it would never end."""
MOST_TEXTS: Final = 2000
LONGEST_ANSWER: Final = 70
LONGEST_KEPT: Final = 20_000
_VALUES: Final = re.compile(r"“[^”]*”?|'[^']*'?|[0-9]+|\b[2-9TJQKA?][cdhs?]\b")


@dataclass(frozen=True, kw_only=True)
class Failure:
    """An input that an importer must not have answered as it did. place: what failures have in common."""

    kind: str
    text: str
    place: str
    story: str


@dataclass(kw_only=True)
class Tally:
    inputs: int = 0
    accepted: int = 0
    by_kind: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    slowest_kind: str = ""


class Hunt:
    """texts: what to start from. Half of the time a text is damaged further that was answered as none
    before it.
    """

    def __init__(
        self,
        texts: Sequence[Text],
        rng: random.Random,
        importers: Mapping[str, Importer] = IMPORTERS,
        *,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self.importers = importers
        self.patience = patience
        self.texts = {kind: [each for each in texts if each.kind == kind] for kind in importers}
        self.found: dict[str, list[Text]] = {kind: [] for kind in importers}
        self.rng = rng
        self.tally = Tally()

    def step(self) -> Failure | None:
        """One damaged text."""
        rng, tally = self.rng, self.tally
        kind = rng.choice(list(self.importers))
        texts = self.texts[kind]
        start = rng.choice(self.found[kind] if self.found[kind] and rng.random() < 0.5 else texts)
        text = damaged(start, texts, rng)
        began = time.process_time()
        answer = self._ask(kind, text)
        seconds = time.process_time() - began
        tally.inputs += 1
        tally.by_kind[start.kind] += 1
        if seconds > tally.slowest:
            tally.slowest, tally.slowest_kind = seconds, start.kind
        if isinstance(answer, Failure):
            return answer
        if seconds > MOST_SECONDS and (failure := self._too_slow(kind, text)) is not None:
            return failure
        self._note(start.kind, text, answer)
        return None

    def _ask(self, kind: str, text: str) -> str | Failure:
        return ask(self.importers[kind], kind, text, patience=self.patience)

    def _too_slow(self, kind: str, text: str) -> Failure | None:
        """The least of three: what else the machine does is not the input's fault."""
        times = []
        for _ in range(3):
            began = time.process_time()
            self._ask(kind, text)
            times.append(time.process_time() - began)
        if min(times) <= MOST_SECONDS:
            return None
        story = f"{min(times):.2f} s of processor time for {len(text)} characters"
        return Failure(kind=kind, text=text, place="more than a second", story=story)

    def reduced(self, failure: Failure, *, seconds: float) -> Failure:
        """The failure of a text from which stretches were cut, ever shorter, while it failed in the same
        place.
        """
        until = time.monotonic() + seconds
        length = max(len(failure.text) // 2, 1)
        while length and time.monotonic() < until:
            at = 0
            while at < len(failure.text) and time.monotonic() < until:
                shorter = failure.text[:at] + failure.text[at + length :]
                answer = self._ask(failure.kind, shorter)
                if isinstance(answer, Failure) and answer.place == failure.place:
                    failure = answer
                else:
                    at += length
            length //= 2
        return failure

    def _note(self, kind: str, text: str, answer: str) -> None:
        tally = self.tally
        tally.accepted += answer.startswith(("replayed", "read"))
        answer = f"{kind} {_VALUES.sub('*', answer)[:LONGEST_ANSWER]}"
        tally.answers[answer] += 1
        if tally.answers[answer] == 1 and len(text) <= LONGEST_KEPT:
            found = self.found[kind]
            found.append(Text(kind, text))
            if len(found) > MOST_TEXTS:
                del found[self.rng.randrange(len(found))]


class Endless(Exception):
    """An importer was stopped: nobody knows whether it would have come to an end."""


def _stop(_signal: int, _frame: object) -> None:
    raise Endless


def ask(importer: Importer, kind: str, text: str, *, patience: float) -> str | Failure:
    """What the importer says of a text, or how it failed; patience in seconds of processor time."""
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, patience)
    try:
        return _answer(importer, text)
    except Exception as error:  # noqa: BLE001  # whatever escapes an importer is what is hunted
        return _failure(kind, text, error)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _answer(importer: Importer, text: str) -> str:
    try:
        return importer(text)
    except InvalidNotation as refusal:
        return check_refusal(refusal)


def _failure(kind: str, text: str, error: Exception) -> Failure:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{type(error).__name__} in {frame.name} ({frame.filename.rsplit('/', 1)[-1]}:{frame.lineno})"
    if isinstance(error, Endless):
        place = "Endless"
    return Failure(kind=kind, text=text, place=place, story="".join(traceback.format_exception(error)[-12:]))


# --- Damage by kind


def damaged(start: Text, texts: Sequence[Text], rng: random.Random) -> str:
    """A text of the same kind: bytes and words, or the fields it describes, or parts of two texts."""
    roll = rng.random()
    text = start.text
    if roll < 0.1:
        text = _crossed(text, rng.choice(texts).text, rng)
    if start.kind in _TREES and roll < 0.6:
        text = _TREES[start.kind](text, rng)
    if roll >= 0.55:
        text = damage_text(text, rng)
    # No importer is ever given half characters: files are UTF-8, and so is what a browser sends.
    return text.encode("utf-8", "replace").decode()


def _crossed(text: str, other: str, rng: random.Random) -> str:
    mark = rng.choice(["\n", " ", ","])
    ours, theirs = text.split(mark), other.split(mark)
    at, to = rng.randrange(len(ours) + 1), rng.randrange(len(theirs) + 1)
    return mark.join(ours[:at] + theirs[to : to + rng.choice([1, 1, 3, 20])] + ours[at:])


def _damaged_toml(text: str, rng: random.Random) -> str:
    tree = read_toml(text)
    return text if tree is None else write_toml(damage_tree(tree, rng))


def _damaged_json(text: str, rng: random.Random) -> str:
    trees = read_json(text)
    if not trees:
        return text
    at = rng.randrange(len(trees))
    trees[at] = damage_tree(trees[at], rng)
    return "\n\n".join(map(write_json, trees))


_TREES: Final[dict[str, Callable[[str, random.Random], str]]] = {
    "phh": _damaged_toml,
    "ohh": _damaged_json,
    "gfx": _damaged_json,
    "setup": _damaged_json,
}
