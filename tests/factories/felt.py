"""A table in play for tests: players on known seats with known stacks, the clock running."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from tables import engine
from tables.models import Device, Hand, Move, MoveKind, Seat, Table
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tables.services.hands.rulings import think_ruling
from tables.services.moves.moving import move_entry
from tables.services.table.lease import Lease, make_change
from tables.services.table.tablets import make_pairing_code, pair_device
from tests.factories import ACTOR, NOW, enter, make_tournament, names
from tests.factories.sealing import seal_as_it_stands
from tests.worlds import kept
from tournament.models import Entry, EntryStatus, Tournament
from tournament.services.clock import start_clock


@dataclass(slots=True, kw_only=True)
class Felt:
    """One table of a running tournament; seat n holds `entries[n]`."""

    tournament: Tournament
    table: Table
    entries: dict[int, Entry]

    def deal(self, now: datetime = NOW, **more: Any) -> Hand:
        return start_hand(tournament_id=self.tournament.pk, table_id=self.table.pk, by=ACTOR.at(now), **more)

    def play(self, *codes: str, now: datetime = NOW, lease: Lease | None = None) -> engine.State:
        """Record operations in their text form, one after the other; give the last state."""
        states = [
            record_operation(
                tournament_id=self.tournament.pk,
                table_id=self.table.pk,
                operation=engine.decode(code),
                by=ACTOR.at(now),
                lease=lease,
            ).state
            for code in codes
        ]
        return states[-1]

    def rule(self, code: str, now: datetime = NOW, lease: Lease | None = None) -> None:
        """Record a ruling in its text form as a tablet does: at once, or proposed to the floor."""
        ruling = engine.decode(code)
        assert isinstance(ruling, engine.Ruling)
        make_change(
            tournament_id=self.tournament.pk,
            table_id=self.table.pk,
            lease=lease,
            think=lambda look: think_ruling(look, ruling=ruling, by=ACTOR.at(now), lease=lease),
        )

    def send(self, seat: int, to: Table, to_seat: int) -> Move:
        """The floor sends the player of a seat to another table."""
        return move_entry(
            tournament_id=self.tournament.pk,
            entry_id=self.entries[seat].pk,
            to_table_id=to.pk,
            to_seat=to_seat,
            kind=MoveKind.FLOOR,
            by=ACTOR.at(NOW),
        )

    def stack(self, seat: int) -> int:
        return Entry.objects.get(pk=self.entries[seat].pk).stack

    def stacks(self) -> dict[int, int]:
        return {seat: self.stack(seat) for seat in self.entries}

    def fresh(self) -> Table:
        self.table = Table.objects.select_related("tournament").get(pk=self.table.pk)
        return self.table

    def pair(self, now: datetime = NOW) -> tuple[Device, str]:
        """A tablet of this table and the secret of its cookie."""
        code = make_pairing_code(tournament_id=self.tournament.pk, table_id=self.table.pk, by=ACTOR.at(now))
        paired = pair_device(code=code.code, now=now)
        return paired.device, paired.secret

    def lease(self, device: Device) -> Lease:
        return Lease(device_id=device.pk, epoch=device.epoch, version=self.fresh().version)


def add_table(tournament: Tournament, *, number: int, seats: int = 9) -> Table:
    table = Table.objects.create(tournament=tournament, number=number, seats_count=seats, opened_at=NOW)
    Seat.objects.bulk_create(Seat(table=table, number=n) for n in range(1, seats + 1))
    return table


def add_felt(tournament: Tournament, *stacks: int, number: int, seats: int = 9, now: datetime = NOW) -> Felt:
    """A further table in play, its players registered late: stack n sits on seat n."""
    taken = Entry.objects.filter(tournament=tournament).count()
    entries = enter(tournament, *names(taken + len(stacks))[taken:], now=now)
    table = add_table(tournament, number=number, seats=seats)
    sit_down(table, entries, stacks)
    seal_as_it_stands(tournament, only=(Tournament, Table, Seat, Entry))
    return Felt(
        tournament=tournament,
        table=Table.objects.select_related("tournament").get(pk=table.pk),
        entries=dict(enumerate(entries, start=1)),
    )


@kept
def make_felt(*stacks: int, seats: int = 9, now: datetime = NOW, **changes: Any) -> Felt:
    """A tournament that starts `now` with one table; stack n sits on seat n. Blinds 25/50."""
    tournament = make_tournament(seats_per_table=seats, **changes)
    entries = enter(tournament, *names(len(stacks)), now=now)
    table = add_table(tournament, number=1, seats=seats)
    sit_down(table, entries, stacks)
    start_play(tournament, now=now)
    seal_as_it_stands(tournament, only=(Tournament, Table, Seat, Entry))
    return Felt(
        tournament=tournament,
        table=Table.objects.select_related("tournament").get(pk=table.pk),
        entries={n: Entry.objects.get(pk=e.pk) for n, e in enumerate(entries, start=1)},
    )


def sit_down(table: Table, entries: Sequence[Entry], stacks: Sequence[int] = ()) -> None:
    """Seat the players in this order from seat 1, with these stacks or those they bought."""
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE tables_seat SET entry_id = %s WHERE table_id = %s AND number = %s",
            [(entry.pk, table.pk, number) for number, entry in enumerate(entries, start=1)],
        )
    of_stack: dict[int, list[int]] = {}
    for entry, stack in zip(entries, stacks or [entry.stack for entry in entries], strict=False):
        of_stack.setdefault(stack, []).append(entry.pk)
    for stack, of in of_stack.items():
        Entry.objects.filter(pk__in=of).update(stack=stack, status=EntryStatus.PLAYING)


def start_play(tournament: Tournament, *, now: datetime) -> None:
    """Start the clock, the seats taken as the test wants them and not drawn."""
    tournament.draw_made_at = now
    tournament.save(update_fields=["draw_made_at"])
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(now))
    tournament.refresh_from_db()
