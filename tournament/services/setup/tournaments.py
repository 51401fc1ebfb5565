"""Setting up a tournament, copying one, and changing one that may already be in play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournament.models import (
    Account,
    BountyKind,
    Entry,
    EntryStatus,
    LogEntry,
    MoneyRow,
    Payout,
    Role,
    SidePrize,
    StaffMember,
    Till,
    Tournament,
    TournamentStatus,
)
from tournament.queries.words.rules import say_error
from tournament.realtime import publish
from tournament.rules import clock as clock_rules
from tournament.rules.chip_sales import offer_from_dict
from tournament.rules.errors import RulesError
from tournament.rules.payouts.money import MAX_MONEY, minor_units
from tournament.rules.payouts.prices import PriceProfile, price_from_dict, without_dates
from tournament.rules.payouts.schemes import payout_scheme_to_dict
from tournament.rules.profiles import event_rules
from tournament.rules.structure.errors import MAX_CHIPS
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.replacement import replace_structure
from tournament.rules.templates.parts import TournamentTemplate
from tournament.services.actor import Actor
from tournament.services.clock_claim import claim_clock
from tournament.services.errors import Refused
from tournament.services.field.results import can_awards_change, settle_results, take_back_awards
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlan:
    """Everything a director decides about a tournament. Money in minor units of `currency`.

    `structure` is a value that has checked itself, `payout_scheme_data` the JSON form of one.
    `entries_per_player` and `late_registration_level` are 0 for no limit and no late registration.
    """

    name: str
    starts_at: datetime | None = None
    time_zone: str = "Europe/Rome"
    house_rules_text: str = ""
    currency: str = "EUR"
    buy_in_prize: int = 0
    buy_in_fee: int = 0
    buy_in_staff: int = 0
    buy_in_bounty: int = 0
    buy_in_other: int = 0
    price_data: tuple[dict[str, object], ...] = ()
    deduction_data: tuple[dict[str, object], ...] = ()
    bounty_kind: str = "none"
    mystery_from: int | None = None
    guarantee: int = 0
    two_people_from: int | None = None
    id_from: int | None = None
    tax_form_from: int | None = None
    pay_place: str = ""
    starting_stack: int
    recording: str = "hands"
    seats_per_table: int = 9
    max_entries: int | None = None
    min_entries: int | None = None
    entries_per_player: int | None = 1
    entries_per_day: int | None = None
    phone_queue: bool = False
    id_check: bool = False
    late_registration_level: int = 0
    rebuy_data: dict[str, object] | None = None
    add_on_data: dict[str, object] | None = None
    chip_values: tuple[int, ...] = (25, 100, 500, 1000, 5000)
    structure: Structure
    payout_scheme_data: dict[str, object]
    bubble_prize: int = 0
    seat_event: str = ""
    payout_unit: int = 100
    rule_profile: str = "tda2024"
    rule_overrides: dict[str, dict[str, object]]


# What may no longer change once somebody has bought in: they paid for it.
FIXED_ONCE_ENTERED = ("starting_stack",)
# What the ledger is written in: an entry that was voided has left its rows there.
FIXED_ONCE_BOOKED = ("currency",)
# What may no longer change once somebody has a bounty on their head.
FIXED_ONCE_ON_HEADS = ("bounty_kind",)
# What may no longer change once the seats are drawn.
FIXED_ONCE_DRAWN = ("seats_per_table",)
# What may no longer change once a prize was decided: the ladder would not add up to the pool.
FIXED_ONCE_DECIDED = ("payout_scheme_data", "payout_unit", "bubble_prize", "guarantee")

# What waits until the payouts are unlocked: prizes do not follow it meanwhile.
FIXED_WHILE_LOCKED = ("payout_scheme_data", "payout_unit", "bubble_prize")

# What the desk asks for before it pays much: prizes are still to be paid when the tournament is over.
PAYMENT_LIMITS = ("two_people_from", "id_from", "tax_form_from")

# The last word on what forms have asked for already: (field, lowest, highest).
LIMITS = (
    ("buy_in_prize", 0, MAX_MONEY),
    ("buy_in_fee", 0, MAX_MONEY),
    ("buy_in_staff", 0, MAX_MONEY),
    ("buy_in_bounty", 0, MAX_MONEY),
    ("buy_in_other", 0, MAX_MONEY),
    ("mystery_from", 2, 20_000),
    ("guarantee", 0, MAX_MONEY),
    ("bubble_prize", 0, MAX_MONEY),
    *((name, 1, MAX_MONEY) for name in PAYMENT_LIMITS),
    ("starting_stack", 1, MAX_CHIPS),
    ("seats_per_table", 2, 10),
    ("max_entries", 2, 20_000),
    ("min_entries", 2, 20_000),
    ("entries_per_player", 0, 100),
    ("entries_per_day", 1, 100),
    ("payout_unit", 1, 1_000_000),
)


@transaction.atomic
def create_tournament(*, plan: TournamentPlan, account: Account, now: datetime) -> Tournament:
    """A new tournament, open for registration; its maker is its director."""
    _check_limits(plan)
    _check_bounty(plan)
    _check_bubble(plan)
    tournament = Tournament.objects.create(created_at=now, **_columns(plan))
    StaffMember.objects.create(account=account, tournament=tournament, role=Role.DIRECTOR)
    _log(tournament, account, "tournament_created", {"name": tournament.name}, now)
    return tournament


@transaction.atomic
def clone_tournament(*, tournament_id: int, name: str, account: Account, now: datetime) -> Tournament:
    """The same plan under another name, without its entries; the staff comes along.

    Prices come along without their dates, which are those of the source.
    """
    source = Tournament.objects.get(pk=tournament_id)
    prices = tuple(price.to_dict() for price in without_dates(source.prices))
    plan = replace(plan_of(source), name=name, starts_at=None, price_data=prices)
    clone = Tournament.objects.create(created_at=now, **_columns(plan))
    staff = StaffMember.objects.filter(tournament=source).exclude(account=account)
    StaffMember.objects.bulk_create(
        StaffMember(account_id=member.account_id, tournament=clone, role=member.role) for member in staff
    )
    StaffMember.objects.create(account=account, tournament=clone, role=Role.DIRECTOR)
    _log(clone, account, "tournament_cloned", {"name": name, "source": source.code}, now)
    return clone


@transaction.atomic
def edit_tournament(
    *,
    tournament_id: int,
    change: Callable[[TournamentPlan], TournamentPlan],
    actor: Actor,
    now: datetime,
) -> Tournament:
    """Put a changed plan in force. What players paid for or have played is left alone.

    `change` gets the plan as it stands under the lock, so that it can keep, or refuse to replace, what
    somebody else has changed meanwhile; what it raises passes through. Entries keep the price they paid. Raises
    Refused naming the field that is out of range or fixed by now.
    """
    tournament = lock_tournament(tournament_id)
    before = plan_of(tournament)
    plan = change(before)
    _check_not_over(tournament, before, plan)
    _check_limits(plan)
    _check_bounty(plan)
    _check_bubble(plan)
    _check_fixed(tournament, before, plan)
    if any(getattr(plan, name) != getattr(before, name) for name in FIXED_ONCE_DECIDED):
        # Those who had a prize get the other one below; where a prize stays as it is, this was refused.
        take_back_awards(tournament, now=now)
    if plan.structure != before.structure:
        _adopt_structure(tournament, before.structure, plan.structure, now)
    columns = _columns(plan)
    changed = {name: value for name, value in columns.items() if getattr(tournament, name) != value}
    if not changed:
        return tournament
    if "late_registration_level" in changed:
        # A level that somebody has just chosen closes registration again.
        changed["registration_kept_open"] = False
    if "min_entries" in changed:
        # Fewer than another number were agreed to.
        changed["minimum_waived_at"] = None
    for name, value in changed.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(changed))
    write_log(
        tournament_id=tournament.pk,
        actor=actor,
        verb="tournament_edited",
        data={"fields": sorted(changed.keys() - {"registration_kept_open", "minimum_waived_at"})},
        now=now,
    )
    # Prizes that waited for a ladder that fits the pool can be decided now.
    settle_results(tournament=tournament, now=now)
    publish(tournament.code, ["clock", "standings", "payouts", "tables", "log", "field"])
    return tournament


@transaction.atomic
def cancel_tournament(*, tournament_id: int, actor: Actor, now: datetime, reason: str) -> Tournament:
    """Cancel it. Only before the clock has started: afterwards there is play to be settled."""
    tournament = lock_tournament(tournament_id)
    if tournament.status != TournamentStatus.REGISTERING:
        raise Refused(_("Only a tournament that has not started can be cancelled."), code="started")
    tournament.status = TournamentStatus.CANCELLED
    tournament.save(update_fields=["status"])
    write_log(
        tournament_id=tournament.pk,
        actor=actor,
        verb="tournament_cancelled",
        data={},
        now=now,
        reason=reason,
    )
    publish(tournament.code, ["clock", "standings", "players", "field"])
    return tournament


def plan_from_template(template: TournamentTemplate, *, name: str) -> TournamentPlan:
    """A ready-made tournament as a plan of one's own, to be changed with `dataclasses.replace`."""
    return TournamentPlan(
        name=name,
        buy_in_prize=template.buy_in.prize,
        buy_in_fee=template.buy_in.fee,
        buy_in_staff=template.buy_in.staff,
        buy_in_bounty=template.buy_in.bounty,
        buy_in_other=template.buy_in.other,
        starting_stack=template.starting_stack,
        seats_per_table=template.seats_per_table,
        entries_per_player=template.entries_per_player,
        late_registration_level=template.late_registration_level,
        chip_values=template.chip_values,
        structure=template.structure,
        payout_scheme_data=payout_scheme_to_dict(template.payout_scheme),
        payout_unit=template.rounding_unit,
        rule_profile=template.rule_profile,
        rule_overrides={},
    )


