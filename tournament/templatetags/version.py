"""`{% floorman_version %}`: the first question when a room reports a bug."""

from __future__ import annotations

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def floorman_version() -> str:
    """The version of this Floorman, for example `0.1.0`."""
    return str(settings.VERSION)
