"""A draw of all seats that a public beacon decides: a round to come is announced, then the draw is made with it.

announced --the round comes out--> its signature is checked --> drawn
    \\--undone in the log--> withdrawn: everybody sees that it was announced
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import httpx
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.beacon import RoundNamed, RoundWithdrawn
from tables.queries.room.beacon import NamedRound, named_rounds
from tables.queries.room.draws import draw_to_come
from tables.services.table.drawing import BeaconRound
from tournament.draws.beacon import NETWORK, first_round_from, is_signed
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo

# Long enough for the announcement to be read before anybody can know the round.
AHEAD: Final = timedelta(seconds=60)
SECONDS_TO_ANSWER: Final = 4.0


@transaction.atomic
def name_round(*, tournament_id: int, tables_left: int | None, by: By) -> LogEntry:
    """Announce the round that comes out in a minute for the next draw of all seats, from the list as it is now.

    Raises Refused where one is announced for that draw already.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    to_come = draw_to_come(tournament)
    if any(each.is_for(to_come) and not each.is_withdrawn for each in named_rounds(tournament)):
        raise Refused(
            _(
                "A round is announced for this draw already: draw with it, or undo its announcement in the log."
            ),
            code="round_named",
        )
    made = RoundNamed(
        draw=to_come.number,
        tables_left=tables_left,
        entries=to_come.fingerprint,
        number=first_round_from(by.now + AHEAD),
    )
    line = record(made, tournament_id=tournament_id, by=by)
    publish(tournament.code, ["tables", "log"])
    return line


def beacon_round(named: NamedRound, signature: str, *, by: By) -> BeaconRound:
    """The round that was announced, with its signature as a relay or a person gave it, in hex; "" asks the relays.

    Nothing may be locked: relays are asked over the internet. Raises Refused before the round is out, where no relay
    answers, and for what the beacon has not signed.
    """
    left = named.out_at - by.now
    if left > timedelta(0):
        seconds = int(left.total_seconds()) + 1
        raise Refused(
            _("Round %(number)d comes out in %(seconds)d s: draw then.")
            % {"number": named.number, "seconds": seconds},
            code="round_not_out",
        )
    given = _from_relays(named.number) if not signature else _read_hex(signature)
    if given is None:
        raise Refused(
            _(
                "No relay of the beacon answers this computer. Open the round on a phone and enter its signature "
                "here; or undo the announcement in the log and let a player cut a deck."
            ),
            code="no_relay",
        )
    if not is_signed(named.number, given):
        raise Refused(
            _("This is not the beacon's signature of round %(number)d: look at it again.")
            % {"number": named.number},
            code="not_signed",
        )
    return BeaconRound(
        number=named.number,
        signature=given,
        entries=named.entries,
        draw=named.draw,
        tables_left=named.tables_left,
    )


def round_address(relay: str, number: int) -> str:
    """Where a relay shows a round, signature included."""
    return f"{relay}/{NETWORK}/public/{number}"


def _from_relays(number: int, relays: Sequence[str] | None = None) -> bytes | None:
    """What the first relay says that has the round; None where none does."""
    for relay in settings.BEACON_RELAYS if relays is None else relays:
        try:
            answer = httpx.get(round_address(relay, number), timeout=SECONDS_TO_ANSWER)
            return bytes.fromhex(answer.raise_for_status().json()["signature"])
        except (httpx.HTTPError, ValueError, KeyError, TypeError):
            continue
    return None


def _read_hex(typed: str) -> bytes:
    """Raises Refused for anything but digits in hex."""
    try:
        return bytes.fromhex("".join(typed.split()))
    except ValueError as error:
        raise Refused(
            _("The signature of a round is 96 digits from 0 to 9 and a to f."), code="not_signed"
        ) from error


# --- Undone --------------------------------------------------------------------------------------------------


def _open_rounds(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those that no draw was made with."""
    used = {each.line for each in named_rounds(tournament) if each.is_used}
    return {line.pk for line in lines} - used


def _withdraw(line: LogEntry, by: By) -> None:
    named = RoundNamed.of(line)
    record(
        RoundWithdrawn(draw=named.draw, number=named.number),
        tournament_id=line.tournament_id,
        by=by,
        undoes=line,
    )
    publish(line.tournament.code, ["tables", "log"])


register_undo([RoundNamed], Undoable(open_lines=_open_rounds, undo=_withdraw))