def plan_of(tournament: Tournament) -> TournamentPlan:
    """The plan as it stands, to be changed with `dataclasses.replace`."""
    return TournamentPlan(
        name=tournament.name,
        starts_at=tournament.starts_at,
        time_zone=tournament.time_zone,
        house_rules_text=tournament.house_rules_text,
        currency=tournament.currency,
        buy_in_prize=tournament.buy_in_prize,
        buy_in_fee=tournament.buy_in_fee,
        buy_in_staff=tournament.buy_in_staff,
        buy_in_bounty=tournament.buy_in_bounty,
        buy_in_other=tournament.buy_in_other,
        price_data=tuple(tournament.price_data),
        deduction_data=tuple(tournament.deduction_data),
        bounty_kind=tournament.bounty_kind,
        mystery_from=tournament.mystery_from,
        guarantee=tournament.guarantee,
        two_people_from=tournament.two_people_from,
        id_from=tournament.id_from,
        tax_form_from=tournament.tax_form_from,
        pay_place=tournament.pay_place,
        starting_stack=tournament.starting_stack,
        recording=tournament.recording,
        seats_per_table=tournament.seats_per_table,
        max_entries=tournament.max_entries,
        min_entries=tournament.min_entries,
        entries_per_player=tournament.entries_per_player,
        entries_per_day=tournament.entries_per_day,
        phone_queue=tournament.phone_queue,
        id_check=tournament.id_check,
        late_registration_level=tournament.late_registration_level,
        rebuy_data=tournament.rebuy_data,
        add_on_data=tournament.add_on_data,
        chip_values=tuple(tournament.chip_values),
        structure=tournament.structure,
        payout_scheme_data=tournament.payout_scheme_data,
        bubble_prize=tournament.bubble_prize,
        seat_event=tournament.seat_event,
        payout_unit=tournament.payout_unit,
        rule_profile=tournament.rule_profile,
        rule_overrides=tournament.rule_overrides,
    )


