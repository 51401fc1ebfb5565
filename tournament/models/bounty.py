from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.entry import Entry
from tournament.models.log import LogEntry
from tournament.models.money import MoneyRow
from tournament.models.states import Sealed, SealedState
from tournament.models.tournament import Tournament
from tournament.rules.payouts.mystery import published_hash


class MysteryPot(Sealed):
    """The bounty money of a tournament, put into envelopes; `players` were left then.

        begun --undone while no envelope is open--> undone

    Its seed stays secret until the last envelope is open (tournament.rules.payouts.mystery). `reserve` is what the
    seeds of redraws are made of: nobody ever sees it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="mystery_pots")
    seed = models.CharField(max_length=64)
    reserve = models.CharField(max_length=64)
    players = models.PositiveIntegerField()
    log_entry = models.OneToOneField(LogEntry, on_delete=models.PROTECT, related_name="mystery_pot")
    begun_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="pot",
            columns=("tournament_id", "seed", "reserve", "players", "log_entry_id", "begun_at", "undone_at"),
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(undone_at__isnull=True), name="mystery_pot_one_standing"
            ),
        ]

    def __str__(self) -> str:
        return f"envelopes for {self.players} players"

    @property
    def published_hash(self) -> str:
        """What everybody may know of the seed before."""
        return published_hash(self.seed)


class EnvelopeRedraw(Sealed):
    """The order of envelopes that nobody had won drawn again, since it was known: `order` is (place, value) of each.

    What was drawn before stays with those that were won by then.
    """

    pot = models.ForeignKey(MysteryPot, on_delete=models.PROTECT, related_name="redraws")
    seed = models.CharField(max_length=64)
    order = models.JSONField()
    log_entry = models.OneToOneField(LogEntry, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    STATES = (
        SealedState(
            kind="redraw",
            columns=("pot_id", "seed", "order", "log_entry_id", "at"),
            tournament="pot__tournament_id",
        ),
    )  # fmt: skip

    def __str__(self) -> str:
        return f"redraw of {len(self.order)} envelopes"


class Envelope(Sealed):
    """One envelope, in the order of the draw: rows are made in that order, so that an id says nothing of its value.

        closed --a knock-out--> taken by `entry`, whose knock-out it was --desk--> open
          ^                       |
          +--knock-out undone-----+

    Open it stays with that entry even if the knock-out is undone: those who knock the player out then get it, and
    nobody can choose for whom an amount is that everybody has seen. `is_seen`: what it holds may be known, though it
    is closed again.
    """

    pot = models.ForeignKey(MysteryPot, on_delete=models.PROTECT, related_name="envelopes")
    place = models.PositiveIntegerField()
    value = models.BigIntegerField()
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="envelopes"
    )
    opened_at = models.DateTimeField(null=True, blank=True)
    is_seen = models.BooleanField(default=False)
    log_entry = models.ForeignKey(LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    STATES = (
        SealedState(
            kind="envelope",
            columns=("pot_id", "place", "value", "entry_id", "opened_at", "is_seen", "log_entry_id"),
            tournament="pot__tournament_id",
            name="place",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pot", "place"], name="envelope_place_once"),
            models.UniqueConstraint(fields=["pot", "entry"], name="envelope_of_an_entry_once"),
            models.CheckConstraint(condition=Q(value__gt=0), name="envelope_holds_something"),
            models.CheckConstraint(
                condition=Q(opened_at__isnull=True, log_entry__isnull=True)
                | Q(opened_at__isnull=False, log_entry__isnull=False),
                name="envelope_opened_by_a_line",
            ),
        ]

    def __str__(self) -> str:
        return f"envelope {self.place}"


class BountyShare(Sealed):
    """What one entry has taken of the money on another's head, in minor units: paid at the desk, or on its own head.

    The money on a head is what the entry paid for it and what shares put there, less the shares that were taken of it.
    Undone it is undone: the money is on the head again. At the end the winner takes what is on every head that is left,
    their own among them.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="bounty_shares")
    eliminated = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="bounties_lost")
    winner = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="bounties_won")
    # Of a mystery bounty: nothing is due before it is open.
    envelope = models.ForeignKey(
        Envelope, on_delete=models.PROTECT, null=True, blank=True, related_name="shares"
    )
    due = models.BigIntegerField()
    on_head = models.BigIntegerField(default=0)
    is_at_the_end = models.BooleanField(default=False)
    log_entry = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    # The row of the ledger by which `due` was handed over, or closed since nobody came for it.
    payment = models.ForeignKey(
        MoneyRow, on_delete=models.PROTECT, null=True, blank=True, related_name="bounty_shares"
    )

    STATES = (
        SealedState(
            kind="bounty",
            columns=(
                "tournament_id", "eliminated_id", "winner_id", "envelope_id", "due", "on_head", "is_at_the_end",
                "log_entry_id", "at", "undone_at", "payment_id",
            ),
            name="eliminated__number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(due__gte=0, on_head__gte=0), name="bounty_share_not_negative"),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True) | Q(payment__isnull=True), name="bounty_share_paid_stands"
            ),
        ]
        indexes = [
            models.Index(
                fields=["tournament"], condition=Q(undone_at__isnull=True), name="bounty_share_standing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.due} and {self.on_head} of {self.eliminated} to {self.winner}"
