"""With how many players left the final table is made: by the rule book, or as the structure says.

The floor redraws at that number, and the expected time of the final table is for it. Sources: TDA RP-9, WSOP 68; they
differ on purpose.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, cast

FinalTableRule: TypeAlias = Literal["tda", "wsop"]

FINAL_TABLE_RULES: Final[Mapping[str, FinalTableRule]] = MappingProxyType({"wsop2024": "wsop"})
"""By rule profile; all others go by the TDA."""

# Players left at which two tables become one, by seats per table; other sizes combine when everybody fits at one table.
_SIZES: Final[Mapping[FinalTableRule, Mapping[int, int]]] = MappingProxyType(
    {
        "tda": MappingProxyType({9: 9, 8: 9, 7: 7, 6: 7}),
        "wsop": MappingProxyType({9: 10, 8: 9, 7: 8, 6: 7}),
    }
)


def final_table_rule(profile: str, overrides: Mapping[str, Any]) -> FinalTableRule:
    """Whose number it is in a tournament of that profile with these overrides; the floor’s stand under "floor"."""
    of_profile = FINAL_TABLE_RULES.get(profile, "tda")
    return cast("FinalTableRule", (overrides.get("floor") or {}).get("final_table", of_profile))


def final_table_size(rule: FinalTableRule, seats_per_table: int) -> int:
    """The number of players left at which the last tables combine into the final table."""
    return _SIZES[rule].get(seats_per_table, seats_per_table)


def final_table_players(counts: Collection[int], *, size: int) -> int:
    """The first of the structure’s numbers of players that fits at one table of `size`; without any the book’s."""
    return max((count for count in counts if count <= size), default=size)