def _columns(plan: TournamentPlan) -> dict[str, object]:
    columns = {name: getattr(plan, name) for name in plan.__slots__}
    columns["structure_data"] = columns.pop("structure").to_dict()
    columns["chip_values"] = list(plan.chip_values)
    columns["price_data"] = list(plan.price_data)
    columns["deduction_data"] = list(plan.deduction_data)
    return columns


def _check_not_over(tournament: Tournament, before: TournamentPlan, after: TournamentPlan) -> None:
    """Afterwards only what prizes follow from and how they are paid may change: those that wait must be paid."""
    if tournament.status in (TournamentStatus.REGISTERING, TournamentStatus.RUNNING):
        return
    finished = tournament.status == TournamentStatus.FINISHED
    changeable = (*FIXED_ONCE_DECIDED, *PAYMENT_LIMITS, "pay_place", "seat_event") if finished else ()
    for name in TournamentPlan.__slots__:
        if name not in changeable and getattr(before, name) != getattr(after, name):
            raise Refused(
                _("The tournament is over; its settings can no longer be changed."), code="over", field=name
            )


def _check_limits(plan: TournamentPlan) -> None:
    for name, low, high in LIMITS:
        value = getattr(plan, name)
        if value is not None and not low <= value <= high:
            raise Refused(
                _("Enter a number from %(low)s to %(high)s.")
                % {"low": low, "high": number_format(high, force_grouping=True)},
                code="out_of_range",
                field=name,
            )
    if plan.max_entries is not None and plan.min_entries is not None and plan.min_entries > plan.max_entries:
        raise Refused(
            _("The minimum is above the maximum of %(maximum)s entries.")
            % {"maximum": number_format(plan.max_entries, force_grouping=True)},
            code="minimum_above_maximum",
            field="min_entries",
        )
    _check_late_registration(plan)
    check_offers(plan)
    if not plan.chip_values or list(plan.chip_values) != sorted(set(plan.chip_values)):
        raise Refused(
            _("List each chip value once, smallest first."), code="bad_chip_values", field="chip_values"
        )


