"""What a plan must be to be one, whatever has been played: numbers in range, and parts that go together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournament.models import BountyKind
from tournament.plans.plan import TournamentPlan
from tournament.plans.settings import boxes
from tournament.rules.chip_sales import offer_from_dict
from tournament.rules.errors import RulesError
from tournament.rules.payouts.prices import PriceProfile, price_from_dict
from tournament.rules.points.errors import FormulaError
from tournament.rules.points.formula import read_formula
from tournament.rules.profiles import event_rules
from tournament.rules.structure.game_sizes import tightest_game
from tournament.services.errors import Refused
from tournament.words.games import game_name
from tournament.words.rules import say_error

# Not typed as a number, but one.
_PAYOUT_UNIT: Final = (1, 1_000_000)


def check_plan(plan: TournamentPlan) -> None:
    """Raise Refused, naming the field, for what is out of range and for parts that do not go together."""
    _check_limits(plan)
    _check_bounty(plan)
    _check_bubble(plan)
    _check_milestone(plan)
    _check_flights_paid(plan)
    _check_points(plan)


def check_seats(plan: TournamentPlan) -> None:
    """Raise Refused, with the number that is right, for more seats at a table than one of the games is for."""
    rules = event_rules(plan.rule_profile, overrides=plan.rule_overrides.get("event"))
    tightest = tightest_game(plan.structure, rules)
    if plan.seats_per_table > tightest.most:
        raise Refused(
            _(
                "%(game)s, played in level %(level)d, takes %(most)d players at most: enter %(most)d seats "
                "or fewer."
            )
            % {"game": game_name(tightest.game), "level": tightest.level, "most": tightest.most},
            code="too_many_seats",
            field="seats_per_table",
        )


def _check_limits(plan: TournamentPlan) -> None:
    """The last word on what forms have asked for already."""
    numbers = {setting.name: setting.bounds for setting in boxes() if setting.bounds is not None}
    for name, (low, high) in {**numbers, "payout_unit": _PAYOUT_UNIT}.items():
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
            _("Choose what happens to bounties, or set the bounty share to 0."),
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


def _check_milestone(plan: TournamentPlan) -> None:
    if plan.milestone and plan.payout_scheme_data.get("kind") != "seats":
        raise Refused(
            _("Only a satellite has seats to win: choose “Satellite: seats”, or leave this blank."),
            code="milestone_without_seats",
            field="milestone",
        )
    if 0 < plan.milestone <= plan.starting_stack:
        raise Refused(
            _("A starting stack of %(stack)s would win a seat at once: enter more.")
            % {"stack": number_format(plan.starting_stack, force_grouping=True)},
            code="milestone_too_low",
            field="milestone",
        )


def _check_flights_paid(plan: TournamentPlan) -> None:
    if plan.flights_paid and plan.payout_scheme_data.get("kind") != "curve":
        raise Refused(
            _("Only a curve pays as many places as go on: choose it under “Payouts”, or switch this off."),
            code="flights_paid_without_curve",
            field="flights_paid",
        )
    if plan.flights_paid and plan.bubble_prize:
        raise Refused(
            _("With everybody through in the money nobody is on the bubble: leave the bubble prize blank."),
            code="flights_paid_with_bubble",
            field="bubble_prize",
        )


def _check_points(plan: TournamentPlan) -> None:
    try:
        if plan.points_formula:
            read_formula(plan.points_formula)
    except FormulaError as error:
        raise Refused(say_error(error), code=error.code, field="points_formula") from error


def check_bounty_of_prices(prices: Iterable[PriceProfile], *, kind: str) -> None:
    """Raise Refused if a price has a part for bounties where there are none."""
    for price in prices:
        if price.price.bounty and kind == BountyKind.NONE:
            raise Refused(
                _("The price “%(name)s” has a bounty share: choose what happens to bounties, or set it to 0.")
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
        if offer is not None and offer.price.bounty and plan.bounty_kind == BountyKind.NONE:
            raise Refused(
                _("This price has a bounty share: choose what happens to bounties, or set it to 0."),
                code="no_bounty_kind",
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
