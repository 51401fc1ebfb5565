"""Texts in the cells of a spreadsheet: none of them is run as a formula, and each can be had back as it was."""

from typing import Final

# Some read full-width signs as the plain ones.
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def harmless(cell: str) -> str:
    """A cell that no spreadsheet runs as a formula: an apostrophe in front of what could be one."""
    return f"'{cell}" if _could_be_formula(cell) else cell


def as_it_was(cell: str) -> str:
    """What `harmless` was given: a list that Floorman wrote comes back as it was."""
    bare = cell.removeprefix("'")
    return bare if bare != cell and _could_be_formula(bare) else cell


def _could_be_formula(cell: str) -> bool:
    """An apostrophe in front counts as nothing, so that a cell that begins with one is told from one that got it."""
    bare = cell.lstrip("'")
    return bare.lstrip().startswith(_FORMULAS) or bare.startswith(_FORMULAS)
