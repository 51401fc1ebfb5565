"""Make a draw again from its file, and say whether it comes out the same: `python check_draw.py draw.json`.

This file needs nothing but Python, and no network. The protocol is TD-DRAW/1:

1. Before anybody draws, the house publishes an anchor: the last of a chain of SHA-256 hashes that begins with a number
   nobody knows. Each draw uses the link before the one that was used last, and shows it; hashed as often as its place
   in the chain says, it gives the anchor. So the house cannot choose a seed for a draw.
2. The list of what is drawn is closed; its fingerprint is the SHA-256 of its lines, each ended by a line feed.
3. What the room itself has cut, or a round of the public beacon drand quicknet that was announced before it came out
   (`public`), is mixed in, where the house lets it. This script says which round; whether the beacon has signed it,
   any of the beacon's own tools tells.
4. The numbers come from HMAC_DRBG (NIST SP 800-90A, SHA-256, never reseeded): its entropy is the link, its nonce the
   SHA-256 of what is public, its personalisation the protocol, the draw, its kind and the fingerprint.
5. A number below n is made of eight bytes; those of the last, incomplete round of n are thrown away, so that none is
   likelier than another.
6. A shuffle swaps from the last place down to the second; a pick takes one number.
"""

from __future__ import annotations

import hmac
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

PROTOCOL: Final = "TD-DRAW/1"
# Of the beacon drand quicknet: its first round, in seconds since 1970, and the seconds from one to the next.
GENESIS: Final = 1_692_803_367
PERIOD_SECONDS: Final = 3


def link_before(link: bytes) -> bytes:
    """The link of the chain that this one proves: the one shown by the draw before, or the anchor."""
    return sha256(f"{PROTOCOL} chain\n".encode() + link).digest()


def walked_back(link: bytes, places: int) -> bytes:
    """The link so many places before; from the link of place n, which draw n uses, n places back to the anchor."""
    for _ in range(places):
        link = link_before(link)
    return link


def fingerprint(listed: Sequence[str]) -> str:
    return sha256("".join(f"{line}\n" for line in listed).encode()).hexdigest()


class HmacDrbg:
    """HMAC_DRBG of NIST SP 800-90A, section 10.1.2, with SHA-256 and without reseeding."""

    def __init__(self, *, entropy: bytes, nonce: bytes, personalisation: bytes = b"") -> None:
        self._key, self._value = bytes(32), b"\x01" * 32
        self._update(entropy + nonce + personalisation)

    def generate(self, count: int) -> bytes:
        """The next `count` bytes."""
        taken = b""
        while len(taken) < count:
            self._value = self._hmac(self._value)
            taken += self._value
        self._update(b"")
        return taken[:count]

    def _hmac(self, message: bytes) -> bytes:
        return hmac.digest(self._key, message, "sha256")

    def _update(self, provided: bytes) -> None:
        for step in (b"\x00", b"\x01") if provided else (b"\x00",):
            self._key = self._hmac(self._value + step + provided)
            self._value = self._hmac(self._value)


class DrawNumbers:
    """The numbers of one draw, one after the other."""

    def __init__(self, *, seed: bytes, public: str, draw: str, kind: str, listed: Sequence[str]) -> None:
        self._bits = HmacDrbg(
            entropy=seed,
            nonce=sha256(public.encode()).digest(),
            personalisation=f"{PROTOCOL}\n{draw}\n{kind}\n{fingerprint(listed)}\n".encode(),
        )

    def randrange(self, stop: int, /) -> int:
        """A uniform integer from 0 to `stop` - 1; `stop` up to 2**64."""
        limit = 2**64 - 2**64 % stop
        while (number := int.from_bytes(self.eight_bytes(), "big")) >= limit:
            pass
        return number % stop

    def eight_bytes(self) -> bytes:
        return self._bits.generate(8)


def what_is_wrong(draw: Mapping[str, Any]) -> Iterator[str]:
    """What does not hold of a draw as its file says it; nothing where all of it does."""
    if draw.get("protocol") != PROTOCOL:
        yield f"This is not a file of a draw by {PROTOCOL}."
        return
    seed, listed = bytes.fromhex(draw["seed"]), draw["list"]
    if walked_back(seed, draw["place"]).hex() != draw["anchor"]:
        yield "The seed does not lead to the anchor that was published before."
    if fingerprint(listed) != draw["list_sha256"]:
        yield "The list does not have this fingerprint."
    if "beacon" in draw or draw["public"].startswith("beacon "):
        yield from _wrong_of_beacon(draw)
    numbers = DrawNumbers(
        seed=seed, public=draw["public"], draw=draw["draw"], kind=draw["kind"], listed=listed
    )
    known = set(listed)
    for count, step in enumerate(draw["steps"], start=1):
        if not known.issuperset([*step["of"], *step.get("onto", ())]):
            yield f"Step {count} draws from something that is not on the list."
        if _step_again(step, numbers) != step["gives"]:
            yield f"Step {count} comes out otherwise."


def _wrong_of_beacon(draw: Mapping[str, Any]) -> Iterator[str]:
    announced = draw.get("beacon")
    if announced is None:
        yield "What was mixed in was never announced."
        return
    number = announced["round"]
    if not draw["public"].startswith(f"beacon quicknet {number} "):
        yield "What was mixed in is not the round that was announced."
    if announced["list_sha256"] != draw["list_sha256"]:
        yield "The round was announced for another list."
    out_at = GENESIS + (number - 1) * PERIOD_SECONDS
    if datetime.fromisoformat(announced["announced_at"]).timestamp() >= out_at:
        yield "The round was out when it was announced."


def _step_again(step: Mapping[str, Any], numbers: DrawNumbers) -> object:
    items = list(step["of"])
    if step["do"] == "pick":
        return items[numbers.randrange(len(items))]
    for last in range(len(items) - 1, 0, -1):
        chosen = numbers.randrange(last + 1)
        items[last], items[chosen] = items[chosen], items[last]
    return items[: len(step["onto"])] if "onto" in step else items


def main(path: str) -> int:
    """Say what came of it on standard output; 0 where the draw is as its file says."""
    try:
        draw = json.loads(Path(path).read_text(encoding="utf-8"))
        wrong = list(what_is_wrong(draw))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        print(f"{path} is not a whole file of a draw: {error!r}")
        return 2
    for each in wrong:
        print(each)
    if not wrong:
        print(f"Draw {draw['draw']} ({draw['kind']}) comes out the same: {len(draw['steps'])} steps.")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]) if len(sys.argv) == 2 else "Use: python check_draw.py draw.json")
