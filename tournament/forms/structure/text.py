"""A structure pasted as text, or sent as a file of text."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import MAX_TYPED, parse_duration
from tournament.rules.past.errors import PastFileError
from tournament.rules.past.texts import text_of
from tournament.rules.structure.errors import MAX_LEVEL_SECONDS
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.text.problems import StructureTextError
from tournament.rules.structure.text.reading import MOST_CHARACTERS, read_structure
from tournament.words.games import GAMES
from tournament.words.rules import say_error

# Of files that are no text: spreadsheets.
_SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


class PasteForm(forms.Form):
    """One of text and file; `cleaned_data["structure"]` is what it says."""

    text = forms.CharField(
        label=gettext_lazy("Text"),
        required=False,
        strip=False,
        max_length=MOST_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One line for each level and each break, as in “1  100/200 (200)  20 min” and “Break 15”, or cells of a "
            "spreadsheet below a line that names them: level, small blind, big blind, ante, minutes."
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("or a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )
    minutes = forms.CharField(
        label=gettext_lazy("Minutes of levels that do not say theirs"),
        required=False,
        max_length=MAX_TYPED,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"max_length": gettext_lazy("Enter at most %(limit_value)d characters.")},
    )

    def clean_minutes(self) -> int | None:
        typed = self.cleaned_data["minutes"]
        if not typed:
            return None
        seconds = parse_duration(typed)
        if seconds > MAX_LEVEL_SECONDS:
            raise ValidationError(
                _("Enter at most %(max)d minutes."), params={"max": MAX_LEVEL_SECONDS // 60}
            )
        return seconds

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        field = "file" if cleaned["file"] else "text"
        if not cleaned["file"] and not cleaned["text"].strip():
            raise ValidationError({"text": _("Paste a structure, or choose a file.")})
        try:
            text = _text_of_file(cleaned["file"]) if cleaned["file"] else cleaned["text"]
            cleaned["structure"] = read_structure(text, seconds=cleaned["minutes"], games=dict(GAMES))
        except StructureTextError as error:
            self.add_error(field, [ValidationError(say_error(problem)) for problem in error.problems])
        except PastFileError as error:
            self.add_error(field, say_error(error))
        return cleaned

    @property
    def structure(self) -> Structure:
        structure: Structure = self.cleaned_data["structure"]
        return structure


def _text_of_file(file: Any) -> str:
    raw: bytes = file.read(4 * MOST_CHARACTERS + 1)
    if raw.startswith(_SPREADSHEETS):
        raise ValidationError(
            {"file": _("This is a spreadsheet: copy its cells and paste them above, or save it as CSV.")}
        )
    text = text_of(raw)
    if "\0" in text:
        raise ValidationError(
            {"file": _("This is not a text file: save the structure as CSV and send that file.")}
        )
    return text
