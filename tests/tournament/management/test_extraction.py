"""What `manage.py makemessages` finds and keeps."""

from __future__ import annotations

import shutil
from pathlib import Path

import polib
import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tests.machine import do_without
from tournament.management.extraction import compare_texts, extract_texts, rule_sentences, update_catalogue

PAGE = """{% load i18n %}<p title="{% translate 'Close' %}">{% translate "Paid" context "places" %}</p>
{% blocktranslate count counter=n %}{{ counter }} table{% plural %}{{ counter }} tables{% endblocktranslate %}
"""
SCREEN = """<p title="{{ _('Open') }}">{{ pgettext("seats", "Kept") }}
{% trans seat=1 %}
  Seat {{ seat }}
  is kept
{% endtrans %} {% trans count=n %}{{ count }} seat{% pluralize %}{{ count }} seats{% endtrans %}
"""
VIEW = """from django.utils.translation import gettext as _
TEXT = _("Nobody is " "left.")
PLAIN = "Not for people."
"""
RULES = '''"""A docstring. It is nobody's text."""
def check(low, high):
    """Nor is this one."""
    if low:
        raise RulesError("Too %(low)s." if high else "Too high.", code="a b")
    raise ValueError(f"internal {low}.")
'''


@pytest.fixture
def house(tmp_path: Path) -> Path:
    if shutil.which("xgettext") is None:
        do_without("xgettext", "install gettext")
    for name, text in {
        "templates/page.html": PAGE,
        "templates/tables/screen.jinja": SCREEN,
        "tournament/views/page.py": VIEW,
        "tournament/rules/errors.py": RULES,
        "tables/migrations/0001_first.py": VIEW.replace("Nobody", "Somebody"),
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def entry(msgid: str, msgstr: str, **more: object) -> polib.POEntry:
    return polib.POEntry(msgid=msgid, msgstr=msgstr, **more)


def catalogue(*entries: polib.POEntry) -> polib.POFile:
    made = polib.POFile()
    made.extend(entries)
    return made


def test_texts_are_found_in_templates_code_and_pure_rules(house: Path) -> None:
    found = [(text.msgctxt, text.msgid, text.msgid_plural, text.occurrences) for text in extract_texts(house)]
    assert sorted(found, key=lambda text: text[1]) == [
        (None, "%(count)s seat", "%(count)s seats", [("templates/tables/screen.jinja", "")]),
        (None, "%(counter)s table", "%(counter)s tables", [("templates/page.html", "")]),
        (None, "Close", "", [("templates/page.html", "")]),
        ("seats", "Kept", "", [("templates/tables/screen.jinja", "")]),
        (None, "Nobody is left.", "", [("tournament/views/page.py", "")]),
        (None, "Open", "", [("templates/tables/screen.jinja", "")]),
        ("places", "Paid", "", [("templates/page.html", "")]),
        (None, "Seat %(seat)s is kept", "", [("templates/tables/screen.jinja", "")]),
        (None, "Too %(low)s.", "", [("tournament/rules/errors.py", "")]),
        (None, "Too high.", "", [("tournament/rules/errors.py", "")]),
    ]


def test_the_working_tree_stays_as_it_was(house: Path) -> None:
    before = sorted(house.rglob("*"))
    extract_texts(house)
    assert sorted(house.rglob("*")) == before


def test_sentences_of_the_rules_are_those_that_end_like_one() -> None:
    assert rule_sentences(RULES) == [(5, "Too %(low)s."), (5, "Too high.")]


def test_known_translations_are_kept_and_what_nobody_says_is_dropped() -> None:
    before = catalogue(
        entry("Close", "Chiudi"), entry("Old", "Vecchio"), entry("Guess", "Boh", flags=["fuzzy"])
    )
    texts = catalogue(
        entry("Close", ""),
        entry("Guess", ""),
        entry("Paid", "", msgctxt="places"),
        entry("one", "", msgid_plural="two"),
    )
    after = update_catalogue(before, texts)
    assert [(text.msgctxt, text.msgid, text.msgstr, text.msgstr_plural) for text in after] == [
        (None, "Close", "Chiudi", {}),
        (None, "Guess", "", {}),
        ("places", "Paid", "", {}),
        (None, "one", "", {0: "", 1: "", 2: ""}),
    ]
    difference = compare_texts(before, texts)
    assert (difference.missing, difference.stale) == (("Paid", "one"), ("Old",))


def test_the_command_says_what_is_missing_and_then_writes_it(
    house: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.BASE_DIR = house
    with pytest.raises(CommandError, match="makemessages"):
        call_command("makemessages", check=True)
    assert "+ Too high." in capsys.readouterr().out
    assert not (house / "locale").exists()
    call_command("makemessages")
    assert "10 texts, 10 without a translation." in capsys.readouterr().out
    call_command("makemessages", check=True)


def test_a_machine_without_gettext_is_told_what_to_install(
    house: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BASE_DIR = house
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CommandError, match="install gettext"):
        call_command("makemessages", check=True)
