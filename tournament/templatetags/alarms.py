"""What stands at the head of every staff page: the alarms of the house."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from django import template
from django.urls import resolve, reverse

from tournament.queries.alarms.alarm import Alarm

register = template.Library()


@register.filter
def fingerprint(shown: Sequence[Alarm]) -> str:
    """What tells one set of alarms from another, in the reader's language: empty where there is none."""
    words = "\n".join(f"{alarm.code} {alarm.words} {alarm.cure}" for alarm in shown)
    return hashlib.sha256(words.encode()).hexdigest()[:16] if words else ""


@register.simple_tag(takes_context=True)
def may_post(context: template.Context, way: str) -> bool:
    """Whether the reader's role may post to the way of an alarm."""
    request = context["request"]
    view = resolve(reverse(way, args=[request.tournament.code])).func
    return request.role in view.access.removeprefix("staff:").split(",")  # type: ignore[attr-defined]
