"""`{% tap %}`: the form of a tap, with what every tap carries, so that a template says only what is its own.

    {% tap "tables:hold" code page.number into="#table" class="row" %}<button>Hold</button>{% endtap %}

It is posted plainly where no script runs. With `into` htmx sends it and swaps the answer in there, one tap at a
time: its button is off until the answer has come.
"""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid4

from django import template
from django.forms.utils import flatatt
from django.shortcuts import resolve_url
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_block_tag(takes_context=True)
def tap(
    context: template.Context,
    content: SafeString,
    to: str = "",
    *arguments: object,
    into: str = "",
    swap: str = "innerHTML",
    replaces: bool = False,
    **attributes: object,
) -> SafeString:
    """Write a form that posts to a URL name with its arguments, or to an address; without either, to its own page.

    With `replaces` a further tap takes the place of the one on its way, as for a form that only looks. Further
    `attributes` are the form's: `data_step` for data-step, `novalidate=True`. Each form has a key of its own, so that
    the same tap sent twice counts once.
    """
    address = resolve_url(to, *arguments) if to else ""
    sent: dict[str, object] = {}
    if into:
        sent = {"hx_post": address, "hx_target": into, "hx_swap": swap}
        one_at_a_time = {"hx_disabled_elt": "find button", "hx_sync": "this:drop"}
        sent |= {"hx_sync": "this:replace"} if replaces else one_at_a_time
    fields = hidden_fields({"csrfmiddlewaretoken": context.get("csrf_token"), "key": uuid4()})
    shown: dict[str, object] = {"method": "post", "action": address or None, **sent, **attributes}
    flat = flatatt({name.replace("_", "-"): value for name, value in shown.items()})
    return format_html("<form{}>{}{}</form>", flat, fields, content)


def hidden_fields(values: Mapping[str, object]) -> SafeString:
    """Fields that nobody sees; one without a value is left out."""
    return format_html_join(
        "",
        '<input type="hidden" name="{}" value="{}">',
        ((name, value) for name, value in values.items() if value is not None),
    )
