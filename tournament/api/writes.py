"""A write of a program: one effect however often it is sent, and refusals of rules as problems."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Header, Schema

from tournament.api.tokens import token_of
from tournament.rules.errors import RulesError
from tournament.services.errors import Refused
from tournament.services.replies import Reply, reply_to_tap
from tournament.timekeeping import house_now
from tournament.words.rules import say_error

Key = Annotated[
    UUID,
    Header(
        ...,
        alias="Idempotency-Key",
        description="A new UUID for each write; sent again with the same one, the same answer comes again",
    ),
]


def once(request: HttpRequest, key: UUID, do: Callable[[], Schema], *, status: int = 200) -> HttpResponse:
    """Do it unless it was done for this key; answer the same both times.

    Raises KeyReused where the key came with something else, and what `do` raises: then nothing was done.
    """
    reply = reply_to_tap(
        tournament_id=token_of(request).tournament_id,
        key=key,
        body=f"{request.method} {request.path}\n".encode() + request.body,
        now=house_now(),
        produce=lambda: Reply(status=status, body=do().model_dump_json()),
    )
    return HttpResponse(reply.body, status=reply.status, content_type="application/json; charset=utf-8")


@contextmanager
def rules_refuse() -> Iterator[None]:
    """What a rule does not allow is refused, and says which field it is about."""
    try:
        yield
    except RulesError as error:
        field = error.params.get("field")
        raise Refused(
            say_error(error), code=error.code, field=None if field is None else str(field)
        ) from error
