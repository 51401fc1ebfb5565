"""Every screen of the tablet is drawn as it was kept (`python -m tests.tables.drawn`), in words found beforehand."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.utils import EngineHandler

from tables import engine
from tables.templatetags import screen
from tables.templatetags.screen import engine_of, environment, prepare_screens
from tests.tables.drawn import kept
from tests.tables.drawn.everything import FOLLOWED, SOURCES, drawn

TEMPLATES = Path(settings.BASE_DIR, "templates")
ALIKE = pytest.mark.long(reason="another game of the same streets and betting is drawn alike")


@cache
def kept_before() -> dict[str, str]:
    return kept.read()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "source",
    [
        pytest.param(each, marks=ALIKE) if each in engine.GAMES and each not in FOLLOWED else each
        for each in SOURCES
    ],
)
def test_it_is_drawn_as_it_was_kept(source: str) -> None:
    before = {name: lines for name, lines in kept_before().items() if kept.source_of(name) == source}
    now = drawn(source)
    different = [kept.difference(name, before.get(name, ""), lines) for name, lines in now.items()]
    assert "\n".join(filter(None, different)) == ""
    assert list(before) == sorted(now)


def test_nothing_is_kept_that_nobody_draws() -> None:
    assert {kept.source_of(name) for name in kept_before()} == set(SOURCES)


def test_every_template_is_compiled_before_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = EngineHandler()
    monkeypatch.setattr(screen, "engines", fresh)
    prepare_screens()
    for language, _name in settings.LANGUAGES:
        engine: Any = fresh[engine_of(language)]
        assert {name for _loader, name in engine.env.cache} == {
            path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.jinja")
        }


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("template", sorted(TEMPLATES.rglob("*.jinja")), ids=lambda path: path.name)
def test_no_words_but_plurals_are_looked_up_when_a_screen_is_drawn(template: Path, language: str) -> None:
    code = environment(language=language, autoescape=True).compile(
        template.read_text(encoding="utf-8"), raw=True
    )
    assert re.findall(r"(?<![a-z])p?gettext", code) == []
