"""`{% qr address %}`: a QR code drawn into the page, without a second request or inline styles."""

from __future__ import annotations

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

QUIET_ZONE = 4


@register.simple_tag
def qr(text: str, label: str) -> SafeString:
    """`text` as a QR code with `label` for those who cannot see it.

    Dark on light in both themes: not every phone reads it the other way round.
    """
    size, path = qr_path(text)
    return format_html(
        '<svg class="qr" viewBox="0 0 {size} {size}" role="img" aria-label="{label}" shape-rendering="crispEdges">'
        '<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path fill="#000" d="{path}"/></svg>',
        size=size,
        label=label,
        path=path,
    )


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
