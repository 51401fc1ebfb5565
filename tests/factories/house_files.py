"""Pictures and sounds as files, to be sent."""

from __future__ import annotations

import math
import wave
from array import array
from io import BytesIO

from PIL import Image


def picture_file(
    width: int,
    height: int,
    *,
    colour: tuple[int, int, int] = (200, 30, 60),
    kind: str = "PNG",
    **written: object,
) -> bytes:
    """A picture of one colour."""
    file = BytesIO()
    Image.new("RGB", (width, height), colour).save(file, kind, **written)
    return file.getvalue()


def sound_file(seconds: float, *, loudness: int = 12_000, channels: int = 1, rate: int = 22_050) -> bytes:
    """A tone of so many seconds, as WAV."""
    tone = (round(loudness * math.sin(place / 20)) for place in range(round(seconds * rate)))
    samples = array("h", (sample for sample in tone for _channel in range(channels)))
    file = BytesIO()
    with wave.open(file, "wb") as written:
        written.setparams((channels, 2, rate, len(samples), "NONE", ""))
        written.writeframes(samples.tobytes())
    return file.getvalue()
