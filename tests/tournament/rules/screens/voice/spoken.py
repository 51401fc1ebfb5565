"""What is heard of clips, as text, and the number that clips are."""

from collections.abc import Sequence

from tests.voice.texts import clip_texts
from tournament.rules.screens.voice.numbers import SIZES

_SIZES = {name: size for size, name in SIZES}


def text_of(clips: Sequence[str], language: str) -> str:
    """KeyError for a clip that was not recorded."""
    texts = clip_texts(language)
    return " ".join(texts[clip] for clip in clips)


def number_of(clips: Sequence[str]) -> int:
    """As somebody adds up who hears it: a thousand counts what was said before it, up to what is larger itself."""
    heard: list[int] = []
    for clip in clips:
        if clip not in _SIZES:
            heard.append(int(clip))
            continue
        many = 0
        while heard and heard[-1] < _SIZES[clip]:
            many += heard.pop()
        heard.append(many * _SIZES[clip])
    return sum(heard)
