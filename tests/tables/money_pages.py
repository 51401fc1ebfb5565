"""The house's pages as a person uses them: only the forms that a page shows are pressed, with what it has filled in."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db.models import QuerySet
from django.test import Client

from tests.security.pages import FoundForm, Page, read_page
from tournament.models import LogEntry, MoneyRow
from tournament.models.chain import SealedRows

# Where money may be written, and by which calls.
APPS = ("tournament", "tables")
WRITES = ("create", "bulk_create", "get_or_create", "update_or_create")
MOST_TAPS = 60


class NoWayOut(AssertionError):
    """A page does not show the form that is looked for, or it does nothing."""


@dataclass(slots=True)
class Pages:
    """A browser without scripts: `home` is the beginning of every address."""

    client: Client
    home: str

    def read(self, path: str) -> Page:
        """A page with all that it shows."""
        url = path if path.startswith("/") else self.home + path
        answer = self.client.get(url)
        if answer.status_code != 200:
            raise NoWayOut(f"{url} answers {answer.status_code}")
        return read_page(url, answer.content.decode())

    def says(self, path: str) -> str:
        """The words of a page."""
        return re.sub(r"\s+", " ", " ".join(self.read(path).text))

    def forms(self, path: str, action: str) -> list[FoundForm]:
        """The forms of a page that post to an address like this."""
        return forms_of(self.read(path), action)

    def links(self, path: str, like: str) -> list[str]:
        return links_of(self.read(path), like)

    def press(self, path: str, action: str, *, value: str = "", **typed: Any) -> None:
        """Press the button with this value, or the first, of the first such form; it has to be told in the log."""
        for form in self.forms(path, action):
            buttons = [button for button in form.buttons if not value or _is_meant(value, button[1])]
            if buttons or not value:
                self._press(form, dict(buttons[:1]) | typed)
                return
        raise NoWayOut(f"{path} shows no form for {action} {value}")

    def _press(self, form: FoundForm, typed: Mapping[str, Any]) -> None:
        if not self.send(form, typed):
            raise NoWayOut(f"{form.action} does nothing")

    def press_each(self, path: str, action: str) -> int:
        """Press the first such form until the page shows none any more; how many there were."""
        for pressed in range(MOST_TAPS):
            forms = self.forms(path, action)
            if not forms:
                return pressed
            self._press(forms[0], dict(forms[0].buttons[:1]))
        raise NoWayOut(f"{path} never has enough of {action}")

    def press_any(self, path: str, action: str, rng: Random) -> str:
        """Press one such form, whichever; the last word of where it went, "" where there is none or it was refused."""
        forms = self.forms(path, action)
        if not forms:
            return ""
        form = rng.choice(forms)
        return form.action.rstrip("/").rpartition("/")[2] if self.send(form, dict(form.buttons[:1])) else ""

    def send(self, form: FoundForm, typed: Mapping[str, Any]) -> bool:
        """Send a form as a browser does; whether the log tells of it. Where it leads to is read by who looks there."""
        newest = _newest_line()
        fields = {name: field for name, field in form.body().items() if name not in _names(form)}
        self.client.post(form.action, {**fields, "key": str(uuid4()), **typed})
        return _newest_line() > newest


def forms_of(page: Page, action: str) -> list[FoundForm]:
    return [form for form in page.forms if re.search(action, form.action)]


def links_of(page: Page, like: str) -> list[str]:
    return sorted(link for link in page.links if re.search(like, link))


def _is_meant(value: str, found: str) -> bool:
    """Whether a button is the one: its number, or a part of the price that it carries."""
    return value == found or (not value.isdigit() and value in found)


def _names(form: FoundForm) -> set[str]:
    """The names of its buttons: only one of them is sent."""
    return {name for name, _value in form.buttons}


def _newest_line() -> int:
    return LogEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


# --- Which functions write money, by the source and by what happens


def writers(sources: Mapping[str, str]) -> set[str]:
    """By module and function where rows of the ledger are made in these sources."""
    return {
        f"{module}.{function.name}"
        for module, source in sources.items()
        # Most modules do not know the ledger, and to parse them all takes a second.
        if MoneyRow.__name__ in source
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef)
        and any(_makes_rows(node) for node in ast.walk(function) if isinstance(node, ast.Call))
    }


def sources() -> dict[str, str]:
    """Every module of the house that may write, by its name."""
    root = Path(settings.BASE_DIR)
    paths = [path for app in APPS for path in sorted((root / app).rglob("*.py"))]
    return {
        ".".join(path.relative_to(root).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in paths
        if "migrations" not in path.parts
    }


@contextmanager
def seen_writing(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The functions of the house that write rows of the ledger meanwhile."""
    seen: set[str] = set()
    with monkeypatch.context() as patch:
        for name in ("create", "bulk_create"):
            patch.setattr(QuerySet, name, _watched(getattr(QuerySet, name), seen))
        yield seen


def _watched(write: Any, seen: set[str]) -> Any:
    @wraps(write)
    def watched(rows: QuerySet[Any], *args: Any, **kwargs: Any) -> Any:
        if rows.model is MoneyRow:
            frame = sys._getframe(1)
            while frame.f_back and not _decides(frame.f_globals["__name__"]):
                frame = frame.f_back
            seen.add(f"{frame.f_globals['__name__']}.{frame.f_code.co_name}")
        return write(rows, *args, **kwargs)

    return watched


def _decides(module: str) -> bool:
    """It is the house's, and not what seals every row that is written."""
    return module.partition(".")[0] in APPS and module != SealedRows.__module__


def _makes_rows(call: ast.Call) -> bool:
    """`MoneyRow(...)`, or `MoneyRow.objects.create(...)` and its like."""
    match call.func:
        case ast.Name(id="MoneyRow"):
            return True
        case ast.Attribute(value=ast.Attribute(value=ast.Name(id="MoneyRow"), attr="objects"), attr=attr):
            return attr in WRITES
    return False
