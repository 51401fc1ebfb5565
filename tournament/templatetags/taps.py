"""`{% tap_key %}`: a key in each form, so that the same tap sent twice counts once."""

from __future__ import annotations

from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def tap_key() -> SafeString:
    return format_html('<input type="hidden" name="key" value="{}">', uuid4())
