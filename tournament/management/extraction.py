"""Which texts a person can see: from code, templates and the pure rules, as one catalogue.

xgettext reads Python. Django's templates are turned into Python for it as Django does; those of Jinja and the pure
rules, which know nothing of translation, into the list of their sentences. Everything happens in a directory of its
own: the working tree stays as it is.
"""

from __future__ import annotations

import ast
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import polib
from django.utils.translation import template as django_template
from jinja2.ext import GETTEXT_FUNCTIONS, babel_extract

PLACES: Final = ("templates", "tournament", "tables")
TEMPLATES: Final = (".html", ".jinja")
# Errors and remarks in these packages are not marked, because the packages import nothing from Django.
SENTENCES_WITHOUT_A_MARK: Final = "tournament/rules"
KEYWORDS: Final = (
    "gettext_noop",
    "gettext_lazy",
    "ngettext_lazy:1,2",
    "pgettext:1c,2",
    "npgettext:1c,2,3",
    "pgettext_lazy:1c,2",
    "npgettext_lazy:1c,2,3",
)
# Italian counts 0 and 2 alike and says "un milione di": the rule of Django's own catalogue.
PLURAL_FORMS: Final = "nplurals=3; plural=n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;"
WIDTH: Final = 110

Key = tuple[str | None, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueDifference:
    """The texts a catalogue lacks, and those that the code no longer uses."""

    missing: tuple[str, ...]
    stale: tuple[str, ...]


def extract_texts(root: Path) -> polib.POFile:
    """Every text marked for translation below `root`, in the order of the files; translations empty.

    Raises FileNotFoundError without xgettext, and subprocess.CalledProcessError with what it says.
    """
    with tempfile.TemporaryDirectory(prefix="floorman-texts-") as directory:
        sources = list(_write_sources(root, Path(directory)))
        command = [
            "xgettext", "--language=Python", "--from-code=UTF-8", "--no-wrap", "--output=-", "--files-from=-",
            *(f"--keyword={keyword}" for keyword in KEYWORDS),
        ]  # fmt: skip
        done = subprocess.run(
            command, cwd=directory, input="\n".join(sources), capture_output=True, text=True, check=True
        )
    texts = polib.pofile(done.stdout, wrapwidth=WIDTH, encoding="utf-8")
    for entry in texts:
        # No line numbers: a catalogue that changes with every edited page hides what changed in it.
        files = dict.fromkeys(_file_of(name) for name, _line in entry.occurrences)
        entry.occurrences = [(name, "") for name in files]
    return texts


def update_catalogue(catalogue: polib.POFile, texts: polib.POFile) -> polib.POFile:
    """The catalogue with exactly these texts: known translations kept, new texts empty, nothing fuzzy."""
    updated = polib.POFile(wrapwidth=WIDTH, encoding="utf-8")
    updated.metadata = {
        "Project-Id-Version": "Floorman",
        "Language": "it",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURAL_FORMS,
    }
    known = {key_of(entry): entry for entry in catalogue if not entry.obsolete and not entry.fuzzy}
    for entry in texts:
        before = known.get(key_of(entry))
        if before is not None:
            entry.msgstr = before.msgstr
            entry.msgstr_plural = before.msgstr_plural
            entry.tcomment = before.tcomment
        elif entry.msgid_plural:
            entry.msgstr_plural = dict.fromkeys(range(3), "")
        updated.append(entry)
    return updated


def compare_texts(catalogue: polib.POFile, texts: polib.POFile) -> CatalogueDifference:
    """What would change in the catalogue's texts."""
    known = {key_of(entry) for entry in catalogue if not entry.obsolete}
    said = {key_of(entry) for entry in texts}
    return CatalogueDifference(
        missing=tuple(sorted(text for _context, text, _plural in said - known)),
        stale=tuple(sorted(text for _context, text, _plural in known - said)),
    )


def key_of(entry: polib.POEntry) -> Key:
    """What makes two entries the same text: context, text, text of the plural."""
    return (entry.msgctxt, entry.msgid, entry.msgid_plural)


def rule_sentences(source: str) -> list[tuple[int, str]]:
    """(line, sentence) of a pure module: each text with a space that ends like a sentence, but docstrings."""
    tree = ast.parse(source)
    left_out = {
        id(part)
        for node in ast.walk(tree)
        for part in (
            node.values
            if isinstance(node, ast.JoinedStr)
            else [node.value]
            if isinstance(node, ast.Expr)
            else []
        )
    }
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in left_out
        and " " in node.value
        and node.value.endswith((".", ":"))
    ]


def jinja_texts(source: str) -> list[tuple[str, tuple[str, ...]]]:
    """(function, its texts) of each sentence of a Jinja template, as that template is read when it is drawn."""
    options = {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}
    found = babel_extract(BytesIO(source.encode()), GETTEXT_FUNCTIONS, (), options)
    return [
        (function, tuple(filter(None, (texts,) if isinstance(texts, str) or texts is None else texts)))
        for _line, function, texts, _comments in found
    ]


def _write_sources(root: Path, directory: Path) -> Iterator[str]:
    """Write what xgettext shall read; yield the names."""
    for path in sorted(path for place in PLACES for path in (root / place).rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix not in {".py", *TEMPLATES} or "/migrations/" in name:
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html":
            text = django_template.templatize(text, origin=name)
        elif path.suffix == ".jinja":
            text = "".join(f"{function}{texts!r}\n" for function, texts in jinja_texts(text))
        elif name.startswith(f"{SENTENCES_WITHOUT_A_MARK}/"):
            text = _marked(sentence for _line, sentence in rule_sentences(text))
        if path.suffix in TEMPLATES:
            name = f"{name}.py"
        target = directory / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        yield name


def _file_of(name: str) -> str:
    """The template that a file of Python was made of, or the file itself."""
    template = name.removesuffix(".py")
    return template if template.endswith(TEMPLATES) else name


def _marked(sentences: Iterable[str]) -> str:
    return "".join(f"gettext_noop({sentence!r})\n" for sentence in sentences)
