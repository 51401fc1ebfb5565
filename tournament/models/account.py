from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.states import Sealed, SealedState


class Role(models.TextChoices):
    DIRECTOR = "director", _("Director")
    FLOOR = "floor", _("Floor")
    REGISTRATION = "registration", _("Registration")


class Account(AbstractUser):
    """A member of staff. `StaffMember` says what they may do, tournament by tournament."""

    language = models.CharField(max_length=5, blank=True)
    # When somebody gave them a role or took one away: their sessions get new keys.
    rights_changed_at = models.DateTimeField(null=True, blank=True)


class StaffMember(Sealed):
    """One person's role in one tournament. Without a row here a tournament does not exist for them."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="staff_roles")
    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="staff")
    role = models.CharField(max_length=12, choices=Role)

    STATES = (
        SealedState(
            kind="staff",
            columns=("account_id", "tournament_id", "role"),
            name="account__username",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "tournament"], name="staff_one_role_each"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="staff_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.account} ({self.role})"


class LoginLink(models.Model):
    """A link that logs in once. Only the hash is kept, so a copy of the database logs nobody in."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="login_links")
    secret_sha256 = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    # Made at the computer that runs Floorman, whose owner needs no second factor.
    is_of_machine = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"login link of {self.account}"
