"""What a seat won in a satellite can be used for."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class VoucherTerms(models.TextChoices):
    EVENT = "event", _("One entry of its event; what is left of it lapses")
    FESTIVAL = "festival", _("Entries of any event of the festival, until it is used up")
    CASH = "cash", _("Entries of any event of the festival, or cash")
