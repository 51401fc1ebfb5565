"""Which test proves which rule: fills the last column of docs/rules.md from the `rule` marks of the tests.

A test says what it proves with `@pytest.mark.rule("ODD-01", "S-046")`. The marks are read from the source, so that
nothing has to be imported. Id, sentence, source, module and where a user meets the rule are written by hand in
docs/rules.md and nowhere else; that nobody meets it yet is found by following the product's imports. A proof that
only `make test-long` runs is said to be (long).

    python -m tests.rules_proved            says what is not proved yet
    python -m tests.rules_proved --write    fills the page
"""

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path

from tests.circles import said_of
from tests.unreached import file_of, product, unreached

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rules.md"
NOT_PROVED = "not yet"
NOT_IN_THE_PRODUCT = "not yet in the product"
# Of cash games, which Floorman does not run; why, follows.
OUTSIDE = "outside the product: "
HEAD = "| Id | Rule | Source | Applied in | Where it is met | Proved by |"

ID = r"[A-Z][A-Z0-9]*-\d+(?:\.\.\d+)?(?:-[A-Z]+)?"
_ROW = re.compile(
    rf"\| (?P<id>{ID}) \| (?P<rule>[^|]+) \| (?P<source>[^|]+) \| (?P<modules>[^|]+) \| (?P<met>[^|]*) \|[^|]*\|"
)
_HEAD = re.compile(re.escape(HEAD) + r"|\|[-|]+\|")
# The table of sources, above those of the rules.
_SOURCE = re.compile(r"\| [^|]+ \| [^|]+ \|")
_MODULE = re.compile(r"`([\w/]+\.py)`")
_WAITING = re.compile(r"- `([\w/]+\.py)`: .+")


class BadMark(ValueError):
    """A mark that proves nothing: not on a test, without an id, or on a test that may be left out."""


class BadRow(ValueError):
    """A line of the page's tables that is no row, or that names a module which is not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One row of the page as it is written by hand. modules: paths from the root, those that apply the rule."""

    id: str
    sentence: str
    source: str
    modules: tuple[str, ...]
    met: str


def rules_of(page: str) -> list[Rule]:
    """Return the rules of the page, in its order. Raises BadRow for a table line that is none."""
    return [rule for _line, rule in _rows(page) if rule]


def waiting_modules(page: str) -> list[str]:
    """Return the modules of the list at the page's end, which only tests import."""
    return [found[1] for line in page.splitlines() if (found := _WAITING.fullmatch(line))]


def filled(page: str, proofs: Mapping[str, Sequence[str]], unused: Collection[str]) -> str:
    """Return the page with the tests of each rule, and with the rules that nobody can meet called so.

    unused: the modules that only tests import. Raises BadRow where a rule that can be met does not say where.
    """
    lines = []
    for line, rule in _rows(page):
        if rule:
            rule = _met(rule, unused)
            tests = "<br>".join(f"`{test}`{said_of(test)}" for test in proofs.get(rule.id, ())) or NOT_PROVED
            modules = "<br>".join(f"`{module}`" for module in rule.modules)
            line = f"| {rule.id} | {rule.sentence} | {rule.source} | {modules} | {rule.met} | {tests} |"
        lines.append(line)
    return "\n".join(lines) + "\n"


def _met(rule: Rule, unused: Collection[str]) -> Rule:
    if set(rule.modules) <= set(unused):
        return replace(rule, met=NOT_IN_THE_PRODUCT)
    if not rule.met or rule.met == NOT_IN_THE_PRODUCT:
        raise BadRow(f"{rule.id}: the product uses its code: say where a user meets it, or what is missing")
    return rule


def unused_modules() -> set[str]:
    """Paths of the modules that only tests import."""
    return {file_of(module).relative_to(ROOT).as_posix() for module in unreached(*product())}


