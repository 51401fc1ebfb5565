"""A tournament with mystery bounties; players are known by their number from 1."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from tests.factories import ACTOR, NOW, after
from tests.factories.field import started
from tests.factories.lines import write_line
from tournament.models import (
    BountyShare,
    Entry,
    Envelope,
    LogEntry,
    MoneyKind,
    MoneyRow,
    MysteryPot,
    Tournament,
)
from tournament.queries.payouts.bounties import BountyMoney, bounty_money
from tournament.queries.payouts.mystery import EnvelopeBoard, envelope_board
from tournament.rules.payouts.mystery import EnvelopeLine
from tournament.services.cash.bounties import pay_bounties, settle_knockout, void_bounty_payment
from tournament.services.cash.mystery import begin_mystery, open_envelope
from tournament.services.cash.uncollected import close_uncollected
from tournament.services.field.entries import BustOut, eliminate_entries, reinstate_entries
from tournament.services.locks import lock_tournament
from tournament.services.undo import undo_line

BOUNTY = 50_01


class MysteryRoom:
    """In play, registration closed, 50.01 of every buy-in for bounties. The clock goes one minute with each step."""

    def __init__(self, players: int = 4, *, now: datetime = NOW) -> None:
        self.tournament, entries = started(
            players, now=now, buy_in_bounty=BOUNTY, bounty_kind="mystery", late_registration_level=0
        )
        self.entries = dict(enumerate(entries, start=1))
        self.minutes = 0

    @property
    def now(self) -> datetime:
        self.minutes += 1
        return after(self.minutes)

    def pk(self, player: int) -> int:
        return self.entries[player].pk

    def begin(self, *lines: tuple[int, int], seed: str = "seed") -> MysteryPot:
        """Envelopes as (value, count); where none are named a cent each, and the rest in one."""
        left = Entry.objects.filter(tournament=self.tournament, place_first=None).count()
        wanted = lines or ((BOUNTY * len(self.entries) - (left - 1), 1), (1, left - 1))
        pot = begin_mystery(
            tournament_id=self.tournament.pk,
            lines=[EnvelopeLine(value=value, count=count) for value, count in wanted if count],
            seed=seed,
            reserve="reserve",
            by=ACTOR.at(self.now),
        )
        self.tournament.refresh_from_db()
        return pot

    def rest(self, players: int) -> int:
        """What one envelope holds beside 10, 20, 30 and so on for the others."""
        return BOUNTY * players - sum(10_00 * number for number in range(1, players))

    def out(self, *players: int, by: Sequence[int] = ()) -> LogEntry:
        """Players out in one hand."""
        with transaction.atomic():
            Entry.objects.filter(pk__in=map(self.pk, players)).update(stack=0)
            busts = [
                BustOut(
                    entry_id=self.pk(player),
                    starting_stack=10_000,
                    table_number=1,
                    won_by=[self.pk(each) for each in by],
                )
                for player in players
            ]
            locked = lock_tournament(self.tournament.pk)
            eliminate_entries(tournament=locked, bust_outs=busts, by=ACTOR.at(self.now))
        self.tournament.refresh_from_db()
        return LogEntry.objects.filter(verb="entry_eliminated").latest("pk")

    def over(self) -> Tournament:
        """Everybody but the first is out."""
        for player in sorted(self.entries, reverse=True)[:-1]:
            self.out(player)
        return self.tournament

    def back(self, player: int) -> None:
        with transaction.atomic():
            reinstate_entries(
                tournament=lock_tournament(self.tournament.pk),
                stacks={self.pk(player): 10_000},
                by=ACTOR.at(self.now),
            )
        self.tournament.refresh_from_db()

    def credit(self, player: int, *, by: Sequence[int]) -> None:
        with transaction.atomic():
            now, locked = self.now, lock_tournament(self.tournament.pk)
            line = write_line(tournament_id=locked.pk, by=ACTOR.at(now), verb="bust_undone", data={})
            settle_knockout(
                tournament=locked,
                entry_id=self.pk(player),
                won_by=[self.pk(each) for each in by],
                line=line,
                now=now,
            )

    def envelope_of(self, player: int) -> Envelope:
        """What the knock-out of this player has taken."""
        return Envelope.objects.get(entry=self.pk(player), pot__undone_at=None)

    def open(self, player: int) -> LogEntry:
        """Open the envelope for knocking this player out."""
        return open_envelope(
            tournament_id=self.tournament.pk, envelope_id=self.envelope_of(player).pk, by=ACTOR.at(self.now)
        )

    def undo(self, line: LogEntry) -> None:
        undo_line(tournament_id=self.tournament.pk, line_id=line.pk, by=ACTOR.at(self.now))

    def pay(self, player: int, amount: int) -> MoneyRow:
        return pay_bounties(
            tournament_id=self.tournament.pk, entry_id=self.pk(player), amount=amount, by=ACTOR.at(self.now)
        )

    def void(self, payment: MoneyRow) -> MoneyRow:
        return void_bounty_payment(tournament_id=self.tournament.pk, row_id=payment.pk, by=ACTOR.at(self.now))

    def close(self, player: int) -> LogEntry:
        """Nobody comes for what is due to this player."""
        return close_uncollected(
            tournament_id=self.tournament.pk,
            entry_id=self.pk(player),
            amount=self.due().get(player, 0),
            by=ACTOR.at(self.now),
        )

    def payments(self) -> list[MoneyRow]:
        rows = MoneyRow.objects.filter(kind=MoneyKind.BOUNTY_PAID, amount__lt=0, corrected_by=None)
        return list(rows.order_by("pk"))

    def due(self) -> dict[int, int]:
        """By player what waits at the desk."""
        players = {entry.pk: player for player, entry in self.entries.items()}
        due: dict[int, int] = {}
        for share in BountyShare.objects.filter(undone_at=None, payment=None, due__gt=0):
            player = players[share.winner_id]
            due[player] = due.get(player, 0) + share.due
        return due

    def money(self) -> BountyMoney:
        return bounty_money(self.tournament)

    def board(self) -> EnvelopeBoard:
        board = envelope_board(self.tournament)
        assert board is not None
        return board

    def in_order(self) -> list[int]:
        """What the envelopes hold, in the order of the draw."""
        rows = Envelope.objects.filter(pot__tournament=self.tournament, pot__undone_at=None)
        return list(rows.order_by("place").values_list("value", flat=True))
