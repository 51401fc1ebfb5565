"""A source of random numbers that anybody can repeat, and the draws that come of it.

The house publishes the SHA-256 of a secret seed (the commitment) and of the list of entries; then somebody throws
dice in public; then the seed is revealed. The numbers come from HMAC_DRBG (NIST SP 800-90A with SHA-256, never
reseeded): its entropy is the seed, its nonce the SHA-256 of what was thrown, its personalisation names the protocol
("TD-DRAW/1"), the draw, its kind and the list. A number below n is made of eight bytes; those of the last incomplete
round of n are thrown away, so that none is likelier than another.

draw_vectors.json has what the protocol gives for one seed: computed once, independently of the code under test.
"""

from __future__ import annotations

import hmac
import json
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

PROTOCOL: Final = "TD-DRAW/1"
VECTORS: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("draw_vectors.json").read_text())


def digest_of_list(entries: list[str]) -> str:
    return sha256("".join([f"{entry}\n" for entry in entries]).encode()).hexdigest()


def commitment(seed: bytes) -> str:
    return sha256(f"{PROTOCOL} commit\n".encode() + seed).hexdigest()


@dataclass(slots=True, kw_only=True)
class RepeatableSource:
    """The numbers of one draw; `calls` counts how often eight bytes were taken."""

    draw: str
    kind: str
    list_sha256: str = VECTORS["list_sha256"]
    calls: int = 0
    key: bytes = field(default=bytes(32), init=False)
    value: bytes = field(default=b"\x01" * 32, init=False)

    def __post_init__(self) -> None:
        personalisation = f"{PROTOCOL}\n{self.draw}\n{self.kind}\n{self.list_sha256}\n".encode()
        nonce = sha256(VECTORS["public"].encode()).digest()
        self._update(bytes.fromhex(VECTORS["seed"]) + nonce + personalisation)

    def eight_bytes(self) -> bytes:
        self.calls += 1
        self.value = self._hmac(self.value)
        taken = self.value[:8]
        self._update(b"")
        return taken

    def randrange(self, stop: int, /) -> int:
        limit = 2**64 - 2**64 % stop
        while (number := int.from_bytes(self.eight_bytes())) >= limit:
            pass
        return number % stop

    def _hmac(self, message: bytes) -> bytes:
        return hmac.digest(self.key, message, "sha256")

    def _update(self, provided: bytes) -> None:
        for step in (b"\x00", b"\x01") if provided else (b"\x00",):
            self.key = self._hmac(self.value + step + provided)
            self.value = self._hmac(self.value)
