"""When the whole room deals a counted number of hands and then waits; and who went out in one such round."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.entry import Entry
from tournament.models.states import Sealed, SealedState
from tournament.models.tournament import Tournament


class StopKind(models.TextChoices):
    HAND_FOR_HAND = "hand_for_hand", _("Hand-for-hand")
    ORBITS = "orbits", _("Orbit-for-orbit")
    IN_STEP = "in_step", _("Soft hand-for-hand")
    HANDS_PER_LEVEL = "hands_per_level", _("Fixed hands per level")
    AFTER_HANDS = "after_hands", _("Hold after these hands")
    LAST_HANDS = "last_hands", _("Last hands of the day")

    @property
    def is_by_rounds(self) -> bool:
        """Whether the tables wait for each other, and the room wants to know who still plays."""
        return self in (StopKind.HAND_FOR_HAND, StopKind.ORBITS, StopKind.IN_STEP)


class Stop(Sealed):
    """One stop of the room, from its announcement to its end; `Tournament.stop` is the one in force.

    In each round every table deals `hands` hands (0: one orbit), then waits for the others. Round 0 is an
    announcement between hands: nobody has dealt yet. The house rules in force are kept with it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stops")
    kind = models.CharField(max_length=16, choices=StopKind)
    announced_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    hands = models.PositiveSmallIntegerField(default=1)
    # It ends by itself once so many players are left; None: it is ended by hand.
    until_left = models.PositiveIntegerField(null=True, blank=True)
    round = models.PositiveIntegerField(default=0)
    # Every table has finished this round; the next one has not begun.
    round_over_at = models.DateTimeField(null=True, blank=True)
    next_by_itself = models.BooleanField(default=True)
    locks_run_outs = models.BooleanField(default=False)
    # Off the clock after each round; 0: the clock runs on.
    minutes = models.PositiveSmallIntegerField(default=0)
    # The clock ran when this was announced: it runs again when it ends.
    resumes_clock = models.BooleanField(default=False)
    # Of the last hands of a day: the bags were counted and their counts accepted.
    bagged_at = models.DateTimeField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="stop",
            columns=(
                "tournament_id", "kind", "announced_at", "ended_at", "hands", "until_left", "round",
                "round_over_at", "next_by_itself", "locks_run_outs", "minutes", "resumes_clock", "bagged_at",
            ),
        ),
    )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.kind} since {self.announced_at:%H:%M}"

    @property
    def has_rounds(self) -> bool:
        """Whether another round follows; after the other kinds the room waits for the floor."""
        return self.kind in (
            *(StopKind.HAND_FOR_HAND, StopKind.ORBITS),
            *(StopKind.IN_STEP, StopKind.HANDS_PER_LEVEL),
        )

    @property
    def moves_nobody(self) -> bool:
        """Whether tables are left as they are: no entry, no balancing, no redraw, no halt (WSOP 125).

        Once the bags are counted the seats of the next day may be drawn.
        """
        return self.kind == StopKind.LAST_HANDS and self.bagged_at is None

    @property
    def is_round_open(self) -> bool:
        """Whether players may still go out in this round: its places and prizes are not final."""
        return self.kind == StopKind.HAND_FOR_HAND and self.round > 0 and self.round_over_at is None


class RoundBust(Sealed):
    """An entry that went out in a round of hand-for-hand: all of one round are ranked together (TDA RP-8)."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="round_bust")
    stop = models.ForeignKey(Stop, on_delete=models.CASCADE, related_name="busts")
    round = models.PositiveIntegerField()
    table_number = models.PositiveSmallIntegerField()
    starting_stack = models.BigIntegerField()

    STATES = (
        SealedState(
            kind="round bust",
            columns=("entry_id", "stop_id", "round", "table_number", "starting_stack"),
            tournament="entry__tournament_id",
            name="entry__number",
        ),
    )  # fmt: skip

    class Meta:
        indexes = [models.Index(fields=["stop", "round"], name="round_bust_by_round")]

    def __str__(self) -> str:
        return f"{self.entry} in round {self.round}"
