"""The form of a tap carries what every tap carries, with a script and without."""

from __future__ import annotations

import re

from django.template import Context, Template

from tests.tournament.config.test_templates import TEMPLATES

KEY = r"[0-9a-f]{8}-[0-9a-f-]{27}"


def written(source: str, **values: object) -> str:
    """What a template writes, with each key as KEY."""
    html = Template("{% load taps %}" + source).render(Context(values))
    return re.sub(KEY, "KEY", html)


def test_a_tap_is_sent_by_htmx_and_posted_plainly_without_it() -> None:
    source = '{% tap "tables:hold" code number into="#table" class="row" %}<button>Hold</button>{% endtap %}'
    assert written(source, code="ABC", number=3, csrf_token="t<k") == (
        '<form action="/floor/ABC/tables/3/hold/" class="row" hx-disabled-elt="find button"'
        ' hx-post="/floor/ABC/tables/3/hold/" hx-swap="innerHTML" hx-sync="this:drop" hx-target="#table"'
        ' method="post"><input type="hidden" name="csrfmiddlewaretoken" value="t&lt;k">'
        '<input type="hidden" name="key" value="KEY"><button>Hold</button></form>'
    )


def test_a_tap_without_a_place_for_the_answer_is_a_plain_form() -> None:
    source = '{% tap address novalidate=True data_step="x" %}{{ name }}{% endtap %}'
    assert written(source, address="/a/?b=1", name="<i>") == (
        '<form action="/a/?b=1" data-step="x" method="post" novalidate>'
        '<input type="hidden" name="key" value="KEY">&lt;i&gt;</form>'
    )


def test_a_tap_without_an_address_posts_to_its_own_page() -> None:
    assert written("{% tap %}{% endtap %}") == (
        '<form method="post"><input type="hidden" name="key" value="KEY"></form>'
    )


def test_what_htmx_does_can_be_told_otherwise() -> None:
    source = (
        '{% tap "/a/" into="#b" swap="outerHTML" hx_sync="this:replace" hx_disabled_elt=False %}{% endtap %}'
    )
    assert written(source) == (
        '<form action="/a/" hx-post="/a/" hx-swap="outerHTML" hx-sync="this:replace" hx-target="#b" method="post">'
        '<input type="hidden" name="key" value="KEY"></form>'
    )


def test_each_form_has_a_key_of_its_own() -> None:
    html = Template("{% load taps %}{% tap %}{% endtap %}{% tap %}{% endtap %}").render(Context())
    assert len(set(re.findall(KEY, html))) == 2


def test_no_template_repeats_by_hand_what_a_tap_carries() -> None:
    by_hand = [
        path.name
        for path in TEMPLATES
        if re.search(
            r'hx-disabled-elt="find button"|name="key"|name="epoch"', path.read_text(encoding="utf-8")
        )
    ]
    assert by_hand == []
