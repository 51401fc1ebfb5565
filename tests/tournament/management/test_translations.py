"""Translations are compiled without gettext's programs."""

import gettext
import os
from pathlib import Path

from tournament.management.translations import compile_translations

PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "table"
msgid_plural "tables"
msgstr[0] "tavolo"
msgstr[1] "tavoli"

#, fuzzy
msgid "pot"
msgstr "pentola"
"""


def write_po(directory: Path) -> Path:
    source = directory / "it" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(PO, encoding="utf-8")
    return source


def test_a_translation_is_compiled_with_its_plurals_and_without_what_is_fuzzy(tmp_path: Path) -> None:
    source = write_po(tmp_path)
    assert compile_translations([tmp_path]) == [source]
    italian = gettext.translation("django", tmp_path, ["it"])
    assert [italian.ngettext("table", "tables", count) for count in (1, 2)] == ["tavolo", "tavoli"]
    assert italian.gettext("pot") == "pot"
    assert sorted(path.name for path in source.parent.iterdir()) == ["django.mo", "django.po"]


def test_only_what_changed_is_compiled_again(tmp_path: Path) -> None:
    source = write_po(tmp_path)
    compile_translations([tmp_path])
    assert compile_translations([tmp_path]) == []
    later = source.with_suffix(".mo").stat().st_mtime_ns + 1
    os.utime(source, ns=(later, later))
    assert compile_translations([tmp_path]) == [source]
