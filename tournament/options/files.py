"""What a file of the house is for."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.options.sounds import RoomSound


class FileUse(models.TextChoices):
    """Of a picture; a sound is for one of RoomSound."""

    SHOWN = "shown", _("Shown on the screens, a sponsor for example")
    LOGO = "logo", _("Logo in the club's colours")
    BACKGROUND = "background", _("Background in the club's colours")
    CHIP = "chip", _("Chip, called by its value")


USES: Final[tuple[tuple[Promise | str, tuple[tuple[str, Promise | str], ...]], ...]] = (
    (_("Picture"), tuple(FileUse.choices)),
    (_("Sound"), tuple(RoomSound.choices)),
)
"""What a file can be for, as it is offered: of a picture, of a sound."""


def use_in_words(use: str) -> str:
    """What a file is for; the use itself of one that another release has."""
    named = {value: label for _kind, uses in USES for value, label in uses}
    return str(named.get(use, use))
