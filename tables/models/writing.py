"""What a tap writes: it claims its table, and the rows that belong to the claim are stored only if that succeeds.

    OPERATION   one operation more of a hand
    Deal        a new hand with its players; the table counts it and remembers the positions
    REPLY       the answer to the tap
    finish_hand   what its players have left once a hand is over

PostgreSQL is sent one statement for all of them, which without a transaction around it is one by itself: one round trip
instead of five (BEGIN, claim, operation, reply, COMMIT), and the table's lock is held only while the server is at work.
SQLite cannot write to two tables in one statement. There the same parts follow one another in a transaction, which
costs no round trips.

Everything else that a tap may write (a bust-out, a move, a message) is rare enough for the ORM.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.utils import CursorWrapper

from tables.models.hand import Hand, HandOperation, HandSeat
from tables.models.table import Table
from tournament.models import StoredReply
from tournament.models.rows import Columns, Insertion

OPERATION: Final = Insertion(HandOperation)
REPLY: Final = Insertion(StoredReply)
_HAND: Final = Insertion(Hand)
_HAND_SEAT: Final = Insertion(HandSeat)

# The row stays locked until the transaction ends, so that what was thought out on this look may be written.
CLAIMS: Final = "WHERE id = %s AND version = %s AND lease_epoch = %s"
_CLAIM: Final = "UPDATE tables_table SET version = version + 1"
_CLAIM_AND_DEAL: Final = f"{_CLAIM}, hands_dealt = %s, positions_data = %s"
_SEATS_OF_HAND: Final = """
    INSERT INTO tables_handseat (hand_id, seat_number, entry_id, starting_stack, sits_out)
    SELECT hand.id, dealt.* FROM hand, unnest(%s::integer[], %s::bigint[], %s::bigint[], %s::text[]) dealt
"""
_HAND_SEAT_ROW: Final = Columns(HandSeat, "finished")
_FINISH_HAND: Final = f"""
    WITH finished AS (
        UPDATE tables_handseat s SET finishing_stack = results.stack
        FROM unnest(%s::integer[], %s::bigint[]) results (seat_number, stack)
        WHERE s.hand_id = %s AND s.seat_number = results.seat_number
        RETURNING s.*),
    stacks AS (
        UPDATE tournament_entry e SET stack = finished.finishing_stack FROM finished WHERE e.id = finished.entry_id),
    hand AS (UPDATE tables_hand SET status = %s, is_redealt = %s, ended_at = %s WHERE id = %s)
    SELECT {_HAND_SEAT_ROW.sql} FROM finished
"""  # noqa: S608 - the columns are the model's
_FINISH: Final = "UPDATE tables_handseat SET finishing_stack = %s WHERE id = %s"
_STACK: Final = "UPDATE tournament_entry SET stack = %s WHERE id = %s"
_POSITIONS: Final = Table._meta.get_field("positions_data")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A new hand, whose key is not known yet, with its players, and the table as it is then."""

    hand: Hand
    seats: Sequence[HandSeat]
    table: Table


def write_if_unchanged(
    table: Table,
    *,
    operation: HandOperation | None = None,
    deal: Deal | None = None,
    reply: StoredReply | None = None,
) -> bool:
    """Count one write of a table and store what belongs to it; False, and nothing is stored, if its version or lease
    is no longer that of `table`.

    All or nothing, in the caller's transaction or in one of its own. Raises IntegrityError if the key of the reply was
    answered: then the caller's transaction is to be rolled back.
    """
    if connections[DEFAULT_DB_ALIAS].vendor == "postgresql":
        return _in_one_statement(table, operation, deal, reply)
    with transaction.atomic(savepoint=False):
        return _one_by_one(table, operation, deal, reply)


