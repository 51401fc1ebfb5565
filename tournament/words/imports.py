"""Why a file of another system was refused, and what is to be known of one that was read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from tournament.rules.past.errors import NOTES, PastFileError
from tournament.words.rules import say_error


def say_refusal(kept: Mapping[str, Any]) -> str:
    """As `ImportedFile.refusal` has it."""
    return say_error(PastFileError(kept["code"], line=kept["line"], column=kept["column"], **kept["data"]))


def say_note(note: Mapping[str, Any]) -> str:
    """As `EarlierEvent.to_dict` has it; one of an older release is said as it was then."""
    if note["code"] not in NOTES:
        return str(note["text"])
    template = gettext(NOTES[note["code"]])
    return template % note["data"] if note["data"] else template
