"""The widgets of our own render what Django's do."""

from __future__ import annotations

import re

import pytest
from django import forms

from tournament.forms.fields.widgets import LongSelect

CHOICES = [("", "none"), ("Europe/Rome", "Europe/Rome"), ("x&y", "<x> & 'y'")]


def parts(html: str) -> list[tuple[str, ...]]:
    """The tags with their attributes in any order, and the words between them."""
    return [
        tuple(sorted(re.findall(r'[\w-]+(?:="[^"]*")?|[^\s<>]+', piece))) for piece in re.split("[<>]", html)
    ]


@pytest.mark.parametrize("value", ["Europe/Rome", "x&y", "", None, "elsewhere"])
def test_a_long_select_is_djangos_select(value: str | None) -> None:
    attrs = {
        "id": "id_zone",
        "required": True,
        "aria-describedby": "help",
        "class": "wide",
        "disabled": False,
    }
    ours = LongSelect(choices=CHOICES, attrs={"data-x": "1"}).render("zone", value, attrs)
    theirs = forms.Select(choices=CHOICES, attrs={"data-x": "1"}).render("zone", value, attrs)
    assert [p for p in parts(ours) if p] == [p for p in parts(theirs) if p]
