"""The tablet's screen as HTML: everything that changes with the table, drawn by Jinja, part by part.

Each part is one element with an id. The screen says with a mark for each what it consists of (`data-parts`); a tablet
that sends the marks of the screen it has is answered with those parts alone that have other ones now. The page
(`tables/tablet/table.html`, a template of Django's) is drawn around the whole screen. What the two have in common
besides, the page takes from the screen's templates by the tags below.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from django import template
from django.conf import settings
from django.template import engines
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from jinja2 import Environment, Template

from tables.queries.tablet.screen import TabletScreen
from tables.templatetags import feed, prompt, rulings, tablet
from tables.templatetags.screen_parts import PARTS, plate_reads
from tournament.templatetags import games, poker
from tournament.templatetags.jinja import LanguageEnvironment
from tournament.templatetags.taps import hidden_fields

register = template.Library()

SCREEN: Final = "tables/tablet/_screen.jinja"
MACROS: Final = "tables/tablet/_macros.jinja"
PART: Final = "tables/tablet/parts/{}.jinja"
MARK_LETTERS: Final = 8
# Parts of as many tables as one process may have at work, those of the last minutes among them.
REMEMBERED: Final = 8_192


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """What a page adds to the screen for a tablet whose script does not run; nothing of it in the answer to a tap.

    `sheet` is the one that is open, with what was `typed` there and the `seat` that was chosen.
    """

    key: str = ""
    csrf_token: str = ""
    sheet: str = ""
    typed: str = ""
    seat: str = ""


NOT_PLAIN: Final = Plain()


@dataclass(frozen=True, slots=True)
class DrawnPart:
    """One element of the screen. `mark` stands for it wherever it was drawn: forty bits, so that of a million changes
    none is taken for another.
    """

    html: SafeString
    mark: str


def render_screen(
    screen: TabletScreen, refusal: str = "", plain: Plain = NOT_PLAIN, *, seen: str = ""
) -> SafeString:
    """The screen in the reader's language; `refusal` is why the last tap was not recorded.

    seen: the marks of the screen that the reader has. Where it has the same parts, only what has changed is drawn.
    """
    parts = _parts_of(screen, refusal, plain)
    marks = "".join([part.mark for part in parts.values()])
    if len(seen) != len(marks):
        html = {name: part.html for name, part in parts.items()}
        return drawn(
            SCREEN, screen=screen, marks=marks, drawn=html, refusal=refusal, plain=plain, changed=None
        )
    had = [seen[at : at + MARK_LETTERS] for at in range(0, len(seen), MARK_LETTERS)]
    changed = [part.html for part, old in zip(parts.values(), had, strict=True) if part.mark != old]
    return drawn(SCREEN, screen=screen, marks=marks, changed=changed)


def _parts_of(screen: TabletScreen, refusal: str, plain: Plain) -> Mapping[str, DrawnPart]:
    """Every part by its name, which is the id of its element: the plates of the seats, then the others."""
    language = get_language() or settings.LANGUAGE_CODE
    beside, parts = plate_reads(screen), {}
    for seat in screen.felt.seats:
        known = Known("plate", language, (seat, *beside))
        parts[f"plate-{seat.number}"] = _part(known, plain, seat=seat, screen=screen)
    for name, reads in PARTS.items():
        # What was refused is said once.
        known = Known(name, language, None if reads is None or refusal else reads(screen))
        parts[name] = _part(known, plain, screen=screen, refusal=refusal)
    return parts


class Known(NamedTuple):
    """What a part is drawn from: from the same again it is the same. `values` is None where it reads too much."""

    name: str
    language: str
    values: Hashable


def _part(known: Known, plain: Plain, **values: object) -> DrawnPart:
    # A page is drawn once.
    if known.values is None or plain.key:
        return _drawn_part(known, plain=plain, **values)
    part = _remembered.get(known)
    if part is None:
        if len(_remembered) >= REMEMBERED:
            _remembered.clear()
        part = _remembered[known] = _drawn_part(known, plain=plain, **values)
    return part


_remembered: Final[dict[Known, DrawnPart]] = {}


def _drawn_part(known: Known, **values: object) -> DrawnPart:
    template = _template(PART.format(known.name.replace("-", "_")), known.language)
    html = SafeString(template.render(**values))
    mark = base64.b32encode(hashlib.blake2b(html.encode(), digest_size=5).digest()).decode()
    return DrawnPart(html, mark)


def drawn(name: str, **values: object) -> SafeString:
    """A template of Jinja's in the reader's language."""
    # Jinja has escaped everything that the values name.
    return SafeString(_template(name, get_language() or settings.LANGUAGE_CODE).render(**values))


def engine_of(language: str) -> str:
    """The name in settings.TEMPLATES of the engine that draws in this language."""
    return f"screen-{language}"


def environment(**options: Any) -> Environment:
    """What the screen's templates can say; settings.TEMPLATES gives the language and where they lie."""
    made = LanguageEnvironment(**options)
    for library in (feed, games, poker, prompt, rulings, tablet):
        made.filters |= library.register.filters
    # Asked for at each of a screen's numbers: there the language is known.
    made.filters["chips"] = poker.chips_in(made.language)
    made.filters["choice_words"] = tablet.choice_words_in(made.language)
    # What Django's templates say by tags.
    made.globals["tap_fields"] = tap_fields
    made.globals["tap_form"] = tap_form
    made.filters |= {
        "icon": poker.icon,
        "places": poker.places,
        "pot_name": tablet.pot_name,
        "address": reverse,
    }
    return made


@register.simple_tag
def tap_fields(screen: TabletScreen, plain: Plain) -> SafeString:
    """What a form carries where the script does not run: its key, the version that the screen shows, the lease's epoch.

    The script gives each tap its own, so that a sheet stays as it is from one version to the next.
    """
    if not plain.key:
        return SafeString()
    return hidden_fields(
        {
            "csrfmiddlewaretoken": plain.csrf_token or None,
            "key": plain.key,
            "version": screen.version,
            "epoch": screen.epoch,
        }
    )


@register.simple_tag
def tap_form(address: str) -> SafeString:
    """Where a form of the tablet goes, by htmx or as it is. What becomes of the answer stands once, on the page."""
    return format_html('action="{0}" hx-post="{0}"', reverse(address))


@register.simple_tag
def amount_keys() -> SafeString:
    """The digits of an amount, as the sheets of the screen have them."""
    return SafeString(vars(_template(MACROS, get_language() or settings.LANGUAGE_CODE).module)["keys"]())


def prepare_screens() -> None:
    """Compile every template in every language, a quarter of a second that no tap is to wait for."""
    for language, _name in settings.LANGUAGES:
        compiled = _environment_of(language)
        for name in compiled.list_templates(extensions=["jinja"]):
            compiled.get_template(name)


@cache
def _template(name: str, language: str) -> Template:
    return _environment_of(language).get_template(name)


def _environment_of(language: str) -> Environment:
    engine: Any = engines[engine_of(language)]
    found: Environment = engine.env
    if "macros" not in found.globals:
        # What several places of the screen have in common: once for all, and not looked up by each of them.
        found.globals["macros"] = found.get_template(MACROS).module
    return found
