"""Nothing here cites what the repository does not hold: every code is a rule of docs/rules.md or a row of
docs/reliability.md, every page is there."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.rules_proved import ID, PAGE, ROOT, rules_of

# A letter or more, a hyphen, two digits or more: the form of a rule's id, and of these.
NO_CODES = re.compile(r"UTF-16|SHA-256|BLS12-381|RP-1\d|C-77")
CODE = re.compile(rf"(?<![\w-]){ID}(?![\w-])")
# One letter and two digits, as lists of faults and checks are numbered.
SHORT_CODE = re.compile(r"(?<![\w.\"'-])[A-VX-Z]\d{2}(?![\w-])")
# W73, WL129: rules of the WSOP cited without its name.
WSOP = re.compile(r"(?<!\w)W(?:L?\d+[a-z]?(?!\w)|(?=[,;)]))")
# The folder beside a checkout.
BESIDE = re.compile(r"\.\./shared|/ \"shared\"")
# The same at the beginning of a text.
MAYBE_SHORT = re.compile(r"(?<!\w)[A-VX-Z]\d{2}(?![\w-])")
PAGE_NAME = re.compile(r"(?<![\w*])[\w/.-]+\.md(?!\w)")
NAME = re.compile(r"\bdef test_(?!tda_|rp_|wsop_)((?:[a-z]{1,5}|h4h)_\d{2,3}|[a-z]\d_\d{1,2})_")
RELIABILITY = ROOT / "docs" / "reliability.md"
# They plant what is not there.
PLANTED = ("tests/test_citations.py", "tests/test_rules_are_proved.py")


@cache
def known() -> frozenset[str]:
    """Every id of the page, those of a range one by one, and the last of each range alone."""
    ids: set[str] = set()
    for rule in rules_of(PAGE.read_text(encoding="utf-8")):
        ids.add(rule.id)
        if found := re.fullmatch(r"([A-Z0-9]+)-(\d+)\.\.(\d+)", rule.id):
            prefix, first, last = found.groups()
            ids |= {f"{prefix}-{number:0{len(first)}}" for number in range(int(first), int(last) + 1)}
    return frozenset(ids)


@cache
def known_in_names() -> frozenset[str]:
    """The same as they stand in the name of a test."""
    return frozenset(rule.lower().replace("-", "_") for rule in known())


@cache
def invariants() -> frozenset[str]:
    """The codes that docs/reliability.md explains, each in a row of its own."""
    return frozenset(
        re.findall(r"^\| ([A-Z]\d{2}) \|", RELIABILITY.read_text(encoding="utf-8"), re.MULTILINE)
    )


def unknown_codes(text: str) -> Iterator[str]:
    for found in CODE.finditer(text):
        code = found[0]
        ends_in_letters = code.rpartition("-")[0]
        if len(code.split("-")[1].partition(".")[0]) not in (2, 3) or NO_CODES.fullmatch(code):
            continue
        if code not in known() and ends_in_letters not in known():
            yield code


def unknown_names(source: str) -> Iterator[str]:
    """Tests that are named after a case, of which docs/rules.md has none."""
    for name in NAME.findall(source):
        if not any(each == name or each.startswith(f"{name}_") for each in known_in_names()):
            yield name


def prose(source: str) -> str:
    """The comments and docstrings of a Python file."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [
        token.string for token in tokens if token.type == tokenize.COMMENT and "noqa" not in token.string
    ]
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, documented))
    return "\n".join([*comments, *[ast.get_docstring(node) or "" for node in nodes]])


def unknown_pages(text: str, folder: Path) -> Iterator[str]:
    for name in PAGE_NAME.findall(text):
        if not any((place / name).is_file() for place in (ROOT, ROOT / "docs", folder)):
            yield name


def cited_unknown(path: Path, text: str) -> list[str]:
    found = [*unknown_codes(text), *unknown_pages(text, path.parent)]
    if path.suffix == ".py":
        # Taking a file apart takes time, and few have such a word at all.
        has_one = not invariants().issuperset(MAYBE_SHORT.findall(text)) or WSOP.search(text)
        words = prose(text) if has_one else ""
        short = [code for code in SHORT_CODE.findall(words) if code not in invariants()]
        found += [*unknown_names(text), *short, *WSOP.findall(words)]
    elif path.suffix == ".md":
        found += [*WSOP.findall(text)]
    return [*found, *BESIDE.findall(text)]


def texts() -> dict[str, str]:
    """Everything in the repository that people read, migrations and what others wrote left out."""
    listed = subprocess.run(
        ["git", "ls-files", "*.py", "*.md", "*.toml", "*.html", "*.jinja", "*.css", "*.js", "Makefile", ".ci/run"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    read = [
        name
        for name in listed
        if "/vendor/" not in name and "/migrations/" not in name and name not in PLANTED
    ]
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in read if (ROOT / name).is_file()}


def test_every_code_and_page_that_is_cited_is_in_the_repository() -> None:
    unknown = {name: found for name, text in texts().items() if (found := cited_unknown(ROOT / name, text))}
    assert unknown == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# the cap (W73)", ["W73"]),
        ('"""Lost hints (F77)."""', ["F77"]),
        ('"""S77: no formula."""', ["S77"]),
        ("# a side pot: B4-11", ["B4-11"]),
        ("# OOT-99 and S-038", ["OOT-99"]),
        ('"""I01 and I99: chips."""', ["I99"]),
        ("x = 'BTN-18'", ["BTN-18"]),
        ("def test_b4_1_odd_chips(): ...", ["b4_1"]),
        ("def test_act_99_odd_chips(): ...", ["act_99"]),
        ("# engine.md 3", ["engine.md"]),
        ("# see ../shared", ["../shared"]),
        ('Path(__file__).parents[3] / "shared" / "x.json"', ['/ "shared"']),
        ("def test_act_02_odd_chips(): ...  # ACT-02, BTN-17, BET-02-RRP, docs/rules.md, TDA RP-10, S1", []),
    ],
)
def test_what_is_not_there_is_found(text: str, found: list[str]) -> None:
    assert cited_unknown(ROOT / "tests" / "planted.py", text) == found
