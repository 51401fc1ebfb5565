"""Strings that would be markup if they were not escaped, in everything that somebody may have typed.

They stand in the rows themselves, past every form that might have refused them. Each carries an attribute `data-xss`: a
tag that has it was made by a string and not by a template.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

from django.apps import apps
from django.db.models import CharField, JSONField, Model, TextField

from tables.models import Dispute
from tests.factories import NOW
from tests.tampering import past_the_triggers

NASTY = (
    "<script data-xss>alert(1)</script>",
    '"><img src=x onerror=alert(1) data-xss>',
    "'><svg/onload=alert(1) data-xss>",
    "</title><b data-xss>out of the title",
    "</textarea></select><b data-xss>",
    "<!--<b data-xss>--><b data-xss>",
    "{{ 7|add:7 }}{% now 'Y' %}<b data-xss>",
    "javascript:alert(1)//<b data-xss>",
    '" hx-get="/floor/" hx-trigger=load data-xss="',
    "' onmouseover='alert(1)' data-xss='",
    "&lt;b data-xss&gt;&#60;b data-xss&#62;",
    "%(name)s %s {0} {name}<b data-xss>",
    "\u202egnp.exe\u202c<b data-xss>\u2066\u2069",
    "\u200b\ufeff<b data-xss>\u200d",
    "שלום <b data-xss> مرحبا",
    "`]]><b data-xss>\\u003cb data-xss\\u003e",
    "A" * 105 + "<b data-xss>",
)
# Not typed by anybody: codes, secrets, kinds and other words of the program.
OWN_WORDS = frozenset(
    {
        "code", "status", "kind", "verb", "role", "game", "currency", "time_zone", "rule_profile", "clock_state",
        "link_secret", "token_sha256", "secret_sha256", "body_sha256", "password", "search_name", "language", "seed",
        "search_shown_name", "session_key", "body", "username", "email", "about", "bounty_kind", "method",
        "sealed_secret", "code_hash", "hash", "address", "content", "theme", "sha256", "when", "sound", "digest",
        "results_code", "scheme",
    }
)  # fmt: skip
TYPED_KEYS = frozenset(
    {"name", "text", "tablet", "label", "sentence", "coming", "reason", "actor", "winner", "line_1"}
)
OWN_MODELS = frozenset({"ChainLink", "HandOperation", "SeatDraw", "StoredReply"})


def poison_house() -> None:
    """Put a nasty string into everything that somebody may have typed; what has choices nobody types."""
    with past_the_triggers():
        _poison_rows()


def _poison_rows() -> None:
    # What is answered has its moment.
    Dispute.objects.filter(answer="").update(answer="no", answered_at=NOW)
    strings = cycle(NASTY)
    for label in ("tournament", "tables"):
        for model in apps.get_app_config(label).get_models():
            if model.__name__ not in OWN_MODELS:
                for row in model._default_manager.order_by("pk"):
                    poison_row(row, strings)


def poison_row(row: Model, strings: Iterator[str]) -> None:
    changes: dict[str, Any] = {}
    for field in row._meta.concrete_fields:
        if isinstance(field, JSONField):
            changes[field.name] = poisoned(getattr(row, field.name), strings)
        elif isinstance(field, (CharField, TextField)) and field.name not in OWN_WORDS and not field.choices:
            text = f"{next(strings)}" if field.name != "club_number" else f"{row.pk}<b data-xss>"
            changes[field.name] = text[: field.max_length]
    if changes:
        type(row)._default_manager.filter(pk=row.pk).update(**changes)


def poisoned(value: Any, strings: Iterator[str]) -> Any:
    if isinstance(value, dict):
        return {
            # The label of a break is the shortest of them.
            key: next(strings)[:100]
            if key in TYPED_KEYS and isinstance(inner, str)
            else poisoned(inner, strings)
            for key, inner in value.items()
        }
    return [poisoned(inner, strings) for inner in value] if isinstance(value, list) else value
