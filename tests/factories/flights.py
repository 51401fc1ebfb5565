"""An event with flights: who plays in which, and what is in their bags at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F

from tables.models import Table
from tables.services.chips.bags import accept_bags, count_bags
from tables.services.desk.seating import make_seat_draw
from tables.services.stops.last_hands import announce_last_hands
from tests.factories import ACTOR, NOW, make_account, make_player, make_tournament
from tests.factories.copies import enter_alike
from tests.factories.field import bust
from tournament.models import Entry, EntryStatus, LogEntry, Player, Tournament, TournamentStatus
from tournament.services.actor import By
from tournament.services.clock import start_clock
from tournament.services.field.entries import register_entries, register_entry
from tournament.services.field.flights import bring_stacks
from tournament.services.field.players import add_player
from tournament.services.setup.flights import add_flight


class Flights:
    """An event called "Main event" whose flights are played one after the other, each by the same few services."""

    def __init__(self, *, began: datetime = NOW, **settings: Any) -> None:
        self.event = make_tournament(**{"name": "Main event", "entries_per_player": 0, **settings})
        self.players: dict[str, Player] = {}
        self._at = began

    def now(self) -> By:
        """The director, ten seconds later each time."""
        self._at += timedelta(seconds=10)
        return ACTOR.at(self._at)

    def go_to(self, moment: datetime) -> None:
        self._at = moment

    def add(self, name: str) -> Tournament:
        return add_flight(
            tournament_id=self.event.pk, name=name, starts_at=None, account=make_account(), by=self.now()
        )

    def enter(self, flight: Tournament, *names: str) -> list[Entry]:
        for name in names:
            self.players[name] = self.players.get(name) or make_player(name)
        return register_entries(
            tournament_id=flight.pk, player_ids=[self.players[name].pk for name in names], by=self.now()
        )

    def enter_many(self, tournament: Tournament, count: int) -> None:
        """So many new players, by the rows that the desk has written for the first of them."""
        code, by = tournament.code, self.now()
        first = register_entry(
            tournament_id=tournament.pk, player_id=add_player(name=f"{code} 0", now=by.now).pk, by=by
        )
        players = Player.objects.bulk_create(
            Player(name=f"{code} {n}", search_name=f"{code.lower()} {n}", created_at=by.now)
            for n in range(1, count)
        )
        enter_alike(first, players)

    def leave(self, flight: Tournament, *, entries: int, left: int) -> None:
        """The rows of a flight whose bags are accepted: the chips of all its entries are with those who are left."""
        of_flight = Entry.objects.filter(tournament=flight)
        each, rest = divmod(entries * flight.starting_stack, left)
        of_flight.filter(number__lte=left).update(status=EntryStatus.PLAYING, stack=each)
        of_flight.filter(number=1).update(stack=each + rest)
        out = of_flight.filter(number__gt=left)
        out.update(status=EntryStatus.ELIMINATED, stack=0, place_first=F("number"), place_last=F("number"))
        Tournament.objects.filter(pk=flight.pk).update(status=TournamentStatus.FINISHED)

    def begin(self, flight: Tournament) -> None:
        """Draw its seats and start its clock."""
        make_seat_draw(tournament_id=flight.pk, seed="1", by=self.now())
        start_clock(tournament_id=flight.pk, by=self.now())

    def bag(self, flight: Tournament, stacks: Mapping[str, int]) -> LogEntry:
        """The last hands of its day are over with these stacks; whoever is not named is out."""
        self.lose(flight, stacks)
        self.stop(flight)
        return self.bag_again(flight, stacks)

    def lose(self, flight: Tournament, stacks: Mapping[str, int]) -> None:
        """Whoever is not named has lost all to the first who is."""
        entries = Entry.objects.filter(tournament=flight).select_related("player")
        assert sum(stacks.values()) == sum(entry.stack for entry in entries)
        for loser in [entry for entry in entries if entry.player.name not in stacks]:
            winner = Entry.objects.get(tournament=flight, player__name=next(iter(stacks)))
            bust(flight, loser, winner=winner, now=self.now().now)

    def stop(self, flight: Tournament) -> None:
        """The last hands of its day."""
        announce_last_hands(tournament_id=flight.pk, card="3c", by=self.now())

    def bag_again(self, flight: Tournament, stacks: Mapping[str, int]) -> LogEntry:
        """The bags are counted with these stacks and accepted."""
        for table in Table.objects.filter(tournament=flight).order_by("number"):
            seated = Entry.objects.filter(seat__table=table).select_related("player")
            counts = {entry.pk: stacks[entry.player.name] for entry in seated}
            if counts:
                count_bags(tournament_id=flight.pk, table_id=table.pk, counts=counts, by=self.now())
        return accept_bags(tournament_id=flight.pk, by=self.now())

    def play(self, name: str, entered: Sequence[str], stacks: Mapping[str, int]) -> Tournament:
        """A flight from its first entry to its bags."""
        flight = self.add(name)
        self.enter(flight, *entered)
        self.begin(flight)
        self.bag(flight, stacks)
        flight.refresh_from_db()
        return flight

    def bring(self) -> LogEntry:
        line = bring_stacks(tournament_id=self.event.pk, by=self.now())
        self.event.refresh_from_db()
        return line

    def in_event(self) -> dict[str, tuple[str, int]]:
        """By name of the player the status and the stack of their newest entry in the event."""
        entries = Entry.objects.filter(tournament=self.event).select_related("player").order_by("number")
        return {entry.player.name: (entry.status, entry.stack) for entry in entries}
