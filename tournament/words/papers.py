"""The papers that a payer has seen before much money leaves the desk, in words."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _


def papers_seen(papers: Collection[str]) -> str:
    """That the payer has seen what was due."""
    if set(papers) == {"id"}:
        return _("ID seen.")
    if set(papers) == {"tax_form"}:
        return _("Tax form seen.")
    return _("ID and tax form seen.")
