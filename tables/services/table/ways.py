"""How a table is recorded: every hand by its tablet, results only, or busts only.

The floor or the dealer changes it between hands. What a way leaves unknown is marked at once, so that no screen shows a
number that nobody follows any more: where only busts are entered, stacks, button and blinds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tables.models import Recording, Seat, Table
from tables.queries.table.hand import Look
from tables.queries.table.next_game import unsettled_hand
from tables.services.table.lease import Change, make_change
from tournament.models import Entry, LogEntry, TournamentStatus
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.log import write_log
from tournament.services.over import check_not_over


def set_recording(
    *, tournament_id: int, table_id: int, recording: Recording, by: By, undoes: LogEntry | None = None
) -> None:
    """Record a table in this way from now on; see `think_recording`. Raises Table.DoesNotExist, Refused."""
    make_change(
        tournament_id=tournament_id,
        table_id=table_id,
        lease=None,
        think=lambda look: think_recording(look, recording=recording, by=by, undoes=undoes),
    )


def think_recording(look: Look, *, recording: Recording, by: By, undoes: LogEntry | None = None) -> Change:
    """Another way from the next hand on.

    Raises Refused during a hand, while a misdeal or a carried pot is to be played, for every hand while a stack is
    unknown, and once the tournament is over.
    """
    table = look.table
    check_not_over(table.tournament)
    if table.recording == recording:
        raise Refused(
            _("Table %(table)d is recorded in this way already.") % {"table": table.number}, code="same_way"
        )
    if look.open_hand is not None:
        raise Refused(
            _("Hand %(hand)d is in play at table %(table)d. Change the recording when it is over.")
            % {"hand": look.open_hand.hand.number, "table": table.number},
            code="hand_open",
        )
    if unsettled_hand(table) is not None:
        raise Refused(
            _(
                "One more hand must be played at table %(table)d: it has a carried pot, or a misdeal to redeal."
            )
            % {"table": table.number},
            code="hand_owed",
        )
    if recording == Recording.HANDS and undoes is None:
        check_stacks_known(table, look.seats)
    return Change(
        before=look,
        write=lambda: _write(look, recording, by, undoes),
        is_booked=True,
        topics=("tables", "log", "standings"),
    )


def check_stacks_known(table: Table, seats: Sequence[Seat]) -> None:
    """Raise Refused for a stack that nobody knows: a recorded hand is played from the chips that players have."""
    unknown = [seat.number for seat in seats if seat.entry is not None and not seat.entry.is_stack_known]
    if unknown:
        raise Refused(
            _("The stacks of seats %(seats)s at table %(table)d are unknown: enter the counts first.")
            % {"seats": ", ".join(map(str, unknown)), "table": table.number},
            code="stacks_unknown",
        )


def _write(look: Look, recording: Recording, by: By, undoes: LogEntry | None) -> None:
    table = look.table
    before: dict[str, Any] = {
        "recording": table.recording,
        "positions": table.positions_data,
        "first_button": table.first_button,
        "known": [seat.entry_id for seat in look.seats if seat.entry and seat.entry.is_stack_known],
    }
    after = _restored(undoes) if undoes else _left_open(look, recording)
    Table.objects.filter(pk=table.pk).update(recording=recording, **after)
    if undoes:
        _know_again(look, undoes)
    elif recording == Recording.BUSTS and table.tournament.status == TournamentStatus.RUNNING:
        _forget_stacks(look)
    write_log(
        tournament_id=table.tournament_id,
        by=by,
        verb="recording_changed",
        data={"table": table.number, "table_id": table.pk, "recording": recording.value, "before": before},
        undoes=undoes,
    )
    publish(table.tournament.code, [entry_topic(seat.entry_id) for seat in look.seats if seat.entry_id])


def _left_open(look: Look, recording: Recording) -> Mapping[str, Any]:
    """Button and blinds of the next hand as far as they can be followed in this way."""
    if recording == Recording.BUSTS and look.table.tournament.status == TournamentStatus.RUNNING:
        return {"positions_data": None, "first_button": None}
    return {}


def _restored(undoes: LogEntry) -> Mapping[str, Any]:
    before = undoes.data["before"]
    return {"positions_data": before["positions"], "first_button": before["first_button"]}


def _forget_stacks(look: Look) -> None:
    Entry.objects.filter(pk__in=_seated(look), is_stack_known=True).update(is_stack_known=False)


def _know_again(look: Look, undoes: LogEntry) -> None:
    known = set(undoes.data["before"]["known"]) & set(_seated(look))
    Entry.objects.filter(pk__in=known).update(is_stack_known=True)


def _seated(look: Look) -> list[int]:
    return [seat.entry_id for seat in look.seats if seat.entry_id is not None]
