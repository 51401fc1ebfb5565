"""Tokens of programs: made with what they may, ended in a tap, and back by an undo."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournament.changes.interface import OfToken, TokenEnded, TokenMade, TokenPutBack
from tournament.models import ApiToken, LogEntry, TokenScope, Tournament
from tournament.models.tokens import hash_secret, new_secret
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo, require_director

MOST: int = 20
# A token that is used all day writes no more than once a minute.
USE_NOTED_EVERY: Final = timedelta(minutes=1)
LONGEST: Final = 200


def token_in_force(secret: str, *, now: datetime) -> ApiToken | None:
    """The token with this secret, noted as used; None where there is none, or it was ended."""
    if not secret or len(secret) > LONGEST:
        return None
    tokens = ApiToken.objects.filter(secret_sha256=hash_secret(secret), ended_at=None)
    token = tokens.select_related("tournament").first()
    if token is not None and (token.used_at is None or now - token.used_at >= USE_NOTED_EVERY):
        tokens.update(used_at=now)
    return token


@transaction.atomic
def make_token(
    *, tournament_id: int, name: str, scopes: Sequence[TokenScope], by: By
) -> tuple[ApiToken, str]:
    """A token for one program, and its secret, which is kept nowhere. Raises Refused where the name is taken."""
    tournament = lock_tournament(tournament_id)
    in_force = ApiToken.objects.filter(tournament=tournament, ended_at=None)
    if in_force.count() >= MOST:
        raise Refused(
            _("There are %(most)d tokens already. End one that is no longer needed.") % {"most": MOST},
            code="too_many_tokens",
        )
    secret = new_secret()
    try:
        with transaction.atomic():
            token = ApiToken.objects.create(
                tournament=tournament,
                name=name,
                secret_sha256=hash_secret(secret),
                scopes=[scope.value for scope in scopes],
                made_at=by.now,
            )
    except IntegrityError:
        raise Refused(
            _("There is a token “%(name)s” already. Give this one another name.") % {"name": name},
            code="token_name_taken",
            field="name",
        ) from None
    made = TokenMade(token=token.pk, name=name, scopes=tuple(token.scopes))
    record(made, tournament_id=tournament_id, by=by)
    publish(tournament.code, ["log"])
    return token, secret


@transaction.atomic
def end_token(*, tournament_id: int, token_id: int, by: By) -> LogEntry:
    """Let a program in no more. Raises ApiToken.DoesNotExist for one that has ended."""
    lock_tournament(tournament_id)
    token = ApiToken.objects.get(pk=token_id, tournament=tournament_id, ended_at=None)
    return _end(token, by)


def _end(token: ApiToken, by: By, undoes: LogEntry | None = None) -> LogEntry:
    token.ended_at = by.now
    token.save(update_fields=["ended_at"])
    ended = TokenEnded(token=token.pk, name=token.name)
    line = record(ended, tournament_id=token.tournament_id, by=by, undoes=undoes)
    publish(token.tournament.code, ["log"])
    return line


def _those(lines: Collection[OfToken], *, has_ended: bool) -> dict[int, ApiToken]:
    tokens = ApiToken.objects.filter(ended_at__isnull=not has_ended)
    return tokens.in_bulk({each.token for each in lines})


def _open_makings(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    made = {line.pk: TokenMade.of(line) for line in lines}
    there = _those(made.values(), has_ended=False)
    return {pk for pk, each in made.items() if each.token in there}


def _take_away(line: LogEntry, by: By) -> None:
    _end(ApiToken.objects.select_related("tournament").get(pk=TokenMade.of(line).token), by, undoes=line)


def _open_endings(tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    """Those whose name no other token has taken since."""
    ended = {line.pk: TokenEnded.of(line) for line in lines}
    gone = _those(ended.values(), has_ended=True)
    taken = set(ApiToken.objects.filter(tournament=tournament, ended_at=None).values_list("name", flat=True))
    return {pk for pk, each in ended.items() if each.token in gone and each.name not in taken}


def _put_back(line: LogEntry, by: By) -> None:
    token = ApiToken.objects.select_related("tournament").get(pk=TokenEnded.of(line).token)
    token.ended_at = None
    token.save(update_fields=["ended_at"])
    back = TokenPutBack(token=token.pk, name=token.name)
    record(back, tournament_id=token.tournament_id, by=by, undoes=line)
    publish(token.tournament.code, ["log"])


register_undo([TokenMade], Undoable(open_lines=_open_makings, undo=_take_away, may=require_director))
register_undo([TokenEnded], Undoable(open_lines=_open_endings, undo=_put_back, may=require_director))
