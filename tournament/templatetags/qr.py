"""`{% qr link label %}`: a QR code drawn into the page, without a second request or inline styles."""

from __future__ import annotations

import segno
from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.links import absolute_url, reaches_only_here

register = template.Library()

QUIET_ZONE = 4


@register.simple_tag
def qr(link: str, label: str) -> SafeString:
    """`link` as a QR code with `label` for those who cannot see it; a warning where no phone could open it.

    Dark on light in both themes: not every phone reads it the other way round.
    """
    if reaches_only_here(link):
        return render_to_string("_only_here.html")
    return qr_text(link, label)


@register.simple_tag
def qr_text(text: str, label: str) -> SafeString:
    """What an app reads, which is not a link, as a QR code with `label`."""
    size, path = qr_path(text)
    return format_html(
        '<svg class="qr" viewBox="0 0 {size} {size}" role="img" aria-label="{label}" shape-rendering="crispEdges">'
        '<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path fill="#000" d="{path}"/></svg>',
        size=size,
        label=label,
        path=path,
    )


@register.simple_tag(takes_context=True)
def warn_only_here(context: template.Context) -> str:
    """The warning alone, where a page leads to Floorman's links; nothing if phones can open them."""
    here = absolute_url(context["request"], "/")
    return render_to_string("_only_here.html") if reaches_only_here(here) else ""


def qr_path(text: str) -> tuple[int, str]:
    """Side length in modules with the quiet zone, and the dark modules as one SVG path."""
    rows = list(segno.make_qr(text, error="m").matrix)
    runs: list[str] = []
    for y, row in enumerate(rows, start=QUIET_ZONE):
        x = 0
        while x < len(row):
            length = 0
            while x + length < len(row) and row[x + length]:
                length += 1
            if length:
                runs.append(f"M{x + QUIET_ZONE} {y}h{length}v1h-{length}z")
            x += length or 1
    return len(rows) + 2 * QUIET_ZONE, "".join(runs)
