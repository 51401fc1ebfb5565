"""Translations are compiled without gettext's programs."""

import gettext
import os
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import translation
from django.utils.translation import gettext as gettext_of_django

from tournament.management.translations import compile_ours, compile_translations

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


def files_in(directory: Path) -> list[str]:
    return sorted(str(path.relative_to(directory)) for path in directory.rglob("*") if path.is_file())


def test_a_translation_is_compiled_with_its_plurals_and_without_what_is_fuzzy(tmp_path: Path) -> None:
    source = write_po(tmp_path / "locale")
    assert compile_translations(tmp_path / "locale", tmp_path / "data") == [source]
    italian = gettext.translation("django", tmp_path / "data", ["it"])
    assert [italian.ngettext("table", "tables", count) for count in (1, 2)] == ["tavolo", "tavoli"]
    assert italian.gettext("pot") == "pot"
    assert files_in(tmp_path / "data") == ["it/LC_MESSAGES/django.mo"]


def test_nothing_is_written_beside_the_source_which_may_be_read_only(tmp_path: Path) -> None:
    write_po(tmp_path / "locale")
    compile_ours(base=tmp_path, data=tmp_path / "data")
    assert files_in(tmp_path / "locale") == ["it/LC_MESSAGES/django.po"]


@pytest.mark.parametrize("by", [1, -1])
def test_only_what_changed_is_compiled_again_an_earlier_version_too(tmp_path: Path, by: int) -> None:
    source = write_po(tmp_path / "locale")
    both = tmp_path / "locale", tmp_path / "data"
    compile_translations(*both)
    assert compile_translations(*both) == []
    another = source.stat().st_mtime_ns + by
    os.utime(source, ns=(another, another))
    assert compile_translations(*both) == [source]
    assert compile_translations(*both) == []


def test_django_reads_them_where_the_start_has_put_them() -> None:
    (place,) = settings.LOCALE_PATHS
    assert (Path(place) / "it" / "LC_MESSAGES" / "django.mo").exists()
    with translation.override("it"):
        assert gettext_of_django("Table") == "Tavolo"


def test_the_command_says_how_many_it_has_compiled() -> None:
    """At the start of the run whatever had changed was compiled."""
    said = StringIO()
    call_command("compile_translations", stdout=said)
    assert said.getvalue() == "0 translation(s) compiled.\n"
