"""The book and the known differences share nothing with the engine that they judge."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
INDEPENDENT = (*sorted((HERE / "book").glob("*.py")), HERE / "pokerkit_differences.py")


@pytest.mark.parametrize("path", INDEPENDENT, ids=lambda path: path.name)
def test_what_judges_the_engine_imports_nothing_of_it(path: Path) -> None:
    nodes = list(ast.walk(ast.parse(path.read_text())))
    imported = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    imported += [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    assert not [name for name in imported if name.split(".")[0] in ("tables", "tournament")]
