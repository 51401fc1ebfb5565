"""Sound as whole numbers of 16 bits, one channel: where it is silent, how loud it is, a chime made of tones."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

RATE: Final = 22_050
FULL: Final = 32_767
# Below this nobody hears anything in a room.
SILENCE: Final = round(FULL * 10 ** (-42 / 20))


def trimmed(samples: Sequence[int], *, keep_seconds: float = 0.008) -> array[int]:
    """Without the silence before and behind, with soft edges."""
    keep = round(keep_seconds * RATE)
    first, last = heard(samples)
    cut = array("h", samples[max(0, first - keep) : last + 1 + keep])
    edge = min(round(0.004 * RATE), len(cut) // 2)
    for place in range(edge):
        cut[place] = cut[place] * place // edge
        cut[-1 - place] = cut[-1 - place] * place // edge
    return cut


def heard(samples: Sequence[int]) -> tuple[int, int]:
    """The first and the last sample that are heard. Raises ValueError for silence."""
    loud = [place for place, sample in enumerate(samples) if abs(sample) > SILENCE]
    if not loud:
        raise ValueError("nothing but silence")
    return loud[0], loud[-1]


def click_in(samples: Sequence[int]) -> int:
    """Where the click is with which a recording begins."""
    return next(place for place, sample in enumerate(samples) if abs(sample) > FULL // 3)


def longest_gap(samples: Sequence[int]) -> float:
    """The longest silence between two sounds, in seconds."""
    loud = [place for place, sample in enumerate(samples) if abs(sample) > SILENCE]
    return max((later - one for one, later in pairwise(loud)), default=0) / RATE


def loudness(samples: Iterable[int]) -> float:
    """In LUFS, by the weighting of ITU-R BS.1770 over the whole, without gates: a clip is shorter than one of them."""
    weighted = _filtered(_filtered((sample / FULL for sample in samples), _shelf()), _high_pass())
    squares = [value * value for value in weighted]
    return -0.691 + 10 * math.log10(sum(squares) / len(squares) + 1e-12)


def made_as_loud(samples: array[int], lufs: float) -> array[int]:
    """As loud as that, and nowhere over the top."""
    factor = 10 ** ((lufs - loudness(samples)) / 20)
    top = max(abs(sample) for sample in samples) * factor
    factor *= min(1.0, 0.97 * FULL / top)
    return array("h", (round(sample * factor) for sample in samples))


@dataclass(frozen=True, slots=True)
class Tone:
    """`hertz` from `at` on, fading for `seconds`."""

    hertz: float
    at: float
    seconds: float


def chime(tones: Sequence[Tone]) -> array[int]:
    """Bells: each tone with two overtones, struck and fading."""
    length = round(max(tone.at + tone.seconds for tone in tones) * RATE)
    mixed = [0.0] * length
    for tone in tones:
        start = round(tone.at * RATE)
        for place in range(round(tone.seconds * RATE)):
            time = place / RATE
            fades = math.exp(-5 * time / tone.seconds) * min(1.0, time / 0.006)
            turn = 2 * math.pi * tone.hertz * time
            mixed[start + place] += fades * (
                math.sin(turn) + 0.4 * math.sin(2 * turn) + 0.15 * math.sin(3 * turn)
            )
    top = max(abs(value) for value in mixed)
    return array("h", (round(0.8 * FULL * value / top) for value in mixed))


Biquad = tuple[float, float, float, float, float]


def _filtered(values: Iterable[float], biquad: Biquad) -> Iterable[float]:
    b0, b1, b2, a1, a2 = biquad
    x1 = x2 = y1 = y2 = 0.0
    for x in values:
        y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        yield y
        x2, x1, y2, y1 = x1, x, y1, y


def _shelf() -> Biquad:
    """The head: high frequencies four decibels louder (BS.1770, stage 1, for any rate)."""
    hertz, quality, gain = 1681.974450955533, 0.7071752369554196, 3.999843853973347
    k = math.tan(math.pi * hertz / RATE)
    high = 10 ** (gain / 20)
    band = high**0.4996667741545416
    a0 = 1 + k / quality + k * k
    return (
        (high + band * k / quality + k * k) / a0,
        2 * (k * k - high) / a0,
        (high - band * k / quality + k * k) / a0,
        2 * (k * k - 1) / a0,
        (1 - k / quality + k * k) / a0,
    )


def _high_pass() -> Biquad:
    """Low frequencies count less (BS.1770, stage 2, for any rate)."""
    hertz, quality = 38.13547087602444, 0.5003270373238773
    k = math.tan(math.pi * hertz / RATE)
    a0 = 1 + k / quality + k * k
    return 1.0, -2.0, 1.0, 2 * (k * k - 1) / a0, (1 - k / quality + k * k) / a0
