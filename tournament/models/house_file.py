from __future__ import annotations

from django.db import models


class HouseFile(models.Model):
    """A picture or a sound of the house for its screens, written again when it came; of a use that has one place the
    newest counts.
    """

    name = models.CharField(max_length=60)
    # What it is for: a value of FileUse or of RoomSound (tournament.options).
    use = models.CharField(max_length=24)
    # What browsers are told that it is: "image/webp", without anything that a camera wrote into it, or "audio/wav".
    kind = models.CharField(max_length=20)
    data = models.BinaryField()
    # Its address.
    sha256 = models.CharField(max_length=64)
    added_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name
