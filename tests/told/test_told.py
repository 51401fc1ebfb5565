"""Lines of every verb and of every release read as they always did: the same JSON, the same sentence in both languages.

every_verb.json has lines of each verb as this release writes them, <release>.json lines of a saved database, older.json
others that an earlier release wrote. None of them is ever taken out: a line that reads otherwise is a fault.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from tests.factories import STRUCTURE
from tournament.changes.change import all_changes, change_of, sentence_of
from tournament.models import LogEntry
from tournament.templatetags.writing import PageWriter

HERE = Path(__file__).parent
WRITER = PageWriter(currency="EUR", structure=STRUCTURE)


def _lines(name: str) -> list[dict[str, Any]]:
    lines = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    assert lines
    return [dict(line) for line in lines]


RELEASES = sorted(path.stem for path in HERE.glob("*.json"))


def _canonical(data: Mapping[str, Any]) -> str:
    return json.dumps(data, sort_keys=True)


@pytest.mark.parametrize("name", RELEASES)
def test_a_line_says_what_it_always_said(name: str) -> None:
    wrong = []
    for line in _lines(name):
        for language in ("en", "it"):
            with translation.override(language):
                said = sentence_of(LogEntry(verb=line["verb"], data=line["data"]), WRITER)
            if said != line[language]:
                wrong.append((line["verb"], line["data"], line[language], said))
    assert not wrong


def test_a_change_is_kept_as_it_always_was() -> None:
    """Byte for byte: what is sealed with a line is its JSON."""
    wrong = []
    for line in _lines("every_verb"):
        if line["verb"] not in all_changes():
            continue
        change = change_of(line["verb"], line["data"])
        kept = None if change is None else json.loads(json.dumps(change.to_data()))
        if kept is None or _canonical(kept) != _canonical(line["data"]):
            wrong.append((line["verb"], line["data"], kept))
    assert not wrong


def test_every_verb_has_a_line() -> None:
    assert set(all_changes()) - {line["verb"] for line in _lines("every_verb")} == set()
