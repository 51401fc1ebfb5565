"""What goes to viewers: Server-Sent Events, ready to be written, and compressed once for all who accept it.

A stream that is compressed is one gzip file that never ends: a header of its own, then frames that all viewers
share. A frame is deflated by itself and flushed to a whole byte, so that it can follow any other, and a browser
shows it as soon as it has it. The end of the file, with its checksum, is never written: a stream just ends.
"""

import zlib

from tournament.timekeeping import house_now

GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
# A gzip header announces raw deflate; each frame is compressed by itself.
RAW_DEFLATE = -zlib.MAX_WBITS
LEVEL = 6


class Frame:
    """Bytes to be written to many viewers, as they are or packed."""

    __slots__ = ("_packed", "plain")

    def __init__(self, plain: bytes) -> None:
        self.plain = plain
        self._packed: bytes | None = None

    @property
    def packed(self) -> bytes:
        """The frame as a part of a compressed stream; made when the first viewer wants it."""
        if self._packed is None:
            self._packed = pack(self.plain)
        return self._packed

    def weight(self) -> int:
        """The bytes that this frame costs the network for each viewer."""
        return len(self.plain if self._packed is None else self._packed)


def pack(plain: bytes) -> bytes:
    """Return `plain` deflated, as a part that can follow any other part of a gzip stream."""
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW_DEFLATE)
    return deflate.compress(plain) + deflate.flush(zlib.Z_SYNC_FLUSH)


def encode_news(topic: str, text: str, *, id: str = "") -> bytes:  # noqa: A002  # as the format calls it
    """Return one Server-Sent Event; each further line of the text becomes a data line, as the format wants. With an
    `id` who comes back says that it was the last.
    """
    lines = "".join(f"data: {line}\n" for line in text.splitlines() or [""])
    named = f"id: {id}\n" if id else ""
    return f"event: {topic}\n{named}{lines}\n".encode()


def encode_alive() -> bytes:
    """Return the sign of life: the house's time in milliseconds since 1970."""
    return encode_news("alive", str(round(house_now().timestamp() * 1_000)))
