"""What is written down of each bag at the end of a day."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class BagTags(models.TextChoices):
    COUNTS = "counts", _("Counts only")
    NUMBERS = "numbers", _("Counts and bag numbers")
    SEALS = "seals", _("Counts, bag numbers and seals")

    @property
    def has_number(self) -> bool:
        return self is not BagTags.COUNTS

    @property
    def has_seal(self) -> bool:
        return self is BagTags.SEALS
