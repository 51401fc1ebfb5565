"""Widgets that Django lacks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

SELECTED = format_html(" {}", "selected")


class LongSelect(forms.Select):
    """A select of some hundred options without groups.

    Django renders a template for each option, which for the time zones took most of the page's time.
    """

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: Any = None,  # noqa: ARG002  # Django passes it
    ) -> SafeString:
        chosen = self.format_value(value)
        options = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            ((option, SELECTED if str(option) in chosen else "", label) for option, label in self.choices),
        )
        given = flatatt({"name": name, **self.build_attrs(self.attrs, attrs)})
        return format_html("<select{}>\n{}\n</select>", given, options)
