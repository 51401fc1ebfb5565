"""What a page offers: its tags, its links and its forms, read from the HTML as a browser would."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.http import HttpResponseBase
from django.test import Client

# Elements that a browser takes for markup of its own and never shows as text.
_RAW = ("script", "style")
_TYPED_BY_NOBODY = ("csrfmiddlewaretoken",)


@dataclass(slots=True)
class Control:
    """One field of a form; `choices` of a select or a group of radios. A `fixed` one nobody types."""

    name: str
    kind: str
    value: str
    choices: list[str] = field(default_factory=list)

    @property
    def is_typed(self) -> bool:
        return self.kind in ("text", "search", "number", "textarea", "password", "datetime-local", "email")


@dataclass(slots=True)
class FoundForm:
    """A form that writes, with what it would send if its first button were pressed at once."""

    page: str
    action: str
    controls: list[Control] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def body(self, *, button: int = 0) -> dict[str, str | list[str]]:
        """The fields as they stand on the page, and one of its named buttons."""
        sent: dict[str, str | list[str]] = {}
        for control in self.controls:
            before = sent.get(control.name)
            if control.kind == "radio" and before is not None:
                continue
            sent[control.name] = control.value
        if self.buttons:
            name, value = self.buttons[button % len(self.buttons)]
            sent[name] = value
        return sent


@dataclass(slots=True)
class Page:
    """A page as it was read: every start tag with its attributes, raw text, links and forms."""

    url: str
    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    links: set[str] = field(default_factory=set)
    forms: list[FoundForm] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self, page: Page) -> None:
        super().__init__(convert_charrefs=True)
        self.page = page
        self.form: FoundForm | None = None
        self.by_id: dict[str, FoundForm] = {}
        # Controls that name their form, which may come later in the page.
        self.elsewhere: list[tuple[str, str, dict[str, str]]] = []
        self.select: Control | None = None
        self.textarea: Control | None = None
        self.in_raw = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.page.tags.append((tag, given))
        for name in ("href", "hx-get"):
            if given.get(name, "").startswith(("/", "?")):
                self.page.links.add(urljoin(self.page.url, given[name]).partition("#")[0])
        if tag in _RAW:
            self.in_raw = tag
        elif tag == "form" and given.get("method", "").lower() == "post":
            self.form = FoundForm(
                page=self.page.url, action=urljoin(self.page.url, given.get("action") or "")
            )
            self.page.forms.append(self.form)
            self.by_id[given.get("id", "")] = self.form
        if "form" in given:
            self.elsewhere.append((given["form"], tag, given))
        elif self.form is not None:
            self._control(self.form, tag, given)

    def close(self) -> None:
        super().close()
        for form_id, tag, given in self.elsewhere:
            if form_id in self.by_id:
                self._control(self.by_id[form_id], tag, given)

    def _control(self, form: FoundForm, tag: str, given: dict[str, str]) -> None:
        name, kind, value = given.get("name", ""), given.get("type", "text"), given.get("value", "")
        if tag == "button" and "formaction" in given:
            # The same fields sent to another address: a form of its own.
            other = FoundForm(page=form.page, action=urljoin(form.page, given["formaction"]))
            other.controls = form.controls
            other.buttons = [(name, value)] if name else []
            self.page.forms.append(other)
        elif tag == "button" and name:
            form.buttons.append((name, value))
        elif tag == "input" and name and name not in _TYPED_BY_NOBODY:
            if kind in ("radio", "checkbox") and "checked" not in given and kind == "checkbox":
                return
            form.controls.append(
                Control(name=name, kind=kind, value=value or ("on" if kind == "checkbox" else ""))
            )
        elif tag == "textarea":
            self.textarea = Control(name=name, kind="textarea", value="")
            form.controls.append(self.textarea)
        elif tag == "select":
            self.select = Control(name=name, kind="select", value="")
            form.controls.append(self.select)
        elif tag == "option" and self.select is not None:
            self.select.choices.append(value)
            if "selected" in given or len(self.select.choices) == 1:
                self.select.value = value

    def handle_endtag(self, tag: str) -> None:
        if tag in _RAW:
            self.in_raw = ""
        elif tag == "form":
            self.form = None
        elif tag == "select":
            self.select = None
        elif tag == "textarea":
            self.textarea = None

    def handle_data(self, data: str) -> None:
        if self.in_raw:
            self.page.raw.append(data)
        elif self.textarea is not None:
            self.textarea.value += data
        self.page.text.append(data)


def read_page(url: str, html: str) -> Page:
    page = Page(url=url)
    reader = _Reader(page)
    reader.feed(html)
    reader.close()
    return page


@dataclass(slots=True)
class Visit:
    """One answer to a GET, read if it is HTML."""

    url: str
    response: HttpResponseBase
    page: Page | None


def crawl(client: Client, starts: list[str], *, limit: int = 400) -> Iterator[Visit]:
    """GET the addresses and every link of this house that their pages have, each once.

    Links that differ only in what they look at (`?seat=3`, `?seat=4`) are followed twice at most. All of the addresses
    are read, and links until `limit` is reached.
    """
    waiting, seen, kinds = list(dict.fromkeys(starts)), set(starts), dict[str, int]()
    while waiting:
        url = waiting.pop(0)
        response = client.get(url)
        # What is kept on a device is no page of the house: tests/tables/views/test_draws.py reads it.
        is_kept = response.headers.get("Content-Disposition", "").startswith("attachment")
        is_html = response.headers.get("Content-Type", "").startswith("text/html") and not is_kept
        page = read_page(url, response.content.decode()) if is_html else None
        yield Visit(url=url, response=response, page=page)
        for link in sorted(page.links) if page else ():
            kind = _kind(link)
            if link in seen or link.startswith("/static/") or kinds.get(kind, 0) >= 2 or len(seen) >= limit:
                continue
            kinds[kind] = kinds.get(kind, 0) + 1
            seen.add(link)
            waiting.append(link)


def _kind(link: str) -> str:
    """The address without its numbers and without what its query looks for."""
    parts = urlsplit(link)
    path = "".join("0" if letter.isdigit() else letter for letter in parts.path)
    names = [pair.partition("=")[0] for pair in parts.query.split("&")]
    looks = "&".join(
        n if n in ("seat", "table", "page", "q", "name", "ticket", "token") else p
        for n, p in zip(names, parts.query.split("&"), strict=True)
    )
    return f"{path}?{looks}"
