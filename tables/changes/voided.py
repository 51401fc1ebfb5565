"""Where a draw of all seats is undone with a reason."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.changes.change import LinePage


def page_to_void() -> LinePage:
    return LinePage(address="tables:void_draw", label=_("Undo with a reason"), is_undo=True)
