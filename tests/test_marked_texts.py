"""Every text a person can see is marked for translation where it stands: templates, code, pure rules, scripts."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType
from jinja2 import Environment, nodes

from tournament.management.extraction import rule_sentences

ROOT = Path(settings.BASE_DIR)

# --- Templates

# Names and signs that are the same in every language, and formats.
SAME_EVERYWHERE = {"Floorman", "PDF", "PHH", "OHH", "PokerGFX", "CSV", "JSON", "XLSX", "SB", "BB", "STR"}
# Marked texts, and blocks that fill attributes and not the page.
NOT_SHOWN = {"blocktrans", "page_class", "theme", "live"}


class _Words(HTMLParser):
    """Collects the words of a template that stand outside its tags, and those that are spoken."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("aria-label", "title", "placeholder", "alt"):
                self.handle_data(value or "")

    def handle_data(self, data: str) -> None:
        self.found += [word for word in re.findall(r"[^\W\d_]{2,}", data) if word not in SAME_EVERYWHERE]


def bare_words(source: str) -> list[str]:
    """Words of a template that no `translate` surrounds."""
    shown: list[str] = []
    inside: list[str] = []
    for token in Lexer(source).tokenize():
        name, _, argument = token.contents.partition(" ")
        if token.token_type == TokenType.TEXT:
            shown.append("" if NOT_SHOWN.intersection(inside) else token.contents)
        elif name == "block" or name.startswith("blocktrans"):
            inside.append(argument if name == "block" else "blocktrans")
        elif name == "endblock" or name.startswith("endblocktrans"):
            inside.pop()
    words = _Words()
    words.feed("".join(shown))
    words.close()
    return words.found


def bare_words_of_jinja(source: str) -> list[str]:
    """The same of a template of Jinja, which reads what `trans` surrounds as a call."""
    words = _Words()
    tree = Environment(extensions=["jinja2.ext.i18n"], autoescape=True).parse(source)
    words.feed("".join(text.data for text in tree.find_all(nodes.TemplateData)))
    words.close()
    return words.found


def test_the_search_for_bare_words_finds_them() -> None:
    bare = '<p title="Tap">{% blocktranslate %}Marked{% endblocktranslate %} Fold {{ name }}</p>'
    assert bare_words(bare) == ["Tap", "Fold"]
    bare = '<p title="Tap">{% trans %}Marked{% endtrans %} Fold {{ name }} {{ _("Marked") }}</p>'
    assert bare_words_of_jinja(bare) == ["Tap", "Fold"]


@pytest.mark.parametrize(("ending", "bare"), [("html", bare_words), ("jinja", bare_words_of_jinja)])
def test_a_template_has_no_words_but_marked_ones(ending: str, bare: Callable[[str], list[str]]) -> None:
    templates = sorted((ROOT / "templates").rglob(f"*.{ending}"))
    assert templates
    found = {str(each): words for each in templates if (words := bare(each.read_text(encoding="utf-8")))}
    assert found == {}


# --- Code

SHOWN_BY = {"Refused", "ValidationError", "add_error", "success", "info", "warning", "error", "Done"}


def unmarked(source: str) -> Iterator[str]:
    """Sentences that a call shows to people as they stand in the code."""
    # Taking a file apart takes time, and most have no such call at all.
    if not re.search(rf"\b(?:{'|'.join(sorted(SHOWN_BY))})\(", source):
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        owner = getattr(getattr(node.func, "value", None), "id", "")
        if name not in SHOWN_BY or owner in ("logger", "log"):
            continue
        given = [
            *node.args,
            *(keyword.value for keyword in node.keywords if keyword.arg in ("message", "text")),
        ]
        for part in given:
            if isinstance(part, ast.JoinedStr) or (
                isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value
            ):
                yield ast.unparse(part)


def test_no_view_form_or_service_shows_a_sentence_that_is_not_marked() -> None:
    assert list(unmarked('raise Refused("Not now.", code="x")')) == ["'Not now.'"]
    for app, layer in product(
        ("tournament", "tables"), ("views", "forms", "services", "queries", "templatetags")
    ):
        for path in (ROOT / app / layer).rglob("*.py"):
            assert list(unmarked(path.read_text(encoding="utf-8"))) == [], path.name


# --- The pure rules


def test_what_the_rules_raise_is_written_out_where_it_is_raised() -> None:
    """A sentence put together from parts could not be found, and so not be translated."""
    for path in (ROOT / "tournament" / "rules").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        found = {sentence for _line, sentence in rule_sentences(source)}
        for sentence in raised(source):
            assert sentence in found, f"{path.name}: {sentence!r} must have a space and end like a sentence"


def raised(source: str) -> Iterator[str]:
    """Texts given as template or cure to an error or a remark."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        name = node.func.id
        if name in ("_error", "_warning"):
            given = node.args[2:3]
        elif any(keyword.arg == "code" for keyword in node.keywords):
            given = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "cure")]
        else:
            continue
        for part in given:
            assert not isinstance(part, ast.JoinedStr | ast.BinOp), ast.unparse(part)
            for choice in (part.body, part.orelse) if isinstance(part, ast.IfExp) else (part,):
                if isinstance(choice, ast.Constant):
                    yield str(choice.value)


# --- Scripts


SCRIPTS = sorted(path for app in ("tournament", "tables") for path in (ROOT / app / "static").rglob("*.js"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_neither_format_numbers_nor_bring_words_of_their_own(script: Path) -> None:
    """Browsers write 1234 where Italian wants 1.234; words come from the page, in its language."""
    code = re.sub(
        r"/\*.*?\*/|(?m:^\s*//.*$)|(?m:\s//\s.*$)", "", script.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    assert not re.search(r"toLocale\w*String|\bIntl\.", code)
    assert (
        re.findall(r"[\"'`][^\"'`\n]*[A-Z][a-z]+ [a-z]+[^\"'`\n]*[\"'`]|\b(?:alert|confirm|prompt)\(", code)
        == []
    )
