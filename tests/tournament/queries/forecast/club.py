"""The structure of a club’s evening: sixteen levels of 20 minutes, no break."""

from typing import Final

from tests.tournament.rules.structures import level, structure

BLINDS: Final = (50, 100, 150, 200, 300, 400, 600, 800, 1000, 1600, 2000, 3000, 4000, 6000, 8000, 10_000)
LONG: Final = structure(*(level(blind // 2, blind) for blind in BLINDS))
