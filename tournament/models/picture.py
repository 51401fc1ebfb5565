from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class PictureUse(models.TextChoices):
    """What a picture of the house is for."""

    SHOWN = "shown", _("Shown on the screens, a sponsor for example")
    LOGO = "logo", _("Logo in the club's colours")
    BACKGROUND = "background", _("Background in the club's colours")


class Picture(models.Model):
    """A picture of the house for its screens, made small when it came; as logo and background the newest counts."""

    name = models.CharField(max_length=60)
    use = models.CharField(max_length=12, choices=PictureUse)
    # WebP, without anything that the camera wrote into it; its address is the hash of it.
    data = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    added_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name
