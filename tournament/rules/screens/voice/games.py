"""The games by their codes as the room hears them: the betting, then the game."""

from typing import Final

BETTING: Final = {"N": "no-limit", "P": "pot-limit", "F": "limit", "S": "spread-limit"}

CORES: Final = {
    "T": ("holdem",),
    "S": ("short-deck",),
    "O": ("omaha",),
    "O5": ("five-card", "omaha"),
    "O6": ("six-card", "omaha"),
    "C": ("courchevel",),
    "7S": ("seven-card-stud",),
    "5S": ("five-card-stud",),
    "R": ("razz",),
    "5D": ("five-card-draw",),
    "5DA": ("five-card-draw",),
    "5DJ": ("jacks-or-better",),
    "5DP": ("progressive-draw",),
    "2L1D": ("deuce-to-seven", "single-draw"),
    "2L3D": ("deuce-to-seven", "triple-draw"),
    "5L1D": ("ace-to-five", "single-draw"),
    "5L3D": ("ace-to-five", "triple-draw"),
    "6L1D": ("ace-to-six", "single-draw"),
    "6L3D": ("ace-to-six", "triple-draw"),
    "B": ("badugi",),
    "B2": ("badeucey",),
    "B5": ("badacey",),
}
"""What stands between the letter of the betting and the joker or the split of the pot."""
# A joker in the deck is told by the dealer.
_JOKERS: Final = "bw"
_WHOLE: Final = {"IT": ("italian-poker",), "XR": ()}


def game_clips(code: str) -> tuple[str, ...]:
    """The clips of a game; none for one that has no name to be said, such as hands recorded by their result."""
    if code in _WHOLE:
        return _WHOLE[code]
    core, slash, _split = code[1:].partition("/")
    core = core.rstrip(_JOKERS)
    if code[:1] not in BETTING or core not in CORES:
        return ()
    return (BETTING[code[0]], *CORES[core], *(("hi-lo",) if slash else ()))
