"""What people type is shown as they typed it, on every page, and is never markup.

The strings stand in the rows themselves, past every form that might have refused them. Each carries
an attribute `data-xss`: a tag that has it was made by a string and not by a template.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import CharField, JSONField, Model, TextField
from django.utils import timezone

from tables.models import Dispute
from tests.factories import NOW
from tests.factories.house import House
from tests.security.pages import Page, crawl, read_page
from tests.security.test_access_table import LISTED, TABLE, pairing_values, values_of
from tests.security.test_responses import faults_of_markup
from tests.tampering import past_the_triggers
from tournament.forms.fields.text import LineField
from tournament.live import fragments
from tournament.live.fragments import fragment_topics, render_fragment
from tournament.services.errors import Refused
from tournament.services.field.players import add_player

pytestmark = pytest.mark.django_db

NASTY = (
    "<script data-xss>alert(1)</script>",
    '"><img src=x onerror=alert(1) data-xss>',
    "'><svg/onload=alert(1) data-xss>",
    "</title><b data-xss>out of the title",
    "</textarea></select><b data-xss>",
    "<!--<b data-xss>--><b data-xss>",
    "{{ 7|add:7 }}{% now 'Y' %}<b data-xss>",
    "javascript:alert(1)//<b data-xss>",
    '" hx-get="/floor/" hx-trigger=load data-xss="',
    "' onmouseover='alert(1)' data-xss='",
    "&lt;b data-xss&gt;&#60;b data-xss&#62;",
    "%(name)s %s {0} {name}<b data-xss>",
    "\u202egnp.exe\u202c<b data-xss>\u2066\u2069",
    "\u200b\ufeff<b data-xss>\u200d",
    "שלום <b data-xss> مرحبا",
    "`]]><b data-xss>\\u003cb data-xss\\u003e",
    "A" * 105 + "<b data-xss>",
)
# Not typed by anybody: codes, secrets, kinds and other words of the program.
OWN_WORDS = frozenset(
    {
        "code", "status", "kind", "verb", "role", "game", "currency", "time_zone", "rule_profile", "clock_state",
        "link_secret", "token_sha256", "secret_sha256", "body_sha256", "password", "search_name", "language", "seed",
        "search_shown_name", "session_key", "body", "username", "email", "about", "bounty_kind", "method",
        "sealed_secret", "code_hash", "hash", "address",
    }
)  # fmt: skip
TYPED_KEYS = frozenset({"name", "text", "tablet", "label", "sentence", "coming", "reason", "actor", "winner"})
OWN_MODELS = frozenset({"ChainLink", "HandOperation", "SeatDraw", "StoredReply"})


def poison() -> None:
    """Put a nasty string into everything that somebody may have typed."""
    # What is answered has its moment.
    Dispute.objects.filter(answer="").update(answer="no", answered_at=NOW)
    strings = cycle(NASTY)
    for label in ("tournament", "tables"):
        for model in apps.get_app_config(label).get_models():
            if model.__name__ not in OWN_MODELS:
                for row in model._default_manager.order_by("pk"):
                    poison_row(row, strings)


def poison_row(row: Model, strings: Iterator[str]) -> None:
    changes: dict[str, Any] = {}
    for field in row._meta.concrete_fields:
        if isinstance(field, JSONField):
            changes[field.name] = poisoned(getattr(row, field.name), strings)
        elif isinstance(field, (CharField, TextField)) and field.name not in OWN_WORDS:
            text = f"{next(strings)}" if field.name != "club_number" else f"{row.pk}<b data-xss>"
            changes[field.name] = text[: field.max_length]
    if changes:
        type(row)._default_manager.filter(pk=row.pk).update(**changes)


def poisoned(value: Any, strings: Iterator[str]) -> Any:
    if isinstance(value, dict):
        return {
            # The label of a break is the shortest of them.
            key: next(strings)[:100]
            if key in TYPED_KEYS and isinstance(inner, str)
            else poisoned(inner, strings)
            for key, inner in value.items()
        }
    return [poisoned(inner, strings) for inner in value] if isinstance(value, list) else value


@pytest.fixture
def poisoned_house(house: House) -> House:
    with past_the_triggers():
        poison()
    return house


def injected(page: Page) -> list[str]:
    made = [f"<{tag} {given}>" for tag, given in page.tags if "data-xss" in given]
    active = [
        f"<{tag} {name}={value}>"
        for tag, given in page.tags
        for name, value in given.items()
        if name.startswith(("hx-", "sse-", "on")) and ("<b" in value or "alert(" in value)
    ]
    return made + active + faults_of_markup(page)


@pytest.mark.one_database
@pytest.mark.parametrize("visitor", ["director", "registration", "tablet", "player"])
def test_what_was_typed_is_text_on_every_page(poisoned_house: House, visitor: str) -> None:
    house = poisoned_house
    client, values = house.client(visitor), values_of(house, visitor)
    starts = [
        address.url(pairing_values(house, address, values))
        for address in LISTED
        if "GET" in TABLE[address.name].methods
    ]
    if visitor == "director":
        starts += [
            f"/floor/{house.mine.code}/?q=%3Cb%20data-xss%3E",
            f"/floor/{house.mine.code}/players/?q=%22%3E%3Cb%20data-xss%3E",
            f"/floor/{house.mine.code}/log/?player=%3Cb%20data-xss%3E&kind=%22data-xss%3D",
            f"/t/{house.mine.code}/seat/?name=%22%3E%3Cb%20data-xss%3E",
            "/login/?next=%22%3E%3Cb%20data-xss%3E",
        ]
    shown = ""
    for visit in crawl(client, starts, limit=230):
        assert visit.response.status_code < 500, visit.url
        if visit.page is not None:
            assert injected(visit.page) == [], visit.url
            shown += " ".join(visit.page.text)
    # The control: they are there, and as they were typed.
    wanted = {"director": len(NASTY) - 2, "registration": 8, "tablet": 4, "player": 4}[visitor]
    seen = [string for string in NASTY if string in shown or string[:60] in shown]
    assert len(seen) >= wanted, sorted(set(NASTY) - set(seen))
    assert "14" not in [word for word in shown.split() if word.startswith("14<b")], (
        "a template in a name was run"
    )


def test_what_is_pushed_to_everybody_is_escaped_too(
    poisoned_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = poisoned_house
    # The hub's threads have connections of their own; this one is the test's.
    monkeypatch.setattr(fragments, "close_old_connections", lambda: None)
    for topic in sorted(fragment_topics()):
        for language in ("en", "it"):
            html = render_fragment(house.mine.code, topic, language)
            assert html.strip(), topic
            assert injected(read_page("/", html)) == [], topic


@pytest.mark.parametrize("name", ["\u202egnp.exe", "Anna\u200b", "An\x00na", "Anna\u2066", "\ufeffAnna"])
def test_letters_that_hide_or_turn_others_are_refused_in_a_name(name: str) -> None:
    with pytest.raises(Refused) as refused:
        add_player(name=name, now=timezone.now())
    assert refused.value.field == "name"
    with pytest.raises(ValidationError, match=r"unprintable characters|[Nn]ull characters"):
        LineField(max_length=120).clean(name)


def test_no_code_marks_a_text_as_safe() -> None:
    """Only `format_html`, which escapes its arguments, makes markup in Python, and the one place where a template of
    Jinja, which escapes what it names, is handed to those of Django."""
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
    assert found == ["tables/templatetags/screen.py: SafeString("]
    assert "autoescape" not in str(settings.TEMPLATES)
