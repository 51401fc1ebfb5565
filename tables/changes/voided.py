"""Where what concerns everybody, a draw of all seats or the bags of a day, is undone with a reason."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.changes.change import LinePage


def page_to_undo() -> LinePage:
    return LinePage(address="tables:undo_with_reason", label=_("Undo with a reason"), is_undo=True)
