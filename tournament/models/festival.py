from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.tokens import new_tournament_code


class Festival(models.Model):
    """Events of several days under one name: with one schedule, tables that they share, and seats that satellites give.

    Which events it has is said by the events (`Tournament.festival`).
    """

    code = models.CharField(max_length=12, unique=True, default=new_tournament_code, editable=False)
    name = models.CharField(max_length=120)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="festival_has_a_name")]

    def __str__(self) -> str:
        return self.name