def _check_bounty(plan: TournamentPlan) -> None:
    """What is sold as a bounty must be of a kind that says who is paid it, and somebody must win the last ones."""
    if plan.bounty_kind != BountyKind.NONE and plan.payout_scheme_data.get("kind") == "seats":
        raise Refused(
            _(
                "A satellite has no bounties: play stops while several players are left, and nobody wins theirs."
            ),
            code="satellite_without_bounties",
            field="bounty_kind",
        )
    if plan.bounty_kind not in BountyKind.values:
        raise Refused(_("This kind of bounty does not exist."), code="unknown_kind", field="bounty_kind")
    if plan.buy_in_bounty and plan.bounty_kind == BountyKind.NONE:
        raise Refused(
            _("Choose what becomes of the bounties, or set the part for bounties to 0."),
            code="no_bounty_kind",
            field="bounty_kind",
        )
    check_bounty_of_prices(map(price_from_dict, plan.price_data), kind=plan.bounty_kind)


def _check_bubble(plan: TournamentPlan) -> None:
    if plan.bubble_prize and plan.payout_scheme_data.get("kind") == "seats":
        raise Refused(
            _(
                "A satellite has no bubble prize: what is left below the value of one more seat goes to the next place."
            ),
            code="satellite_without_bubble",
            field="bubble_prize",
        )


def check_bounty_of_prices(prices: Iterable[PriceProfile], *, kind: str) -> None:
    """Raise Refused if a price has a part for bounties where there are none."""
    for price in prices:
        if price.price.bounty and kind == BountyKind.NONE:
            raise Refused(
                _(
                    "The price “%(name)s” has a part for bounties: choose what becomes of them, or set it to 0."
                )
                % {"name": price.name},
                code="no_bounty_kind",
                field="bounty_kind",
            )


