from __future__ import annotations

import json
from datetime import datetime
from functools import lru_cache
from typing import cast

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.festival import Festival
from tournament.models.states import Sealed, SealedState
from tournament.models.tokens import new_tournament_code
from tournament.options.options import EventOptions, options_of
from tournament.rules.chip_sales import ChipOffer, SaleKind, offer_from_dict
from tournament.rules.clock import Clock, ClockState
from tournament.rules.payouts.deductions import Deduction, deduction_from_dict
from tournament.rules.payouts.limits import PaymentLimits
from tournament.rules.payouts.locked import LockedLadder, locked_from_dict
from tournament.rules.payouts.money import PARTS, BuyIn
from tournament.rules.payouts.prices import PriceProfile, price_from_dict, price_to_pay
from tournament.rules.payouts.schemes import SatelliteSeats, payout_scheme_from_dict
from tournament.rules.profiles import EventRules, event_rules
from tournament.rules.structure.periods import Structure


class TournamentStatus(models.TextChoices):
    REGISTERING = "registering", _("Registration open")
    RUNNING = "running", _("In play")
    FINISHED = "finished", _("Finished")
    CANCELLED = "cancelled", _("Cancelled")


class Recording(models.TextChoices):
    """What is entered about a table: every hand card by card, each result, or only the players who are out."""

    HANDS = "hands", _("Every hand")
    RESULTS = "results", _("Results")
    BUSTS = "busts", _("Busts only")


class BountyKind(models.TextChoices):
    """What becomes of the bounty of a player who is out (tournament.rules.payouts.bounties)."""

    NONE = "none", _("No bounties")
    FIXED = "fixed", _("Fixed: paid to those who knock the player out")
    PROGRESSIVE = "progressive", _("Progressive: half is paid, half goes on the winner's head")
    MARKER = "marker", _("Marker: paid whole to one winner, not divided")
    MYSTERY = "mystery", _("Mystery: knock-outs open envelopes once the director starts them")


def default_chip_values() -> list[int]:
    return [25, 100, 500, 1000, 5000]


