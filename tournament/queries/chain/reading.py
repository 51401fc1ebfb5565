from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.db import models

from tournament.models.links import digest_of

CHUNK: Final = 2_000
UNREADABLE: Final = "unreadable"
"""In the place of a digest; no seal that Floorman has made says so."""


def readable_digests(rows: models.QuerySet[Any]) -> Iterator[tuple[int, str]]:
    """The key and the digest of each row; UNREADABLE of one that the database gives and Python cannot take.

    Somebody may have written what is not a moment or not JSON: then smaller and smaller parts are read, so that one row
    hides no other. A database that is away fails as ever.
    """
    columns = [field.attname for field in rows.model._meta.concrete_fields]
    try:
        for values in rows.order_by("pk").values(*columns).iterator(chunk_size=CHUNK):
            yield values["id"], digest_of(values)
    except Exception:
        keys = list(rows.order_by("pk").values_list("pk", flat=True))
        if not keys:
            raise
        if len(keys) == 1:
            yield keys[0], UNREADABLE
            return
        middle = keys[len(keys) // 2]
        yield from readable_digests(rows.filter(pk__lt=middle))
        yield from readable_digests(rows.filter(pk__gte=middle))
