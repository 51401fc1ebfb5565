"""What templates may not contain, and how htmx is told to behave."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings

TEMPLATES = sorted(
    path
    for directory in ("templates", "tournament/templates", "tables/templates")
    for path in (Path(settings.BASE_DIR) / directory).rglob("*.*")
    if path.suffix in (".html", ".jinja")
)
LONGEST_LINE = 120
REFUSED = {
    "an hx-on attribute": r"\bhx-on\b",
    "a value computed by script": r"hx-(?:vals|headers)\s*=\s*['\"]\s*js(?:on)?:|\bjavascript:",
    "a trigger filter, which htmx evaluates": r"hx-trigger\s*=\s*(['\"])(?:(?!\1).)*\[",
    "an inline event handler": r"<[^>]*\son[a-z]+\s*=",
    "an inline style": r"<[^>{]*\sstyle\s*=|<style\b",
    # A block of data is none: nothing of these two types is ever run.
    "an inline script": r"<script\b(?![^>]*\bsrc=)(?![^>]*type=['\"]application/(?:ld\+)?json['\"])",
    "unescaped output": r"\|\s*safe(?:seq)?\b|autoescape\s+off",
    "an asset from elsewhere": r"<(?:script|link|img)\b[^>]*(?:src|href)=['\"](?:https?:)?//",
}
# Attributes for htmx and forms as a browser would act on them; an example of each must be caught.
EXAMPLES = {
    "an hx-on attribute": '<b hx-on:click="go()">',
    "a value computed by script": """<b hx-vals='js:{a: b}'>""",
    "a trigger filter, which htmx evaluates": """<b hx-trigger="click[ctrlKey]">""",
    "an inline event handler": '<b class="a" onclick="go()">',
    "an inline style": '<b style="color: red">',
    "an inline script": "<script>go()</script>",
    "unescaped output": "{{ name|safe }}",
    "an asset from elsewhere": '<script src="https://cdn.example/htmx.js">',
}


@pytest.mark.parametrize("what", REFUSED)
def test_the_lint_catches_its_own_example(what: str) -> None:
    assert re.search(REFUSED[what], EXAMPLES[what])


def test_no_template_contains_what_the_policy_refuses() -> None:
    refused = [
        (str(template), what)
        for template in TEMPLATES
        for what, pattern in REFUSED.items()
        if re.search(pattern, template.read_text(encoding="utf-8"))
    ]
    assert refused == []


def test_no_line_of_a_template_is_longer_than_a_line_of_code() -> None:
    too_long = [
        (str(template), number)
        for template in TEMPLATES
        for number, line in enumerate(template.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert too_long == []


def test_htmx_neither_evaluates_nor_keeps_pages() -> None:
    base = (Path(settings.BASE_DIR) / "templates" / "base.html").read_text(encoding="utf-8")
    found = re.search(r"<meta name=\"htmx-config\"\s+content='([^']*)'", base)
    assert found, "base.html configures htmx in a meta element"
    config = json.loads(found.group(1))
    wanted = {
        "allowEval": False,
        "allowScriptTags": False,
        "selfRequestsOnly": True,
        "includeIndicatorStyles": False,
        "historyCacheSize": 0,
        "historyRestoreAsHxRequest": False,
    }
    assert {name: config.get(name) for name in wanted} == wanted
    assert config["timeout"] > 0, "htmx would otherwise wait for ever"
    shown = [rule for rule in config["responseHandling"] if rule["swap"]]
    for status in ("409", "422"):
        assert any(re.fullmatch(rule["code"], status) for rule in shown), status
