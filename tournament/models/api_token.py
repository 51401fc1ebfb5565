from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament


class TokenScope(models.TextChoices):
    """What a token lets a program do in its event, besides reading what everybody reads."""

    READ = "read", _("Read entries, names and results")
    REGISTER = "register", _("Send entry requests to the desk")
    SET_UP = "set_up", _("Change prices and structure")
    IMPORT = "import", _("Bring in results of other systems")
    OVERLAY = "overlay", _("Show unpublished hands in broadcast overlays")


class ApiToken(models.Model):
    """The key of one program to the interface of one event. Only its hash is kept."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    secret_sha256 = models.CharField(max_length=64, unique=True)
    # Values of TokenScope.
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField()
    # To the minute.
    used_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "name"],
                condition=models.Q(ended_at__isnull=True),
                name="api_token_name_once",
            ),
        ]

    def __str__(self) -> str:
        return self.name
