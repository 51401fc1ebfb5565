"""A draw of all seats that a public beacon decides: a round to come is announced, then the draw is made with it.

announced --the round comes out--> its signature is checked --> drawn
    \\--undone in the log, or another one announced--> everybody sees that it was
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import httpx
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.beacon import RoundNamed, RoundReplaced, RoundWithdrawn
from tables.models import SeatDraw
from tables.queries.room.beacon import NamedRound, round_to_use
from tables.queries.room.draws import draw_to_come
from tables.services.desk.seating import make_seat_draw
from tables.services.moves.breaking import redraw_tables
from tables.services.table.drawing import BeaconRound, check_may_void
from tournament.draws.beacon import first_round_from, is_signed, out_at, round_address
from tournament.draws.check_draw import fingerprint
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.draws import promise_next
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo

# Long enough for the announcement to be read before anybody can know the round.
AHEAD: Final = timedelta(seconds=60)
SECONDS_TO_ANSWER: Final = 4.0
# A relay says less than a kilobyte, in one piece or two.
MOST_BYTES: Final = 10_000
MOST_PIECES: Final = 10


class _AsIfDrawn(Exception):
    """Of a draw that was only made to see what it would be made from, nothing stays."""


@transaction.atomic
def name_round(*, tournament_id: int, tables_left: int | None, by: By) -> LogEntry:
    """Announce the round that comes out in a minute for a draw of all seats, from entries and seats as they are now.

    A round that waits to be used is replaced, and stays on the page of the draws. Raises Refused for what the draw
    itself would refuse: nobody waits a minute for that.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    waiting = round_to_use(tournament)
    if waiting is not None:
        replaced = RoundReplaced(draw=waiting.draw, number=waiting.number, line=waiting.line)
        record(replaced, tournament_id=tournament_id, by=by)
    # The seed of the draw to come is promised before the round can be known.
    promise_next(tournament, now=by.now)
    made = RoundNamed(
        draw=draw_to_come(tournament).number,
        tables_left=tables_left,
        listed=_would_be_drawn_from(tournament_id, tables_left, by),
        number=first_round_from(by.now + AHEAD),
    )
    line = record(made, tournament_id=tournament_id, by=by)
    publish(tournament.code, ["tables", "log"])
    return line


def draw_with_round(mixed_in: BeaconRound, *, tournament_id: int, by: By) -> SeatDraw:
    """Make the draw that the round was announced for. Raises Refused as the draws do."""
    return _draw(tournament_id, mixed_in.tables_left, mixed_in, by)


def _would_be_drawn_from(tournament_id: int, tables_left: int | None, by: By) -> str:
    """The fingerprint of the list: the draw is made, and nothing of it stays."""
    listed: Sequence[str] = ()
    try:
        with transaction.atomic():
            listed = _draw(tournament_id, tables_left, None, by).listed
            raise _AsIfDrawn
    except _AsIfDrawn:
        return fingerprint(listed)


def _draw(tournament_id: int, tables_left: int | None, mixed_in: BeaconRound | None, by: By) -> SeatDraw:
    if tables_left is None:
        return make_seat_draw(tournament_id=tournament_id, mixed_in=mixed_in, by=by)
    return redraw_tables(tournament_id=tournament_id, tables_left=tables_left, mixed_in=mixed_in, by=by)


def beacon_round(named: NamedRound, signature: str, *, by: By) -> BeaconRound:
    """The round that was announced, with its signature as a person has typed it, in hex; "" asks the relays.

    Nothing may be locked: relays are asked over the internet. Raises Refused before the round is out, where no relay
    has it, and for what the beacon has not signed.
    """
    left = named.out_at - by.now
    if left > timedelta(0):
        seconds = int(left.total_seconds()) + 1
        raise Refused(
            _("Round %(number)d comes out in %(seconds)d s: draw then.")
            % {"number": named.number, "seconds": seconds},
            code="round_not_out",
        )
    given = _typed(named.number, signature) if signature else _from_relays(named.number)
    return BeaconRound(
        line=named.line,
        number=named.number,
        signature=given,
        draw=named.draw,
        listed=named.listed,
        tables_left=named.tables_left,
    )


def _from_relays(number: int) -> bytes:
    """What the first relay says that has the round as the beacon has signed it. Raises Refused where none does."""
    for relay in settings.BEACON_RELAYS:
        given = _asked(round_address(relay, number))
        if given is not None and is_signed(number, given):
            return given
    raise Refused(
        _(
            "No relay of the beacon gives this computer round %(number)d. Try again in a few seconds, or open the "
            "round on a phone and enter its signature here; or undo the announcement in the log and let a player cut "
            "a deck."
        )
        % {"number": number},
        code="no_relay",
    )


def _asked(address: str) -> bytes | None:
    """The signature that a relay answers with; None for anything else."""
    body = bytearray()
    try:
        with httpx.stream("GET", address, timeout=SECONDS_TO_ANSWER) as answer:
            for pieces, piece in enumerate(answer.raise_for_status().iter_bytes()):
                body += piece
                if len(body) > MOST_BYTES or pieces > MOST_PIECES:
                    return None
        return bytes.fromhex(json.loads(body)["signature"])
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError):
        return None


def _typed(number: int, signature: str) -> bytes:
    """Raises Refused for anything but digits in hex, and for what the beacon has not signed."""
    try:
        given = bytes.fromhex("".join(signature.split()))
    except ValueError as error:
        raise Refused(
            _("The signature of a round is 96 digits from 0 to 9 and a to f."), code="not_signed"
        ) from error
    if not is_signed(number, given):
        raise Refused(
            _("This is not the beacon's signature of round %(number)d: look at it again.")
            % {"number": number},
            code="not_signed",
        )
    return given


# --- Undone --------------------------------------------------------------------------------------------------


def _open_rounds(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The one that waits to be used."""
    waiting = round_to_use(tournament)
    return {line.pk for line in lines if waiting is not None and line.pk == waiting.line}


def _check_may_withdraw(tournament: Tournament, line: LogEntry, by: By) -> None:
    """Once it is out everybody can know what it gives: then it is withdrawn as a draw is undone."""
    if out_at(RoundNamed.of(line).number) <= by.now:
        check_may_void(tournament, line, by)


def _withdraw(line: LogEntry, by: By) -> None:
    named = RoundNamed.of(line)
    record(
        RoundWithdrawn(draw=named.draw, number=named.number),
        tournament_id=line.tournament_id,
        by=by,
        undoes=line,
    )
    publish(line.tournament.code, ["tables", "log"])


register_undo([RoundNamed], Undoable(open_lines=_open_rounds, undo=_withdraw, may=_check_may_withdraw))
