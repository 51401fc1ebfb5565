"""A dealer who reads the tablet's screen: what may be tapped now, and what is tapped next. No engine, no Django.

The measured dealers must cost little beside what they measure: a screen is looked through once with two patterns,
and nothing is computed that stands there.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode
from uuid import UUID

TABLE = "/tablet/table/"
Kind = Literal["deal", "act", "last tap", "bust-out"]

_HEAD = re.compile(
    rb'data-version="(\d+)"\s+data-epoch="(\d+)"(?:\s+data-[a-z]+="[^"]*")*?\s+data-stage="([a-z_]+)"'
)
_DEALS = b'formaction="/tablet/table/deal/"'
_USED = re.compile(rb'data-used="([^"]*)"')
_OPERATION = re.compile(rb'name="operation"\s+value="([^"]+)"')
_PICKER = re.compile(rb'<a id="slot-deal"[^>]*>')
_PICK, _COUNT = re.compile(rb'data-pick="([^"]+)"'), re.compile(rb'data-count="(\d+)"')
_ALL_IN = re.compile(rb'id="plate-(\d+)"\s+class="[^"]*is-all_in')
_PARTS = re.compile(rb'data-parts="([A-Z2-7]*)"')
# Where a part of the screen begins (tables/templatetags/screen.py).
PART = re.compile(
    rb'<[a-z1-9]+ id="(plate-\d+|head|board|pots|notes|feed-last|feed-floor|undo|prompt|irregular|call-floor|slots|hand'
    rb'|bet-title|bet-choices|bet-label|bet-limits|keypad-done|sheets)"'
)
_DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A screen as far as a tap needs it. `operations` are those of its buttons: "f3", "c3", "r3:800", "w0:5"."""

    version: str
    epoch: str
    stage: str
    operations: tuple[str, ...]
    pick: str = ""
    count: int = 0
    used: str = ""
    can_deal: bool = False
    all_in: frozenset[str] = frozenset()
    has_bust_out: bool = False

    def starting(self, letter: str) -> list[str]:
        """The operations of one kind; a raise without its amount belongs to a keypad."""
        return [code for code in self.operations if code[0] == letter and (letter != "r" or ":" in code)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What is tapped: "deal", or "act" with an operation in the engine's text form."""

    action: Literal["deal", "act"]
    operation: str = ""

    @property
    def path(self) -> str:
        return f"{TABLE}{self.action}/"


DEAL = Choice(action="deal")


class Shown:
    """What a tablet shows: an answer brings the parts that have changed, and the others stay."""

    def __init__(self) -> None:
        self.marks = ""
        self._parts: dict[bytes, bytes] = {}

    def take(self, body: bytes) -> Seen:
        """Show an answer, a whole screen or its changes. Raises ValueError where there is none."""
        begins = [(found.start(), found[1]) for found in PART.finditer(body)]
        ends = [at for at, _name in [*begins[1:], (len(body), b"")]] if begins else []
        self._parts |= {name: body[at:end] for (at, name), end in zip(begins, ends, strict=True)}
        state = body[: begins[0][0]] if begins else body
        marks = _PARTS.search(state)
        if marks is None:
            raise ValueError(f"no screen: {body[:200]!r}")
        self.marks = marks[1].decode()
        return read_screen(state + b"".join(self._parts.values()))


def read_screen(body: bytes) -> Seen:
    """Read a screen as the server sends it. Raises ValueError where there is none."""
    head = _HEAD.search(body)
    if head is None:
        raise ValueError(f"no screen: {body[:200]!r}")
    version, epoch, stage = (part.decode() for part in head.groups())
    picker, used = _PICKER.search(body), _USED.search(body)
    pick, count = (pattern.search(picker[0]) if picker else None for pattern in (_PICK, _COUNT))
    return Seen(
        version=version,
        epoch=epoch,
        stage=stage,
        operations=tuple(code.decode() for code in _OPERATION.findall(body)),
        pick=pick[1].decode() if pick else "",
        count=int(count[1]) if count else 0,
        used=used[1].decode() if used else "",
        can_deal=_DEALS in body,
        all_in=frozenset(seat.decode() for seat in _ALL_IN.findall(body)),
        has_bust_out=b" is-out" in body,
    )


def fields_of(choice: Choice, seen: Seen, key: UUID) -> bytes:
    """The body of a tap, as the tablet's script sends it."""
    fields = {"key": str(key), "version": seen.version, "epoch": seen.epoch}
    if choice.operation:
        fields["operation"] = choice.operation
    return urlencode(fields).encode()


def kind_of(choice: Choice, after: Seen) -> Kind:
    """What a tap was, from the screen that answers it."""
    if choice.action == "deal":
        return "deal"
    if after.stage != "between":
        return "act"
    return "bust-out" if after.has_bust_out else "last tap"


def play_on(seen: Seen, rng: random.Random) -> Choice:
    """What an ordinary table does next; raises LookupError where the screen offers nothing."""
    if seen.stage == "between":
        if not seen.can_deal:
            raise LookupError("no hand may be dealt here")
        return DEAL
    if seen.stage == "betting":
        return _act(_bet(seen, rng))
    if seen.stage == "deal_board":
        return _act(f"{seen.pick}:{_cards(seen, rng)}")
    if seen.pick and rng.random() < 0.5:
        return _act(f"{seen.pick}:{_cards(seen, rng)}")
    return _act(_first(seen, "w"))


def fold_on(seen: Seen) -> Choice:
    """The quickest hand: everybody folds."""
    return DEAL if seen.stage == "between" else _act(_first(seen, "f"))


class AllIn:
    """A hand of two who play for all their chips while the others fold; who has more of them wins."""

    def __init__(self) -> None:
        self._is_raised = self._is_called = False

    def __call__(self, seen: Seen) -> Choice:
        if seen.stage == "between":
            self._is_raised = self._is_called = False
            return DEAL
        if seen.stage == "betting":
            return _act(self._bet(seen))
        if seen.stage == "deal_board":
            return _act(f"{seen.pick}:{'??' * seen.count}")
        wins = seen.starting("w")
        return _act(next((code for code in wins if {code.partition(":")[2]} != seen.all_in), wins[0]))

    def _bet(self, seen: Seen) -> str:
        raises = seen.starting("r")
        if raises and not self._is_raised:
            self._is_raised = True
            return max(raises, key=lambda code: int(code.partition(":")[2]))
        if not self._is_called:
            self._is_called = True
            return _first(seen, "c")
        return _first(seen, "fk")


def _bet(seen: Seen, rng: random.Random) -> str:
    """As people play: six of ten who face a bet give up, one of twelve raises; one of four bets unasked."""
    passes = _first(seen, "kci")
    is_free = passes[0] == "k"
    raises = seen.starting("r")
    if raises and rng.random() < (0.25 if is_free else 0.08):
        return raises[0]
    return _first(seen, "f") if not is_free and rng.random() < 0.6 else passes


def _cards(seen: Seen, rng: random.Random) -> str:
    """Cards that lie nowhere yet, as many as are asked for."""
    free = [card for card in _DECK if card not in seen.used]
    return "".join(rng.sample(free, seen.count))


def _first(seen: Seen, letters: str) -> str:
    for letter in letters:
        for code in seen.starting(letter):
            return code
    raise LookupError(f"nothing of {letters!r} may be tapped at {seen}")


def _act(operation: str) -> Choice:
    return Choice(action="act", operation=operation)