def check_offers(plan: TournamentPlan) -> None:
    """Rebuys and add-ons end with late registration: then the prize pool is known, and prizes follow from it."""
    for field in ("rebuy_data", "add_on_data"):
        try:
            offer = offer_from_dict(getattr(plan, field))
        except RulesError as error:
            raise Refused(say_error(error), code=error.code, field=field) from error
        if offer is not None and offer.last_level > plan.late_registration_level:
            raise Refused(
                _(
                    "Sold until level %(last)d, but registration ends with level %(registration)d, and the prize pool "
                    "is final then. Enter an earlier level, or a later one for registration."
                )
                % {"last": offer.last_level, "registration": plan.late_registration_level},
                code="after_registration",
                field=field,
            )
        if offer is not None and offer.window == "break" and _is_closed_in_break(plan, offer.last_level):
            raise Refused(
                _(
                    "Chips are sold in the break after level %(level)d, but registration closes before it. Enter a "
                    "later level for registration, or keep it open through the break on the page “Rules in force”."
                )
                % {"level": plan.late_registration_level},
                code="before_the_break",
                field=field,
            )
        if offer is not None and offer.price.bounty:
            raise Refused(
                _(
                    "A rebuy or add-on has no bounty: the one on the player's head stays until the player is out."
                ),
                code="no_bounty",
                field=field,
            )
        if offer is not None and offer.price.other:
            raise Refused(
                _(
                    "A rebuy or add-on has no other deductions: put the amount into another part of its price."
                ),
                code="no_other",
                field=field,
            )


def _is_closed_in_break(plan: TournamentPlan, level: int) -> bool:
    """Whether registration is over in the break after this level, which it may reach at most."""
    rules = event_rules(plan.rule_profile, overrides=plan.rule_overrides.get("event"))
    return level == plan.late_registration_level and not rules.registration_through_break


def _check_late_registration(plan: TournamentPlan) -> None:
    levels = plan.structure.level_count
    if not 0 <= plan.late_registration_level <= levels:
        raise Refused(
            _("The structure has %(levels)d levels: enter one of them, or 0.") % {"levels": levels},
            code="unknown_level",
            field="late_registration_level",
        )
    if plan.late_registration_level == levels:
        # The last level has no end: registration would never close, and nobody would ever win.
        raise Refused(
            _(
                "Late registration cannot last to the end of level %(last)d: it is the last one and has no "
                "end. Enter at most %(most)d, or add a level to the structure."
            )
            % {"last": levels, "most": levels - 1},
            code="last_level",
            field="late_registration_level",
        )


def _check_fixed(tournament: Tournament, before: TournamentPlan, after: TournamentPlan) -> None:
    fixed: tuple[str, ...] = ()
    entries = Entry.objects.filter(tournament=tournament)
    if entries.exclude(status=EntryStatus.VOID).exists():
        fixed += FIXED_ONCE_ENTERED
    if entries.exists() or MoneyRow.objects.filter(tournament=tournament).exists():
        fixed += FIXED_ONCE_BOOKED
    if entries.exclude(status=EntryStatus.VOID).filter(paid_bounty__gt=0).exists():
        fixed += FIXED_ONCE_ON_HEADS
    if tournament.draw_made_at is not None:
        fixed += FIXED_ONCE_DRAWN
    for name in fixed:
        if getattr(before, name) != getattr(after, name):
            raise Refused(
                _("This can no longer be changed: players have registered under it."),
                code="fixed",
                field=name,
            )
    if before.currency != after.currency:
        _check_currency(tournament, before, after)
    if tournament.draw_made_at is not None and before.rule_profile != after.rule_profile:
        # The draw, the first button and how hands are read follow from the book; single rules are another page's.
        raise Refused(
            _(
                "The seats are drawn under this rule book: it stays for this event. Single rules can still be set, "
                "where that is lawful, on the page “Rules in force”."
            ),
            code="fixed",
            field="rule_profile",
        )
    _check_decided(tournament, before, after)
    for name in FIXED_WHILE_LOCKED if tournament.locked_ladder_data is not None else ():
        if getattr(before, name) != getattr(after, name):
            raise Refused(
                _("The payouts are locked: unlock them on the page “Payouts”, then change this."),
                code="payouts_locked",
                field=name,
            )
    # A structure that was cut short has taken late registration along.
    unchanged = min(before.late_registration_level, after.structure.level_count - 1)
    if tournament.registration_closed_at is not None and unchanged != after.late_registration_level:
        raise Refused(
            _("Registration is closed. Reopen it on the clock page, then change its last level."),
            code="registration_closed",
            field="late_registration_level",
        )


