"""What the house knows of people who are logged in, and how they prove who they are beside the password."""

from __future__ import annotations

from django.db import models

from tournament.models.account import Account


class OpenSession(models.Model):
    """A device on which an account is logged in: what Django's own row of the session does not tell.

    A row without a session of its key is over; it goes when the account next logs in.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="open_sessions")
    session_key = models.CharField(max_length=40, unique=True)
    device = models.CharField(max_length=60, blank=True)
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.account} on {self.device}"


class SecondFactor(models.Model):
    """The secret of somebody's authenticator app, sealed with the house's key: a copy of the database has no codes."""

    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="second_factor")
    sealed_secret = models.TextField()
    since = models.DateTimeField()
    # The half minute whose code was used last: neither it nor one before it opens again.
    last_step = models.BigIntegerField(default=0)
    # Wrong codes in a row, and until when none is looked at.
    failures = models.PositiveSmallIntegerField(default=0)
    locked_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"second factor of {self.account}"


class RecoveryCode(models.Model):
    """A code on paper that stands for one code of the app. Only its hash is kept."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "code_hash"], name="recovery_code_once")]

    def __str__(self) -> str:
        return f"recovery code of {self.account}"
