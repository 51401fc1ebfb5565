"""Compile the translations in pure Python: no gettext programs on the floor manager's laptop."""

import os
from collections.abc import Iterable
from pathlib import Path

import polib


def compile_translations(directories: Iterable[Path]) -> list[Path]:
    """Write the .mo file of each .po file that is newer than it; return the .po files that were compiled.

    Fuzzy entries are left out, as gettext does. Two processes may do this at once: each file appears whole.
    """
    compiled = []
    for source in sorted(path for directory in directories for path in directory.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime_ns <= source.stat().st_mtime_ns:
            draft = target.with_suffix(f".{os.getpid()}")
            polib.pofile(str(source), encoding="utf-8").save_as_mofile(str(draft))
            draft.replace(target)
            compiled.append(source)
    return compiled
