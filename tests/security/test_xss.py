"""What people type is shown as they typed it, and is never markup: test_reading.py looks for it on every page."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.breadth import GOES_LONG
from tests.factories.house import House
from tests.security.checks import faults_of_markup, injected
from tests.security.pages import read_page
from tournament.forms.fields.text import LineField
from tournament.live import fragments
from tournament.live.fragments import fragment_topics, render_fragment
from tournament.services.errors import Refused
from tournament.services.field.players import add_player

pytestmark = pytest.mark.django_db


@pytest.mark.sampled
def test_what_is_pushed_to_everybody_is_escaped_too(
    poisoned_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = poisoned_house
    # The hub's threads have connections of their own; this one is the test's.
    monkeypatch.setattr(fragments, "close_old_connections", lambda: None)
    for topic in sorted(fragment_topics()):
        for language in ("en", "it") if GOES_LONG else ("en",):
            html = render_fragment(house.mine.code, topic, language)
            assert html.strip(), topic
            page = read_page("/", html)
            assert injected(page) + faults_of_markup(page) == [], topic


@pytest.mark.parametrize("name", ["\u202egnp.exe", "Anna\u200b", "An\x00na", "Anna\u2066", "\ufeffAnna"])
def test_letters_that_hide_or_turn_others_are_refused_in_a_name(name: str) -> None:
    with pytest.raises(Refused) as refused:
        add_player(name=name, now=timezone.now())
    assert refused.value.field == "name"
    with pytest.raises(ValidationError, match=r"unprintable characters|[Nn]ull characters"):
        LineField(max_length=120).clean(name)


def test_no_code_marks_a_text_as_safe() -> None:
    """Only `format_html`, which escapes its arguments, makes markup in Python, and two places besides: where a template
    of Jinja, which escapes what it names, is handed to those of Django, and where JSON, whose letters none can end the
    script element that it stands in, becomes a block of data."""
    root = Path(settings.BASE_DIR)
    words = (
        "mark_safe",
        "SafeString(",
        "SafeText",
        "__html__",
        "autoescape=False",
        "html_safe",
        "is_safe=True",
    )
    found = [
        f"{path.relative_to(root)}: {word}"
        for app in ("tournament", "tables")
        for path in (root / app).rglob("*.py")
        for word in words
        if word in path.read_text(encoding="utf-8")
    ]
    allowed = ("tournament/templatetags/previews.py", "tables/templatetags/screen.py")
    assert found == [f"{path}: SafeString(" for path in allowed]
    assert "autoescape" not in str(settings.TEMPLATES)
