"""Records the clips that the screens speak with: `python -m tests.voice --write`.

It needs the programs `espeak-ng` and `lame`, which are not part of Floorman: what they have made is. For each language
all clips stand in one file, each as loud as the others and without silence around it; the index beside it says where.
The file begins with a click: decoders of MP3 put more or less silence before what they give, and the click tells how
much.
"""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import wave
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.voice.samples import FULL, RATE, Tone, chime, made_as_loud, trimmed
from tests.voice.texts import LANGUAGES, clip_texts
from tournament.options.sounds import RoomSound

FOLDER: Final = Path("tournament/static/tournament/voice")
LUFS: Final = -21.0
# Between two clips in the file, so that none is heard in the other.
APART: Final = array("h", [0] * (RATE // 16))
CLICK_AT: Final = RATE // 4
CLICK: Final = array("h", [*[0] * CLICK_AT, *[FULL, -FULL] * 20, *[0] * CLICK_AT])
VOICES: Final = {"en": ("-v", "en-us", "-s", "150"), "it": ("-v", "it", "-s", "150")}

# Notes as steps of a scale from the A below middle C.
A: Final = 220.0
CHIMES: Final[Mapping[RoomSound, tuple[tuple[int, float], ...]]] = {
    RoomSound.LEVEL: ((12, 0), (16, 0.18), (19, 0.36)),
    RoomSound.BREAK: ((19, 0), (16, 0.22), (12, 0.44)),
    RoomSound.BREAK_ENDS: ((12, 0), (12, 0.18), (19, 0.36)),
    RoomSound.TWO_MINUTES: ((19, 0), (19, 0.2)),
    RoomSound.ONE_MINUTE: ((19, 0),),
    RoomSound.REGISTRATION_CLOSES: ((14, 0), (19, 0.2)),
    RoomSound.REGISTRATION_CLOSED: ((19, 0), (14, 0.2), (7, 0.4)),
    RoomSound.TABLE_BREAKS: ((16, 0), (21, 0.15), (16, 0.3), (21, 0.45)),
    RoomSound.LAST_HANDS: ((7, 0), (7, 0.3)),
    RoomSound.HAND_FOR_HAND: ((12, 0), (12, 0.15), (12, 0.3)),
    RoomSound.IN_THE_MONEY: ((12, 0), (16, 0.12), (19, 0.24), (24, 0.36)),
    RoomSound.FINAL_TABLE: ((7, 0), (12, 0.2), (16, 0.4), (19, 0.6)),
    RoomSound.WINNER: ((12, 0), (12, 0.15), (12, 0.3), (19, 0.45), (16, 0.7), (24, 0.9)),
}


def sound_of(sound: RoomSound) -> array[int]:
    """The chime of an event."""
    return chime([Tone(A * 2 ** (step / 12), at, 0.7) for step, at in CHIMES[sound]])


def spoken(text: str, language: str) -> array[int]:
    """What `espeak-ng` makes of a text."""
    said = subprocess.run(["espeak-ng", *VOICES[language], "--stdout", text], check=True, capture_output=True)
    with wave.open(io.BytesIO(said.stdout)) as file:
        if (file.getframerate(), file.getnchannels(), file.getsampwidth()) != (RATE, 1, 2):
            raise SystemExit(f"espeak-ng gave sound of another kind for “{text}”.")
        samples = array("h")
        samples.frombytes(file.readframes(file.getnframes()))
        return samples


def fingerprint(language: str) -> str:
    """Of what a recording has to hold: another one where a text was changed."""
    return hashlib.sha256(json.dumps(clip_texts(language), sort_keys=True).encode()).hexdigest()


def record(language: str) -> None:
    """Write the clips of a language and their index."""
    samples, places = array("h", CLICK), {}
    clips = {f"sound-{sound.value}": sound_of(sound) for sound in RoomSound}
    clips |= {name: spoken(text, language) for name, text in clip_texts(language).items()}
    for name, clip in clips.items():
        loud = clip
        # What fades is shorter once it is less loud.
        for _time in range(4):
            loud = made_as_loud(trimmed(loud), LUFS)
        places[name] = [round(len(samples) / RATE, 4), round(len(loud) / RATE, 4)]
        samples += loud + APART
    FOLDER.mkdir(parents=True, exist_ok=True)
    index = {
        "rate": RATE,
        "click": CLICK_AT / RATE,
        "texts": fingerprint(language),
        "clips": places,
        # For a voice of the television's own.
        "spoken": clip_texts(language),
    }
    (FOLDER / f"{language}.json").write_text(json.dumps(index, separators=(",", ":")) + "\n")
    raw = ["-r", "-s", str(RATE / 1000), "--signed", "--bitwidth", "16", "--little-endian", "-m", "m"]
    subprocess.run(
        ["lame", "--quiet", *raw, "-b", "56", "--cbr", "-q", "0", "-", FOLDER / f"{language}.mp3"],
        input=samples.tobytes(),
        check=True,
    )


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        raise SystemExit(__doc__)
    for each in LANGUAGES:
        record(each)
