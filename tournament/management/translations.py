"""Compile the translations in pure Python: no gettext programs on the floor manager's laptop.

The compiled files lie in the data directory. The checkout, or the image, may be read-only, and changes under them.
"""

import os
from pathlib import Path

import polib


def compile_translations(sources: Path, compiled: Path) -> list[Path]:
    """Make the .mo file of each .po file that is another one than it was made from; return those .po files.

    Both directories have their files as gettext wants them (it/LC_MESSAGES). Fuzzy entries are left out, as gettext
    does. Two processes may do this at once: each file appears whole.
    """
    changed = []
    for source in sorted(sources.glob("*/LC_MESSAGES/*.po")):
        target = (compiled / source.relative_to(sources)).with_suffix(".mo")
        # Not "newer": who goes back to an earlier version has an older file.
        made_from = source.stat().st_mtime_ns
        if not target.exists() or target.stat().st_mtime_ns != made_from:
            target.parent.mkdir(parents=True, exist_ok=True)
            draft = target.with_suffix(f".{os.getpid()}")
            polib.pofile(str(source), encoding="utf-8").save_as_mofile(str(draft))
            os.utime(draft, ns=(made_from, made_from))
            draft.replace(target)
            changed.append(source)
    return changed


def compile_ours(*, base: Path, data: Path) -> list[Path]:
    """Those of a checkout, for the house of a data directory."""
    return compile_translations(base / "locale", data / "locale")
