"""Numbers as the room hears them: "two thousand", "five hundred" are a clip each, the rest is joined from them."""

from typing import Final

WHOLE: Final = frozenset(
    (
        *range(1, 100),
        *range(100, 1_000, 100),
        *range(1_000, 20_000, 1_000),
        *range(20_000, 100_001, 5_000),
        *range(200_000, 1_000_001, 100_000),
        1_000_000_000,
    )
)
"""Those that are one clip."""
SIZES: Final = ((1_000_000_000, "billion"), (1_000_000, "million"), (1_000, "thousand"), (100, "hundred"))


def number_clips(number: int, language: str) -> tuple[str, ...]:
    """The clips of a number from 1 on. In English 1,500 is fifteen hundred, as dealers say it."""
    if number < 1:
        raise ValueError(f"{number} is not said aloud")
    if number in WHOLE:
        return (str(number),)
    if language == "en" and 1_000 < number < 10_000 and number % 100 == 0:
        return (str(number // 100), "hundred")
    size, name = next((size, name) for size, name in SIZES if number >= size)
    many, rest = divmod(number, size)
    head = (str(many * size),) if many * size in WHOLE else (*number_clips(many, language), name)
    return head + (number_clips(rest, language) if rest else ())
