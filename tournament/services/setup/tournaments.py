"""Setting up a tournament, copying one, and changing one that may already be in play."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from tournament.changes.change import Change
from tournament.changes.setup import (
    TournamentCancelled,
    TournamentCloned,
    TournamentCreated,
    TournamentEdited,
)
from tournament.models import (
    Account,
    ChipSale,
    Entry,
    EntryStatus,
    LogEntry,
    MoneyRow,
    Payout,
    Role,
    SeasonEvent,
    SidePrize,
    StaffMember,
    Till,
    Tournament,
    TournamentStatus,
)
from tournament.models.states import note_lock, seal_rows
from tournament.options.options import OPTION_NAMES
from tournament.options.setting import Fixed
from tournament.plans.plan import SETTING_NAMES, TournamentPlan, plan_columns, plan_of
from tournament.plans.settings import SETTINGS, fixed_by
from tournament.queries.payouts.ladder import prize_pool, seats_to_win
from tournament.queries.seats_won import seats_won
from tournament.realtime import publish
from tournament.rules import clock as clock_rules
from tournament.rules.errors import RulesError
from tournament.rules.payouts.money import minor_units
from tournament.rules.payouts.prices import without_dates
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.replacement import replace_structure
from tournament.services.actor import Actor, By
from tournament.services.clock_claim import claim_clock
from tournament.services.draws import promise_draws
from tournament.services.errors import Refused
from tournament.services.field.results import (
    can_awards_change,
    settle_results,
    take_back_awards,
    take_back_seats,
)
from tournament.services.locks import lock_tournament, lock_with_event
from tournament.services.log import record
from tournament.services.people.house_log import NOBODY, Visitor
from tournament.services.setup.festivals import check_tables
from tournament.services.setup.plan_checks import check_plan, check_seats
from tournament.services.setup.staff import put_on_staff
from tournament.words.rules import say_error

# Columns that follow from another setting, or hold several.
_FOLLOWING: Final = frozenset({"registration_kept_open", "minimum_waived_at", "options_data"})
# What a line of the log keeps as it was, where nothing else was changed: an undo puts it back.
_REPLANNED: Final = frozenset({"structure_data", "late_registration_level"})
_DECIDES_PRIZES: Final = fixed_by(Fixed.DECIDED)


@transaction.atomic
def create_tournament(*, plan: TournamentPlan, account: Account, now: datetime) -> Tournament:
    """A new tournament, open for registration; its maker is its director."""
    check_plan(plan)
    check_seats(plan)
    tournament = Tournament.objects.create(created_at=now, **plan_columns(plan))
    created = TournamentCreated(name=plan.name, structure=plan.structure.to_dict())
    record(created, tournament_id=tournament.pk, by=_actor(account).at(now))
    _seal_from_now_on(tournament)
    promise_draws(tournament, now=now)
    StaffMember.objects.create(account=account, tournament=tournament, role=Role.DIRECTOR)
    return tournament


@transaction.atomic
def clone_tournament(
    *, tournament_id: int, name: str, account: Account, now: datetime, visitor: Visitor = NOBODY
) -> Tournament:
    """The same plan under another name, without its entries; the staff comes along, each with a line in both logs.

    Prices come along without their dates, which are those of the source.
    """
    source = Tournament.objects.get(pk=tournament_id)
    prices = tuple(price.to_dict() for price in without_dates(source.prices))
    plan = replace(plan_of(source), name=name, starts_at=None, price_data=prices)
    cloned = TournamentCloned(name=name, source=source.code, structure=plan.structure.to_dict())
    return make_copy(source, plan, change=cloned, account=account, now=now, visitor=visitor)


def make_copy(
    source: Tournament,
    plan: TournamentPlan,
    *,
    change: Change,
    account: Account,
    now: datetime,
    visitor: Visitor,
    flight_of: Tournament | None = None,
) -> Tournament:
    """A tournament by this plan with the staff of another, each with a line in both logs; `change` begins its own."""
    festival = None if flight_of is None else flight_of.festival
    if festival is not None:
        check_tables(plan, festival.pk, besides=[])
    clone = Tournament.objects.create(
        created_at=now, flight_of=flight_of, festival=festival, **plan_columns(plan)
    )
    record(change, tournament_id=clone.pk, by=_actor(account).at(now))
    _seal_from_now_on(clone)
    lock_tournament(clone.pk)
    promise_draws(clone, now=now)
    StaffMember.objects.create(account=account, tournament=clone, role=Role.DIRECTOR)
    staff = StaffMember.objects.filter(tournament=source).exclude(account=account)
    for member in staff.select_related("account").order_by("pk"):
        put_on_staff(
            tournament_id=clone.pk,
            account=member.account,
            role=Role(member.role),
            by=_actor(account).at(now),
            visitor=visitor,
        )
    return clone


def put_structure(*, tournament_id: int, structure: Structure, by: By) -> Tournament:
    """Have an event played by another structure, whose played rows are its own. Raises Refused as `edit_tournament`."""

    def change(plan: TournamentPlan) -> TournamentPlan:
        # Late registration ends before the last level, which has no end.
        late = min(plan.late_registration_level, structure.level_count - 1)
        return replace(plan, structure=structure, late_registration_level=late)

    return edit_tournament(tournament_id=tournament_id, change=change, by=by)


@transaction.atomic
def edit_tournament(
    *,
    tournament_id: int,
    change: Callable[[TournamentPlan], TournamentPlan],
    by: By,
    undoes: LogEntry | None = None,
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
    check_plan(plan)
    if plan.seats_per_table != before.seats_per_table or plan.rule_profile != before.rule_profile:
        # What was drawn already stays as it is: no table is given more players than its games are for.
        check_seats(plan)
    _check_fixed(tournament, before, plan)
    _check_seats_won(tournament, plan)
    if tournament.festival_id is not None and _is_booked_anew(
        before, plan, is_begun=tournament.status != TournamentStatus.REGISTERING
    ):
        check_tables(plan, tournament.festival_id, besides=[tournament.pk])
    if any(getattr(plan, name) != getattr(before, name) for name in _DECIDES_PRIZES):
        # Those who had a prize get the other one below; where a prize stays as it is, this was refused.
        take_back_awards(tournament, now=by.now)
        take_back_seats(tournament, now=by.now)
    if plan.structure != before.structure:
        _adopt_structure(tournament, before.structure, plan.structure, by.now)
    columns = plan_columns(plan)
    changed = {name: value for name, value in columns.items() if getattr(tournament, name) != value}
    if not changed:
        return tournament
    was = _what_it_was(before, changed, is_kept_open=tournament.registration_kept_open)
    if "late_registration_level" in changed:
        # A level that somebody has just chosen closes registration again.
        changed["registration_kept_open"] = False
    if "min_entries" in changed:
        # Fewer than another number were agreed to.
        changed["minimum_waived_at"] = None
    for name, value in changed.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(changed))
    _check_seats_are_there(tournament)
    options = {name for name in OPTION_NAMES if getattr(plan, name) != getattr(before, name)}
    edited = TournamentEdited(
        fields=tuple(sorted((changed.keys() | options) - _FOLLOWING)),
        structure=plan.structure.to_dict() if "structure_data" in changed else UNSET,
        was=UNSET if options else was,
    )
    record(edited, tournament_id=tournament.pk, by=by, undoes=undoes)
    # Prizes that waited for a ladder that fits the pool can be decided now.
    settle_results(tournament=tournament, now=by.now)
    publish(tournament.code, ["clock", "standings", "payouts", "tables", "log", "field"])
    return tournament


@transaction.atomic
def cancel_tournament(*, tournament_id: int, by: By, reason: str) -> Tournament:
    """Cancel it. Only before the clock has started: afterwards there is play to be settled."""
    tournament = lock_with_event(tournament_id)
    if tournament.status != TournamentStatus.REGISTERING:
        raise Refused(_("Only a tournament that has not started can be cancelled."), code="started")
    if tournament.has_flights:
        raise Refused(
            _(
                "This event has flights: cancel those that have not started first. Once one has been played, its prize "
                "pool is played for on Day 2."
            ),
            code="has_flights",
        )
    tournament.status = TournamentStatus.CANCELLED
    tournament.save(update_fields=["status"])
    _forget_flight(tournament)
    record(TournamentCancelled(), tournament_id=tournament.pk, by=by, reason=reason)
    publish(tournament.code, ["clock", "standings", "players", "field"])
    return tournament


def _forget_flight(cancelled: Tournament) -> None:
    """An event whose last flight is cancelled is one without flights again."""
    event = cancelled.event
    standing = event.flights.exclude(status=TournamentStatus.CANCELLED)
    if cancelled.flight_of_id is not None and not standing.exists():
        event.has_flights = False
        event.save(update_fields=["has_flights"])


def _check_not_over(tournament: Tournament, before: TournamentPlan, after: TournamentPlan) -> None:
    """Afterwards only what prizes follow from, how they are paid, and the points may change: those that wait must be
    paid.
    """
    if tournament.status in (TournamentStatus.REGISTERING, TournamentStatus.RUNNING):
        return
    finished = tournament.status == TournamentStatus.FINISHED
    open_still = [setting.name for setting in SETTINGS.values() if setting.stays_open]
    changeable = (*_DECIDES_PRIZES, *open_still) if finished else ()
    for name in SETTING_NAMES:
        if name not in changeable and getattr(before, name) != getattr(after, name):
            raise Refused(
                _("The tournament is over; its settings can no longer be changed."), code="over", field=name
            )


def _check_seats_won(tournament: Tournament, after: TournamentPlan) -> None:
    if after.payout_scheme_data.get("kind") != "seats" and seats_won(tournament):
        raise Refused(
            _("Seats have been won, so this stays a satellite. Undo them in the log first."),
            code="seats_won",
            field="payout_scheme_data",
        )


def _check_seats_are_there(tournament: Tournament) -> None:
    won = seats_won(tournament)
    if won and won >= seats_to_win(tournament, pool=prize_pool(tournament)):
        raise Refused(
            _("%(count)d seats have been won already, and so these prizes are too few.") % {"count": won},
            code="fewer_seats_than_won",
            field="payout_scheme_data",
        )


def _check_fixed(tournament: Tournament, before: TournamentPlan, after: TournamentPlan) -> None:
    fixed: tuple[str, ...] = ()
    entries = Entry.objects.filter(tournament=tournament)
    if entries.exclude(status=EntryStatus.VOID).exists():
        fixed += fixed_by(Fixed.ENTERED)
    if entries.exists() or MoneyRow.objects.filter(tournament=tournament).exists():
        fixed += fixed_by(Fixed.BOOKED)
    sales = ChipSale.objects.filter(tournament=tournament, undone_at=None, paid_bounty__gt=0)
    if entries.exclude(status=EntryStatus.VOID).filter(paid_bounty__gt=0).exists() or sales.exists():
        fixed += fixed_by(Fixed.ON_HEADS)
    if tournament.draw_made_at is not None:
        fixed += fixed_by(Fixed.DRAWN)
    for name in fixed:
        if getattr(before, name) != getattr(after, name):
            raise Refused(
                _("This can no longer be changed: players have registered under it."),
                code="fixed",
                field=name,
            )
    if before.currency != after.currency:
        _check_currency(tournament, before, after)
    if tournament.event.has_flights:
        _check_shared(tournament, before, after)
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
    for name in fixed_by(Fixed.LOCKED) if tournament.locked_ladder_data is not None else ():
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


def _is_booked_anew(before: TournamentPlan, after: TournamentPlan, *, is_begun: bool) -> bool:
    """Whether other tables are wanted, or the same ones at another time."""
    names = ["starts_at", "table_numbers", "table_hours"]
    if not is_begun:
        # In play a level is added, even if another event has the tables later.
        names.append("structure")
    return any(getattr(before, name) != getattr(after, name) for name in names)


def _check_shared(tournament: Tournament, before: TournamentPlan, after: TournamentPlan) -> None:
    """An event and its flights have one pool: in one currency, with one kind of bounty and one guarantee."""
    for name in ("currency", "bounty_kind"):
        if getattr(before, name) != getattr(after, name):
            raise Refused(
                _(
                    "The event and its flights share this: cancel the flights, then change it and add them again."
                ),
                code="has_flights",
                field=name,
            )
    if tournament.flight_of_id is not None and after.guarantee:
        raise Refused(
            _("The guarantee is that of the event: set it there."), code="is_flight", field="guarantee"
        )


def _check_currency(tournament: Tournament, before: TournamentPlan, after: TournamentPlan) -> None:
    """Of what is kept in minor units nothing becomes another amount."""
    why = ""
    is_other_unit = minor_units(before.currency) != minor_units(after.currency)
    if tournament.seats_for_id is not None or tournament.satellites.exists():
        why = _("Seats are won for an event in this currency: choose another event for them first.")
    elif after.price_data and is_other_unit:
        why = _("The other prices of this event are in another currency: remove them, then change this.")
    elif is_other_unit and any(deduction.above for deduction in tournament.deductions):
        why = _("The deductions of this event start above an amount: remove them, then change this.")
    elif SeasonEvent.objects.filter(tournament=tournament, left_line=None, share__gt=0).exists():
        why = _("This event collects money for a season in this currency: set that to 0 first.")
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
    changed = [name for name in _DECIDES_PRIZES if getattr(before, name) != getattr(after, name)]
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
    edits = LogEntry.objects.filter(tournament=tournament, verb=TournamentEdited.verb).order_by("-pk")
    for fields, at in edits.values_list("data__fields", "at").iterator():
        if not set(_DECIDES_PRIZES).isdisjoint(fields):
            return at
    return None


def _what_it_was(
    before: TournamentPlan, changed: Collection[str], *, is_kept_open: bool
) -> dict[str, Any] | UnsetType:
    """Nothing where more was changed than an undo puts back, as that registration had been kept open by hand."""
    if not _REPLANNED.issuperset(changed) or ("late_registration_level" in changed and is_kept_open):
        return UNSET
    return {
        "structure": before.structure.to_dict(),
        "late_registration_level": before.late_registration_level,
    }


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


def _seal_from_now_on(tournament: Tournament) -> None:
    """Nobody else knows a new tournament: nothing has to be locked."""
    note_lock(tournament.pk)
    seal_rows(Tournament, [tournament.pk])


def _actor(account: Account) -> Actor:
    return Actor(label=account.get_full_name() or account.username, account_id=account.pk)
