from __future__ import annotations

from django.db import models

from tournament.models.tournament import Tournament


class StoredReply(models.Model):
    """The answer given to one tap, so that the same tap sent again gets the same answer.

    Written in the transaction of the effect, and kept for two days (tournament.services.replies).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    key = models.UUIDField()
    body_sha256 = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    # Deflated: a page of fourteen kilobytes is kept in three, and every tap keeps one.
    packed_body = models.BinaryField(default=b"")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "key"], name="reply_key_once"),
        ]

    def __str__(self) -> str:
        return str(self.key)
