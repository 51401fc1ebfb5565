"""Two languages, wholly: everything a person can see is marked, translated, counted rightly and shown."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import polib
import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.translation import ngettext

from tables.engine.games.catalogue import GAMES
from tables.templatetags.refusals import SENTENCES as REFUSAL_SENTENCES
from tables.words.reasons import SENTENCES as REASON_SENTENCES
from tests.breadth import sample
from tests.factories import NOW
from tests.factories.house import build_house
from tests.machine import do_without
from tests.security.pages import Page, crawl
from tournament.management.extraction import compare_texts, extract_texts
from tournament.plans.ready_made import plan_from_template
from tournament.rules.templates.catalogue import TEMPLATES
from tournament.templatetags.poker import chips, money, places, players_left

ROOT = Path(settings.BASE_DIR)
CATALOGUE = ROOT / "locale" / "it" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%\w+%%|%%|\{\w+\}")
SPOKEN = ("aria-label", "title", "placeholder", "alt", "content")


@cache
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE), encoding="utf-8")


def italian(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


# --- The catalogue


def test_the_catalogue_has_every_text_of_the_house_and_no_other() -> None:
    if shutil.which("xgettext") is None:
        do_without("xgettext", "install gettext")
    difference = compare_texts(catalogue(), extract_texts(ROOT))
    assert difference.missing == (), "run manage.py makemessages and translate what is new"
    assert difference.stale == (), "run manage.py makemessages"


def test_every_text_is_translated_and_none_is_a_guess() -> None:
    assert len(catalogue()) > 1000
    assert catalogue().untranslated_entries() == []
    assert catalogue().fuzzy_entries() == []
    assert catalogue().obsolete_entries() == []
    assert [entry.msgid for entry in catalogue() if "" in italian(entry)] == []


def test_a_translation_has_the_figures_of_its_text() -> None:
    wrong = [
        (entry.msgid, words)
        for entry in catalogue()
        for words in italian(entry)
        if sorted(PLACEHOLDER.findall(words))
        != sorted(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
    ]
    assert wrong == []


def test_a_translation_begins_and_ends_like_its_text() -> None:
    def edges(text: str) -> tuple[bool, bool, str]:
        return text[:1].isspace(), text[-1:].isspace(), text[-1] if text[-1] in ".:?…" else ""

    wrong = [
        (entry.msgid, words)
        for entry in catalogue()
        for words in italian(entry)
        if edges(words) != edges(entry.msgid)
    ]
    assert wrong == []


def test_the_singular_keeps_its_number() -> None:
    """A number that one form left out would be filled in for nobody: 21 is no singular, but other languages differ."""
    assert [
        entry.msgid
        for entry in catalogue()
        if entry.msgid_plural and PLACEHOLDER.findall(entry.msgid) != PLACEHOLDER.findall(entry.msgid_plural)
    ] == []


# --- Plurals and numbers


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0 giocatori"), (1, "1 giocatore"), (2, "2 giocatori"), (10**6, "1.000.000 di giocatori")],
)
def test_italian_counts_like_a_floor_manager(count: int, words: str) -> None:
    with translation.override("it"):
        said = ngettext("%(count)s player has a seat.", "%(count)s players have a seat.", count)
        assert (said % {"count": chips(count)}).startswith(words)


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 players"), (1, "1 player"), (2, "2 players"), (10**6, "1,000,000 players")]
)
def test_english_counts_too(count: int, words: str) -> None:
    said = ngettext("%(count)s player has a seat.", "%(count)s players have a seat.", count)
    assert (said % {"count": chips(count)}).startswith(f"{words} ha")


def test_every_count_has_its_three_italian_forms() -> None:
    plurals = [entry for entry in catalogue() if entry.msgid_plural]
    assert len(plurals) > 20
    assert [entry.msgid for entry in plurals if sorted(entry.msgstr_plural) != [0, 1, 2]] == []


def test_numbers_follow_the_language() -> None:
    with translation.override("en"):
        assert (chips(1234), money(1_234_50, "EUR"), places(1, 1)) == ("1,234", "€1,234.50", "1st")
    with translation.override("it"):
        assert (chips(1234), money(1_234_50, "EUR"), places(1, 1)) == ("1.234", "1.234,50\u00a0€", "1º")
        assert players_left(1, 1_000_000) == "1 su 1.000.000 di giocatori"


# --- What the pure packages say


def test_what_is_looked_up_by_a_code_is_in_the_catalogue() -> None:
    known = {entry.msgid for entry in catalogue()}
    assert set(REASON_SENTENCES.values()) | set(REFUSAL_SENTENCES.values()) <= known
    assert {game.name for game in GAMES.values()} <= known
    assert {template.name for template in TEMPLATES.values()} <= known


def engine_codes() -> Iterator[str]:
    """The codes of refusals that a tap can meet; an f-string gives its end."""
    engine = ROOT / "tables" / "engine"
    for path in set(engine.rglob("*.py")) - set((engine / "notation").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if isinstance(node, ast.Call) and name == "IllegalAction":
                code = node.args[1]
                parts = code.values if isinstance(code, ast.JoinedStr) else [code]
                last = parts[-1]
                assert isinstance(last, ast.Constant), ast.unparse(node)
                yield str(last.value)


def test_every_refusal_of_the_engine_has_a_sentence_of_ours() -> None:
    codes = set(engine_codes())
    assert len(codes) > 25
    assert [code for code in codes if not any(known.endswith(code) for known in REFUSAL_SENTENCES)] == []


@pytest.mark.parametrize("key", TEMPLATES)
def test_the_labels_of_a_template_are_written_in_the_directors_language(key: str) -> None:
    english = {period.label for period in TEMPLATES[key].structure.periods if hasattr(period, "label")}
    with translation.override("it"):
        plan = plan_from_template(key, name="Torneo")
        labels = {period.label for period in plan.structure.periods if hasattr(period, "label")}
    assert (labels & english) - {""} == set()


# --- Pages


@dataclass(frozen=True, slots=True)
class EnglishTexts:
    """What may not stand on an Italian page: each English text whose Italian is another one."""

    literal: frozenset[str]
    with_figures: re.Pattern[str]

    def has(self, text: str) -> bool:
        return text in self.literal or self.with_figures.fullmatch(text) is not None


@pytest.fixture(scope="module")
def english_texts() -> EnglishTexts:
    said = {words for entry in catalogue() for words in italian(entry)}
    literals, patterns = set(), []
    for entry in catalogue():
        for text, words in ((entry.msgid, italian(entry)[0]), (entry.msgid_plural, italian(entry)[-1])):
            literal = PLACEHOLDER.sub("", text)
            # A language's button is in that language.
            if text in ("", "English") or text in said or PLACEHOLDER.sub("", words) == literal:
                continue
            if PLACEHOLDER.search(text) and not re.search(r"[a-z]{3}", literal):
                continue
            text = " ".join(text.split())
            if not PLACEHOLDER.search(text):
                literals.add(text)
                continue
            parts = [re.escape(part) for part in PLACEHOLDER.split(text)]
            # Nothing reaches over the point between the parts of a title: "Deal · Friday" is Italian for a chop.
            patterns.append("[^.!?·]+?".join(parts))
    with_figures = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
    return EnglishTexts(literal=frozenset(literals), with_figures=with_figures)


def texts_of(page: Page) -> Iterator[str]:
    """What a person sees or hears of a page, by pieces between tags."""
    for piece in page.text:
        yield " ".join(piece.split())
    for _tag, attributes in page.tags:
        for name, value in attributes.items():
            if name in SPOKEN or (name.startswith("data-") and " " in value):
                yield " ".join(value.split())


@pytest.mark.sampled
@pytest.mark.one_database
@pytest.mark.django_db
@time_machine.travel(NOW, tick=False)
@pytest.mark.parametrize(
    "visitor",
    [
        "anonymous",
        pytest.param(
            "director",
            marks=pytest.mark.long(reason="every text is in the catalogue, and each page has its tests"),
        ),
        pytest.param(
            "registration", marks=pytest.mark.long(reason="the director sees the same pages and more")
        ),
        "tablet",
    ],
)
def test_no_english_is_left_on_italian_pages(visitor: str, english_texts: EnglishTexts) -> None:
    house = build_house(NOW)
    client = house.client(visitor)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "it"
    code, secret = house.mine.code, house.mine.entries[0].link_secret
    starts = ["/", "/login/", "/tablet/", "/tablet/table/", f"/t/{code}/", f"/my/{secret}/", "/nowhere/"]
    starts += ["/floor/", "/floor/new/", f"/floor/{code}/"]
    english, languages, read = [], set(), 0
    said = {words for entry in catalogue() for words in italian(entry)}

    @cache
    def is_english(text: str) -> bool:
        return text not in said and english_texts.has(text)

    for visit in crawl(client, starts, limit=sample("Italian pages")):
        if visit.page is None or (visit.response.status_code >= 300 and visit.response.status_code != 404):
            continue
        read += 1
        languages |= {given.get("lang") for tag, given in visit.page.tags if tag == "html"}
        english += [f"{visit.url}: {text}" for text in texts_of(visit.page) if is_english(text)]
    assert "\n".join(english) == ""
    assert languages <= {"it"}
    assert read >= 5


@pytest.mark.django_db
@pytest.mark.parametrize(("wanted", "lang"), [("it", "it"), ("en", "en"), ("it-CH", "it"), ("ja", "en")])
def test_a_page_says_its_language(client: Client, wanted: str, lang: str) -> None:
    page = client.get("/", headers={"Accept-Language": wanted}).content.decode()
    assert f'<html lang="{lang}"' in page


# --- Glossary


def glossary() -> list[tuple[str, str, list[str]]]:
    rows = []
    for line in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and cells[0] not in ("English", "---"):
            rows.append((cells[0], cells[1], [form.strip() for form in cells[2].split(",") if form.strip()]))
    return rows


def test_the_glossary_fixes_at_least_eighty_terms_each_once() -> None:
    terms = [english.lower() for english, _italian, _forms in glossary()]
    assert len(terms) >= 80
    assert len(set(terms)) == len(terms)


def test_the_catalogue_uses_the_glossarys_words() -> None:
    assert [wrong for row in glossary() for wrong in without_the_word_of(*row)] == []


def without_the_word_of(english: str, word: str, forms: list[str]) -> list[tuple[str, str]]:
    """The texts that have an English term of the glossary, and their translations that do not have its word."""
    term = re.compile(rf"(?<![\w%(\-]){re.escape(english)}(?:s|es)?(?![\w)\-])", re.IGNORECASE)
    allowed = [form.lower() for form in (word, *forms)]
    return [
        (text, words)
        for text, translations in without_figures().items()
        if term.search(text)
        for words in translations
        if not any(form in words.lower() for form in allowed)
    ]


@cache
def without_figures() -> dict[str, list[str]]:
    """Each text of the catalogue and its translations."""
    texts: dict[str, list[str]] = {}
    for entry in catalogue():
        texts.setdefault(PLACEHOLDER.sub("", entry.msgid), []).extend(italian(entry))
    return texts