def _check_currency(tournament: Tournament, before: TournamentPlan, after: TournamentPlan) -> None:
    """Of what is kept in minor units nothing becomes another amount."""
    why = ""
    is_other_unit = minor_units(before.currency) != minor_units(after.currency)
    if after.price_data and is_other_unit:
        why = _("The other prices of this event are in another currency: remove them, then change this.")
    elif is_other_unit and any(deduction.above for deduction in tournament.deductions):
        why = _("The deductions of this event start above an amount: remove them, then change this.")
    elif SidePrize.objects.filter(tournament=tournament, removed_at=None).exists():
        why = _("The side prizes of this event are in this currency: remove them, then change this.")
    elif Till.objects.filter(tournament=tournament, undone_at=None).exists():
        why = _(
            "A till of this event was opened in this currency: undo its opening in the log, then change this. Once it "
            "has moved cash, the currency stays."
        )
    if why:
        raise Refused(why, code="in_currency", field="currency")


def _check_decided(tournament: Tournament, before: TournamentPlan, after: TournamentPlan) -> None:
    """A setting that awarded prizes by being changed can be changed again: a mistake is set right."""
    changed = [name for name in FIXED_ONCE_DECIDED if getattr(before, name) != getattr(after, name)]
    is_chopped = tournament.chop_id is not None
    if not changed or not (is_chopped or Payout.objects.filter(tournament=tournament).exists()):
        return
    if not is_chopped and can_awards_change(
        tournament, changed_at=_prizes_changed_at(tournament), bubble=changed == ["bubble_prize"]
    ):
        return
    raise Refused(
        _(
            "This can no longer be changed: prizes have been awarded under it. The places still open are "
            "edited on the page “Payouts”."
        ),
        code="fixed",
        field=changed[0],
    )


def _prizes_changed_at(tournament: Tournament) -> datetime | None:
    """When the settings that prizes follow from were last changed; what they awarded was decided at that moment."""
    edits = LogEntry.objects.filter(tournament=tournament, verb="tournament_edited").order_by("-pk")
    for fields, at in edits.values_list("data__fields", "at").iterator():
        if not set(FIXED_ONCE_DECIDED).isdisjoint(fields):
            return at
    return None


def _adopt_structure(tournament: Tournament, old: Structure, new: Structure, now: datetime) -> None:
    """Check what is frozen and move the clock over, so that no time played is lost or gained."""
    clock = tournament.clock
    played = clock.state != "not_started"
    current = clock_rules.current_index(clock, old, now=now) if played else -1
    try:
        replace_structure(old, new, current_index=current)
        moved = clock_rules.adopt_structure(clock, old=old, new=new, now=now)
    except RulesError as error:
        raise Refused(say_error(error), code=error.code, field="structure") from error
    if moved != clock and not claim_clock(tournament, moved):
        raise Refused(_("The clock has just changed. Check it and try again."), code="clock_changed")


def _log(tournament: Tournament, account: Account, verb: str, data: dict[str, object], now: datetime) -> None:
    write_log(
        tournament_id=tournament.pk,
        actor=Actor(label=account.get_full_name() or account.username, account_id=account.pk),
        verb=verb,
        data=data,
        now=now,
    )