class Tournament(Sealed):
    """One poker tournament: what was announced, and where its clock stands.

    The structure, the payout scheme and the overrides of the rule profile are values that are
    checked and replaced whole, so each is one JSON column; the pure package reads and writes them.
    Money is in minor units of `currency`.
    """

    code = models.CharField(max_length=12, unique=True, default=new_tournament_code, editable=False)
    name = models.CharField(max_length=120)
    # Of a starting flight: the event that its players go on in. Its prizes and its pool are that event's.
    flight_of = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="flights"
    )
    # Whether players come from flights: this is where those go on who are through.
    has_flights = models.BooleanField(default=False)
    # When the stacks of its flights became entries here.
    stacks_brought_at = models.DateTimeField(null=True, blank=True)
    # The festival that it is an event of; None: it stands alone.
    festival = models.ForeignKey(
        Festival, on_delete=models.PROTECT, null=True, blank=True, related_name="events"
    )
    # Of a satellite: the event of the festival in which its seats are.
    seats_for = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="satellites"
    )
    # Scripted dealers play at its tables; they never touch a tournament without this.
    is_demo = models.BooleanField(default=False)
    status = models.CharField(max_length=12, choices=TournamentStatus, default=TournamentStatus.REGISTERING)
    created_at = models.DateTimeField()
    starts_at = models.DateTimeField(null=True, blank=True)
    time_zone = models.CharField(max_length=40, default="Europe/Rome")
    house_rules_text = models.TextField(blank=True, max_length=4000)

    currency = models.CharField(max_length=3, default="EUR")
    buy_in_prize = models.BigIntegerField(default=0)
    buy_in_fee = models.BigIntegerField(default=0)
    buy_in_staff = models.BigIntegerField(default=0)
    buy_in_bounty = models.BigIntegerField(default=0)
    # For anything else that the house deducts: a league, a charity, a tax.
    buy_in_other = models.BigIntegerField(default=0)
    # Prices besides the buy-in: early, late, for members, for staff.
    price_data = models.JSONField(default=list, blank=True)
    # What is withheld of prizes when they are paid: a tax, a share for the staff.
    deduction_data = models.JSONField(default=list, blank=True)
    bounty_kind = models.CharField(max_length=12, choices=BountyKind, default=BountyKind.NONE)
    # Players left at which the envelopes of mystery bounties are proposed; None: in the money.
    mystery_from = models.PositiveIntegerField(null=True, blank=True)
    guarantee = models.BigIntegerField(default=0)

    # A payment of so much or more: a second person confirms it, ID is seen, a tax form is seen. None: not asked for.
    two_people_from = models.BigIntegerField(null=True, blank=True)
    id_from = models.BigIntegerField(null=True, blank=True)
    tax_form_from = models.BigIntegerField(null=True, blank=True)
    # Where prizes are handed over; "": at the cashier.
    pay_place = models.CharField(max_length=80, blank=True, default="")

    starting_stack = models.BigIntegerField()
    # Of a finale: the line of its log that tells with which stacks the players begin whom the season gives their own.
    stacks_line = models.ForeignKey(
        "tournament.LogEntry", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # How tables that are opened are recorded, until the floor or the dealer changes it.
    recording = models.CharField(max_length=8, choices=Recording, default=Recording.HANDS)
    seats_per_table = models.PositiveSmallIntegerField(default=9)
    max_entries = models.PositiveIntegerField(null=True, blank=True)
    # Fewer are not drawn or started until the director says so; None: none are needed.
    min_entries = models.PositiveIntegerField(null=True, blank=True)
    # The director has said that fewer are played with.
    minimum_waived_at = models.DateTimeField(null=True, blank=True)
    # None: no limit. 1: a freeze-out.
    entries_per_player = models.PositiveSmallIntegerField(null=True, blank=True, default=1)
    # The same on one day of play, which ends with its last hands; None: no limit besides.
    entries_per_day = models.PositiveSmallIntegerField(null=True, blank=True)
    # What is sold to players who are in; None: no rebuys, no add-ons.
    rebuy_data = models.JSONField(null=True, blank=True, default=None)
    add_on_data = models.JSONField(null=True, blank=True, default=None)
    # Whether players may take a place in the desk's queue with their phones.
    phone_queue = models.BooleanField(default=False)
    # Whether the desk sells an entry only to a player whose ID it has seen at this event.
    id_check = models.BooleanField(default=False)
    late_registration_level = models.PositiveSmallIntegerField(default=0)
    registration_closed_at = models.DateTimeField(null=True, blank=True)
    # Opened again by hand after its last level: no deadline closes it any more; it is closed by hand.
    registration_kept_open = models.BooleanField(default=False)

    # Values of the chips on the tables, smallest first; a break of the structure may remove some.
    chip_values = models.JSONField(default=default_chip_values)
    structure_data = models.JSONField()
    payout_scheme_data = models.JSONField()
    # For the last player out of the money, from the pool before the ladder is cut; 0: none.
    bubble_prize = models.BigIntegerField(default=0)
    # What side prizes take from the pool: their sum, kept here because the ladder is asked for by every bust-out.
    side_prizes_from_pool = models.BigIntegerField(default=0)
    # Of a satellite whose seats are in an event that is not of its festival: what that is called.
    seat_event = models.CharField(max_length=120, blank=True, default="")
    # Prizes are rounded down to this many minor units; the remainder goes to first place.
    payout_unit = models.PositiveIntegerField(default=100)
    rule_profile = models.CharField(max_length=20, default="tda2024")
    rule_overrides = models.JSONField(default=dict, blank=True)
    # Settings that no query asks for, where they are not as they come (tournament.options.options).
    options_data = models.JSONField(default=dict, blank=True)

    draw_made_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    payouts_locked_at = models.DateTimeField(null=True, blank=True)
    # The ladder that was announced; None: prizes follow from the payout scheme and the pool.
    locked_ladder_data = models.JSONField(null=True, blank=True, default=None)

    # The clock is data: nothing counts down here. `clock_version` grows by one with every change
    # and is what a sweep claims a transition by.
    clock_state = models.CharField(max_length=12, default="not_started")
    clock_index = models.PositiveSmallIntegerField(default=0)
    clock_elapsed_ms = models.BigIntegerField(default=0)
    clock_added_ms = models.BigIntegerField(default=0)
    clock_running_since = models.DateTimeField(null=True, blank=True)
    clock_version = models.PositiveIntegerField(default=0)
    # In a level by hands: those that every table has dealt in it. Counted with each hand, without a new version.
    clock_hands = models.PositiveIntegerField(default=0)

    # What all tables obey now, hand-for-hand for example; None: they deal on.
    stop = models.OneToOneField(
        "tournament.Stop", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    # What the players left have agreed on: prizes follow it. None: they go by place alone.
    chop = models.OneToOneField(
        "tournament.Chop", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    # What a chop on the board of the room leaves to play for, to first and second place; None: nothing is shown there.
    chop_wall_data = models.JSONField(null=True, blank=True, default=None)

    STATES = (
        SealedState(
            kind="event",
            columns=(
                "code", "name", "is_demo", "status", "created_at", "starts_at", "time_zone", "house_rules_text",
                "currency", "buy_in_prize", "buy_in_fee", "buy_in_staff", "buy_in_bounty", "buy_in_other",
                "price_data", "deduction_data", "bounty_kind", "mystery_from", "guarantee", "two_people_from",
                "id_from", "tax_form_from", "pay_place", "starting_stack", "recording", "seats_per_table",
                "max_entries", "min_entries", "minimum_waived_at", "entries_per_player", "entries_per_day",
                "rebuy_data", "add_on_data", "phone_queue", "id_check", "late_registration_level",
                "registration_closed_at", "registration_kept_open", "chip_values", "structure_data",
                "payout_scheme_data", "bubble_prize", "side_prizes_from_pool", "seat_event", "payout_unit",
                "rule_profile", "rule_overrides", "draw_made_at", "started_at", "finished_at",
                "payouts_locked_at", "locked_ladder_data", "clock_state", "clock_index", "clock_elapsed_ms",
                "clock_added_ms", "clock_running_since", "clock_version", "stop_id", "chop_id",
                "chop_wall_data",
            ),
            tournament="id",
        ),
        SealedState(kind="options", columns=("options_data",), tournament="id", only=~Q(options_data={})),
        SealedState(
            kind="flights",
            columns=("flight_of_id", "has_flights", "stacks_brought_at"),
            tournament="id",
            only=Q(flight_of__isnull=False) | Q(has_flights=True),
        ),
        SealedState(
            kind="festival",
            columns=("festival_id", "seats_for_id"),
            tournament="id",
            only=Q(festival__isnull=False),
        ),
        SealedState(
            kind="own stacks", columns=("stacks_line_id",), tournament="id", only=Q(stacks_line__isnull=False)
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(starting_stack__gt=0), name="tournament_stack_positive"),
            models.CheckConstraint(
                condition=Q(seats_per_table__gte=2, seats_per_table__lte=10),
                name="tournament_seats_2_to_10",
            ),
            models.CheckConstraint(
                condition=Q(buy_in_prize__gte=0, buy_in_fee__gte=0)
                & Q(buy_in_staff__gte=0, buy_in_bounty__gte=0, buy_in_other__gte=0, guarantee__gte=0),
                name="tournament_money_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(bubble_prize__gte=0), name="tournament_bubble_prize_not_negative"
            ),
            models.CheckConstraint(
                condition=Q(side_prizes_from_pool__gte=0), name="tournament_side_prizes_not_negative"
            ),
            models.CheckConstraint(
                condition=~Q(bounty_kind="none") | Q(buy_in_bounty=0), name="tournament_bounty_has_a_kind"
            ),
            models.CheckConstraint(
                condition=Q(payouts_locked_at__isnull=True, locked_ladder_data__isnull=True)
                | Q(payouts_locked_at__isnull=False, locked_ladder_data__isnull=False),
                name="tournament_locked_with_a_ladder",
            ),
            models.CheckConstraint(
                condition=(Q(two_people_from__isnull=True) | Q(two_people_from__gt=0))
                & (Q(id_from__isnull=True) | Q(id_from__gt=0))
                & (Q(tax_form_from__isnull=True) | Q(tax_form_from__gt=0)),
                name="tournament_payment_limits_positive",
            ),
            models.CheckConstraint(condition=Q(payout_unit__gte=1), name="tournament_payout_unit_positive"),
            models.CheckConstraint(
                condition=Q(clock_elapsed_ms__gte=0), name="tournament_clock_not_negative"
            ),
            models.CheckConstraint(
                condition=Q(flight_of__isnull=True) | Q(has_flights=False),
                name="tournament_flight_has_no_flights",
            ),
            models.CheckConstraint(
                condition=Q(stacks_brought_at__isnull=True) | Q(has_flights=True),
                name="tournament_stacks_come_from_flights",
            ),
            models.CheckConstraint(
                condition=Q(seats_for__isnull=True) | Q(festival__isnull=False),
                name="tournament_seats_within_a_festival",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Played to the end or cancelled: the tables are left as they are."""
        return self.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)

    @property
    def event(self) -> Tournament:
        """Where the prizes are played for: of a flight the event that it leads to, else this one itself."""
        return self.flight_of or self

    @property
    def waits_for_flights(self) -> bool:
        """Whether its players are still to come from its flights."""
        return self.has_flights and self.stacks_brought_at is None

    @property
    def has_bounties(self) -> bool:
        return self.bounty_kind != BountyKind.NONE

    @property
    def has_heads(self) -> bool:
        """Whether each player in play has a bounty of their own, which everybody can see."""
        return self.bounty_kind not in (BountyKind.NONE, BountyKind.MYSTERY)

    @property
    def has_mystery_bounties(self) -> bool:
        """Whether the money for bounties goes into envelopes; otherwise each bounty lies on its player's head."""
        return self.bounty_kind == BountyKind.MYSTERY

    @property
    def structure(self) -> Structure:
        kept: Structure | None = self.__dict__.get("_structure")
        return kept or _structure_of(json.dumps(self.structure_data))

    def keep_structure(self, text: str) -> None:
        """Take the structure from its column's text, for a row that is only read: the same text is read once."""
        self.__dict__["_structure"] = _structure_of(text)

    @property
    def options(self) -> EventOptions:
        """The settings that share a column."""
        return options_of(self.options_data)

    @property
    def sells_chips(self) -> bool:
        """Whether there are rebuys or add-ons at all."""
        return self.rebuy_data is not None or self.add_on_data is not None

    def offer(self, kind: SaleKind) -> ChipOffer | None:
        """What a rebuy or an add-on is here; None where there is none."""
        return offer_from_dict(self.rebuy_data if kind == "rebuy" else self.add_on_data)

    @property
    def locked_ladder(self) -> LockedLadder | None:
        """The ladder that the director has locked; None while prizes follow the payout scheme."""
        return locked_from_dict(self.locked_ladder_data)

    @property
    def chop_on_wall(self) -> tuple[int, int] | None:
        """While the floor shows a chop on the board of the room, what it leaves to play for; None while it does not."""
        return None if self.chop_wall_data is None else (self.chop_wall_data[0], self.chop_wall_data[1])

    @property
    def seat_event_name(self) -> str:
        """Of a satellite what its seats are in; "" where nobody has said it."""
        return self.seat_event if self.seats_for is None else self.seats_for.name

    @property
    def satellite(self) -> SatelliteSeats | None:
        """What a satellite gives; None where prizes are money. Only then the scheme is read: every bust-out asks."""
        if self.payout_scheme_data.get("kind") != "seats":
            return None
        scheme = payout_scheme_from_dict(self.payout_scheme_data)
        return scheme if isinstance(scheme, SatelliteSeats) else None

    @property
    def payment_limits(self) -> PaymentLimits:
        """What the desk asks for before it pays much."""
        return PaymentLimits(
            two_people_from=self.two_people_from, id_from=self.id_from, tax_form_from=self.tax_form_from
        )

    @property
    def event_rules(self) -> EventRules:
        """How the evening goes: the profile, with this tournament's overrides under the key "event"."""
        return event_rules(self.rule_profile, overrides=self.rule_overrides.get("event"))

    @property
    def buy_in(self) -> PriceProfile:
        """The price of an entry where no other one is to be paid or chosen."""
        parts = {part: getattr(self, f"buy_in_{part}") for part in PARTS}
        return PriceProfile(name="", price=BuyIn(**parts))

    @property
    def buy_in_total(self) -> int:
        return self.buy_in.price.total

    @property
    def prices(self) -> tuple[PriceProfile, ...]:
        """The prices besides the buy-in."""
        return tuple(price_from_dict(data) for data in self.price_data)

    @property
    def deductions(self) -> tuple[Deduction, ...]:
        """What the house withholds of prizes."""
        return tuple(deduction_from_dict(data) for data in self.deduction_data)

    def price_to_pay(self, now: datetime, *, taken: int | None = None) -> PriceProfile:
        """The price of an entry at `now` for which nobody chooses another one, after so many were `taken`.

        One query where there is an early bird and nobody says how many, none otherwise.
        """
        prices = self.prices
        if taken is None:
            has_early = any(price.first_entries is not None for price in prices)
            taken = self.entries.exclude(status="void").filter(brought_line=None).count() if has_early else 0
        has_started = self.clock_state != "not_started"
        return price_to_pay(self.buy_in, prices, now=now, taken=taken, has_started=has_started)

    @property
    def clock(self) -> Clock:
        return Clock(
            index=self.clock_index,
            elapsed_ms=self.clock_elapsed_ms,
            added_ms=self.clock_added_ms,
            running_since=self.clock_running_since,
            state=cast("ClockState", self.clock_state),
            hands=self.clock_hands,
        )


# To write it out again takes a tenth of the time of reading it.
@lru_cache(maxsize=64)
def _structure_of(text: str) -> Structure:
    return Structure.from_dict(json.loads(text))
