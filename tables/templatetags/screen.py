"""The tablet's screen as HTML: everything that changes with the table, drawn by Jinja.

A tap is answered with the screen alone; the page (`tables/tablet/table.html`, a template of Django's) is drawn around
the same one. What the two have in common besides, the page takes from the screen's templates by the tags below.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.conf import settings
from django.template import engines
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from jinja2 import Environment, Template

from tables.queries.tablet.screen import TabletScreen
from tables.templatetags import feed, prompt, rulings, tablet
from tournament.templatetags import games, poker
from tournament.templatetags.jinja import LanguageEnvironment
from tournament.templatetags.taps import hidden_fields

register = template.Library()

SCREEN: Final = "tables/tablet/_screen.jinja"
PARTS: Final = "tables/tablet/_parts.jinja"


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


def render_screen(screen: TabletScreen, refusal: str = "", plain: Plain = NOT_PLAIN) -> SafeString:
    """The screen in the reader's language; `refusal` is why the last tap was not recorded."""
    return drawn(SCREEN, screen=screen, refusal=refusal, plain=plain)


def drawn(name: str, **values: object) -> SafeString:
    """A template of Jinja's in the reader's language."""
    # Jinja has escaped everything that the values name.
    return SafeString(_template(name).render(**values))


def engine_of(language: str) -> str:
    """The name in settings.TEMPLATES of the engine that draws in this language."""
    return f"screen-{language}"


def environment(**options: Any) -> Environment:
    """What the screen's templates can say; settings.TEMPLATES gives the language and where they lie."""
    made = LanguageEnvironment(**options)
    for library in (feed, games, poker, prompt, rulings, tablet):
        made.filters |= library.register.filters
    # What Django's templates say by tags.
    made.globals["tap_fields"] = tap_fields
    made.filters |= {
        "icon": poker.icon,
        "places": poker.places,
        "pot_name": tablet.pot_name,
        "address": reverse,
    }
    return made


@register.simple_tag
def tap_fields(screen: TabletScreen, plain: Plain) -> SafeString:
    """What a form of the tablet carries: its key, the version that the screen shows, and the lease's epoch.

    Where the script asked for the screen there is no key: the script gives each tap one of its own.
    """
    return hidden_fields(
        {
            "csrfmiddlewaretoken": plain.csrf_token or None,
            "key": plain.key or None,
            "version": screen.version,
            "epoch": screen.epoch,
        }
    )


@register.simple_tag
def amount_keys() -> SafeString:
    """The digits of an amount, as the sheets of the screen have them."""
    return SafeString(vars(_template(PARTS).module)["keys"]())


def prepare_screens() -> None:
    """Compile every template in every language, a quarter of a second that no tap is to wait for."""
    for language, _name in settings.LANGUAGES:
        compiled = _environment_of(language)
        for name in compiled.list_templates(extensions=["jinja"]):
            compiled.get_template(name)


def _template(name: str) -> Template:
    return _environment_of(get_language() or settings.LANGUAGE_CODE).get_template(name)


def _environment_of(language: str) -> Environment:
    engine: Any = engines[engine_of(language)]
    found: Environment = engine.env
    return found