def proofs_in(root: Path) -> dict[str, list[str]]:
    """Return the tests below `root`/tests by the id they prove, as pytest names them.

    Raises BadMark, naming file and line.
    """
    proofs: dict[str, list[str]] = {}
    for path in sorted((root / "tests").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "mark.rule" not in source:
            continue
        where = path.relative_to(root).as_posix()
        for test, ids in _marked_tests(ast.parse(source), where):
            for each in ids:
                proofs.setdefault(each, []).append(f"{where}::{test}")
    return proofs


def _rows(page: str) -> Iterator[tuple[str, Rule | None]]:
    for number, line in enumerate(page.splitlines(), start=1):
        row = _ROW.fullmatch(line)
        if row:
            yield line, _rule(number, row)
        elif line.startswith("|") and not _HEAD.match(line) and not _SOURCE.fullmatch(line):
            raise BadRow(f"line {number} is no row of six cells: {line}")
        else:
            yield line, None


def _rule(number: int, row: re.Match[str]) -> Rule:
    modules = tuple(_MODULE.findall(row["modules"]))
    if not modules:
        raise BadRow(f"line {number}: {row['id']} names no module")
    for module in modules:
        if not (ROOT / module).is_file():
            raise BadRow(f"line {number}: {row['id']} is applied in {module}, which is not there")
    return Rule(
        id=row["id"], sentence=row["rule"], source=row["source"], modules=modules, met=row["met"].strip()
    )


def _marked_tests(tree: ast.Module, where: str) -> Iterator[tuple[str, list[str]]]:
    """Every marked test of a file and the ids its marks name."""
    on_tests: set[ast.expr] = set()
    for node in tree.body if Path(where).name.startswith("test_") else ():
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.name.startswith("test_"):
            continue
        calls = [call for decorator in node.decorator_list for call in _calls(decorator)]
        if not calls:
            continue
        if any(_attributes(decorator, "skip", "skipif", "xfail") for decorator in node.decorator_list):
            raise BadMark(f"{where}:{node.lineno} {node.name} may be left out: it proves no rule")
        on_tests.update(call.func for call in calls)
        yield node.name, [each for call in calls for each in _ids(call, where)]
    for mark in _attributes(tree, "rule"):
        if mark not in on_tests:
            raise BadMark(f"{where}:{mark.lineno} a rule mark belongs on a test function, with its ids")


def _calls(tree: ast.AST) -> list[ast.Call]:
    marks = _attributes(tree, "rule")
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.func in marks]


def _attributes(tree: ast.AST, *names: str) -> list[ast.expr]:
    """Every `pytest.mark.<name>` in there, called or not."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr in names
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "mark"
    ]


def _ids(call: ast.Call, where: str) -> list[str]:
    ids = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    if not ids or len(ids) != len(call.args) or call.keywords:
        raise BadMark(f"{where}:{call.lineno} a rule mark names its ids as texts")
    return ids


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the repository says of rules: the tests of each, and the modules that only tests import."""

    proofs: Mapping[str, Sequence[str]]
    unused: AbstractSet[str]

    @classmethod
    def in_the_repository(cls) -> "Found":
        """Read every file of the tests, and every import of the product."""
        return cls(proofs=proofs_in(ROOT), unused=unused_modules())


def main(arguments: Sequence[str], *, found: Found | None = None) -> int:
    """Fill the page or say what is missing; return the exit status."""
    found = found or Found.in_the_repository()
    page, proofs = PAGE.read_text(encoding="utf-8"), found.proofs
    try:
        wanted = filled(page, proofs, found.unused)
    except BadRow as error:
        print(f"docs/rules.md: {error}")
        return 1
    if "--write" in arguments:
        PAGE.write_text(wanted, encoding="utf-8")
    rules = rules_of(page)
    missing = [rule.id for rule in rules if rule.id not in proofs]
    print(f"{len(rules) - len(missing)} of {len(rules)} rules are proved; {NOT_PROVED}: {' '.join(missing)}")
    if "--write" not in arguments and wanted != page:
        print("docs/rules.md is out of date: python -m tests.rules_proved --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