def _in_one_statement(
    table: Table, operation: HandOperation | None, deal: Deal | None, reply: StoredReply | None
) -> bool:
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        claim, values = _claim_of(table, deal)
        parts = [f"WITH claimed AS ({claim} RETURNING id)"]
        if operation is not None:
            parts.append(f"operation AS ({OPERATION.sql} FROM claimed)")
            values += OPERATION.values(operation)
        if deal is not None:
            parts.append(f"hand AS ({_HAND.sql} FROM claimed RETURNING id), seats AS ({_SEATS_OF_HAND})")
            values += [*_HAND.values(deal.hand), *_columns_of(deal)]
        if reply is not None:
            parts.append(f"reply AS ({REPLY.sql} FROM claimed)")
            values += REPLY.values(reply)
        stored = "claimed" if deal is None else "hand"
        cursor.execute(f"{', '.join(parts)} SELECT id FROM {stored}", values)  # noqa: S608 - texts from above
        found = cursor.fetchone()
    if found is not None and deal is not None:
        _keep(deal.hand, found[0])
    return found is not None


def _one_by_one(
    table: Table, operation: HandOperation | None, deal: Deal | None, reply: StoredReply | None
) -> bool:
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(*_claim_of(table, deal))
        if cursor.rowcount != 1:
            return False
        if operation is not None:
            cursor.execute(OPERATION.sql, OPERATION.values(operation))
        if deal is not None:
            _store_deal(cursor, deal)
        if reply is not None:
            cursor.execute(REPLY.sql, REPLY.values(reply))
    return True


def _claim_of(table: Table, deal: Deal | None) -> tuple[str, list[Any]]:
    """The claim and its values."""
    seen = [table.pk, table.version, table.lease_epoch]
    if deal is None:
        return f"{_CLAIM} {CLAIMS}", seen
    positions = _POSITIONS.get_db_prep_save(deal.table.positions_data, connections[DEFAULT_DB_ALIAS])
    return f"{_CLAIM_AND_DEAL} {CLAIMS}", [deal.table.hands_dealt, positions, *seen]


def _columns_of(deal: Deal) -> Iterator[list[int] | list[str]]:
    yield [seat.seat_number for seat in deal.seats]
    yield [seat.entry_id for seat in deal.seats]
    yield [seat.starting_stack for seat in deal.seats]
    yield [seat.sits_out for seat in deal.seats]


def _store_deal(cursor: CursorWrapper, deal: Deal) -> None:
    cursor.execute(_HAND.sql, _HAND.values(deal.hand))
    _keep(deal.hand, cursor.lastrowid)
    for seat in deal.seats:
        seat.hand_id = deal.hand.pk
    cursor.executemany(_HAND_SEAT.sql, [_HAND_SEAT.values(seat) for seat in deal.seats])


def _keep(hand: Hand, pk: int) -> None:
    """A hand that is stored knows it."""
    hand.pk, hand._state.adding, hand._state.db = pk, False, DEFAULT_DB_ALIAS


def finish_hand(hand: Hand, results: Mapping[int, int]) -> list[HandSeat]:
    """Store that a hand is over, and what it leaves each seat, in its record and as the player's own stack.

    Gives its players by seat. In the caller's transaction; on PostgreSQL one statement.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor == "postgresql":
        columns = [[*results], [*results.values()]]
        with connection.cursor() as cursor:
            cursor.execute(
                _FINISH_HAND, [*columns, hand.pk, hand.status, hand.is_redealt, hand.ended_at, hand.pk]
            )
            found = [_HAND_SEAT_ROW.read(row, 0) for row in cursor.fetchall()]
        return sorted(found, key=attrgetter("seat_number"))
    seats = list(HandSeat.objects.filter(hand=hand).order_by("seat_number"))
    for seat in seats:
        seat.finishing_stack = results[seat.seat_number]
    with connection.cursor() as cursor:
        cursor.executemany(_FINISH, [(seat.finishing_stack, seat.pk) for seat in seats])
        cursor.executemany(_STACK, [(seat.finishing_stack, seat.entry_id) for seat in seats])
    hand.save(update_fields=["status", "is_redealt", "ended_at"])
    return seats
