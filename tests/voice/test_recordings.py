"""What the screens speak with, listened to by its samples: all of it is there, as loud, and without a gap."""

from __future__ import annotations

import json
from array import array
from datetime import timedelta
from typing import Any

import miniaudio
import pytest

from tests.voice.__main__ import FOLDER, LUFS, fingerprint
from tests.voice.samples import RATE, click_in, heard, longest_gap, loudness
from tests.voice.texts import LANGUAGES, PHRASES, clip_texts
from tournament.options.sounds import RoomSound
from tournament.queries.announcements import TWO_MINUTES

# Between two clips the screen waits for thirty milliseconds more (sound.js).
JOINED_SECONDS = 0.03
LONGEST_GAP_SECONDS = 0.08
# What it takes a screen to begin (sound.js).
LEAD_SECONDS = 0.05


def index_of(language: str) -> dict[str, Any]:
    return dict(json.loads((FOLDER / f"{language}.json").read_text()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_recording_holds_every_text_and_sound_as_it_stands_now(language: str) -> None:
    index = index_of(language)
    assert index["texts"] == fingerprint(language)
    assert index["spoken"] == clip_texts(language)
    assert set(index["clips"]) == {*clip_texts(language), *(f"sound-{sound.value}" for sound in RoomSound)}
    assert index["rate"] == RATE


@pytest.mark.long(reason="every sample of two recordings is weighted")
@pytest.mark.parametrize("language", LANGUAGES)
def test_clips_are_equally_loud_and_joined_without_a_gap(language: str) -> None:
    decoded = miniaudio.decode((FOLDER / f"{language}.mp3").read_bytes(), nchannels=1, sample_rate=RATE)
    index = index_of(language)
    samples = array("h", decoded.samples)
    late = click_in(samples) / RATE - index["click"]
    for name, (start, length) in index["clips"].items():
        clip = samples[round((late + start) * RATE) : round((late + start + length) * RATE)]
        first, last = heard(clip)
        silence = (first + len(clip) - 1 - last) / RATE
        # The silence before one and behind another: both are no more than a half of this.
        assert max(first, len(clip) - 1 - last) / RATE <= (LONGEST_GAP_SECONDS - JOINED_SECONDS) / 2, name
        assert silence < LONGEST_GAP_SECONDS
        assert abs(loudness(clip) - LUFS) <= 1, name
        if name in PHRASES:
            assert longest_gap(clip) < 0.5, name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clip", ["two-minutes", "two-minutes-to-break"])
def test_two_minutes_are_said_while_the_clock_shows_them(language: str, clip: str) -> None:
    """It begins at 122 seconds and has ended by 118."""
    clips = index_of(language)["clips"]
    said = clips[f"sound-{RoomSound.TWO_MINUTES.value}"][1] + JOINED_SECONDS + clips[clip][1]
    assert timedelta(seconds=122) == TWO_MINUTES
    assert LEAD_SECONDS + said < 4
