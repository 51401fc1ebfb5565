from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.factories import (
    ACTOR,
    NOW,
    PLAN,
    STRUCTURE,
    after,
    enter,
    give_role,
    make_account,
    make_tournament,
)
from tests.factories.felt import make_felt
from tests.factories.field import started
from tests.factories.sales import sell, selling
from tournament.models import (
    Entry,
    HouseLine,
    LogEntry,
    Payout,
    Role,
    StaffMember,
    Tournament,
    TournamentStatus,
)
from tournament.plans.plan import TournamentPlan, plan_of
from tournament.rules.clock import remaining_seconds
from tournament.rules.payouts.deductions import Deduction
from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.schemes import (
    PERCENT,
    AmountTier,
    CustomAmounts,
    FixedShares,
    SatelliteSeats,
    payout_scheme_to_dict,
)
from tournament.rules.structure.levels import Level
from tournament.rules.templates.catalogue import TEMPLATES
from tournament.rules.templates.parts import TournamentTemplate
from tournament.services.cash.tills import open_till
from tournament.services.clock import start_clock
from tournament.services.errors import Refused
from tournament.services.field.entries import void_entry
from tournament.services.prizes.side_prizes import add_side_prize, remove_side_prize
from tournament.services.setup.tournaments import (
    cancel_tournament,
    clone_tournament,
    create_tournament,
    edit_tournament,
)
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

WINNER_TAKES_ALL = payout_scheme_to_dict(FixedShares(shares=(1_000_000,)))


def edit(tournament: Tournament, minutes: float = 0, **changes: Any) -> Tournament:
    return edit_tournament(
        tournament_id=tournament.pk, change=lambda plan: replace(plan, **changes), by=ACTOR.at(after(minutes))
    )


def draw(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(draw_made_at=NOW)


def test_a_new_tournament_keeps_its_plan_and_its_maker_directs_it() -> None:
    vera = make_account()

    tournament = create_tournament(plan=PLAN, account=vera, now=NOW)

    assert plan_of(Tournament.objects.get(pk=tournament.pk)) == PLAN
    assert list(StaffMember.objects.values_list("account", "role")) == [(vera.pk, Role.DIRECTOR)]
    assert list(LogEntry.objects.values_list("verb", flat=True)) == ["tournament_created"]


def test_a_clone_has_the_plan_and_the_staff_but_no_entries() -> None:
    tournament = make_tournament(starts_at=NOW)
    enter(tournament, "Anna", "Bruno")
    floor = give_role(tournament, Role.FLOOR)
    other = make_account("other")

    clone = clone_tournament(tournament_id=tournament.pk, name="Saturday", account=other, now=NOW)

    assert plan_of(clone) == replace(PLAN, name="Saturday", starts_at=None)
    assert clone.code != tournament.code
    assert not Entry.objects.filter(tournament=clone).exists()
    roles = dict(StaffMember.objects.filter(tournament=clone).values_list("account__username", "role"))
    assert roles == {"vera": "director", floor.username: "floor", "other": "director"}
    told = HouseLine.objects.filter(verb="role_given", tournament=clone).order_by("number")
    assert [(line.subject.username, line.data["role"]) for line in told if line.subject] == [
        ("vera", "director"),
        (floor.username, "floor"),
    ]
    lines = LogEntry.objects.filter(tournament=clone).order_by("pk")
    assert [(line.verb, line.actor) for line in lines] == [
        ("tournament_cloned", "other"),
        ("staff_added", "other"),
        ("staff_added", "other"),
    ]


def test_a_bounty_is_sold_only_with_a_kind_that_says_who_is_paid_it() -> None:
    with pytest.raises(Refused, match="Choose what happens to bounties") as new:
        make_tournament(buy_in_bounty=10_00)
    tournament = make_tournament()
    with pytest.raises(Refused) as edited:
        edit(tournament, buy_in_bounty=10_00)
    with pytest.raises(Refused) as unknown:
        edit(tournament, bounty_kind="envelopes")

    assert [(r.value.code, r.value.field) for r in (new, edited, unknown)] == [
        *[("no_bounty_kind", "bounty_kind")] * 2,
        ("unknown_kind", "bounty_kind"),
    ]
    assert edit(tournament, buy_in_bounty=10_00, bounty_kind="progressive").has_bounties


def test_the_kind_of_bounty_stays_once_somebody_has_one_and_comes_along_in_a_copy() -> None:
    tournament = make_tournament(buy_in_bounty=10_00, bounty_kind="fixed")
    clone = clone_tournament(tournament_id=tournament.pk, name="Copy", account=make_account(), now=NOW)
    assert (clone.buy_in_bounty, clone.bounty_kind) == (10_00, "fixed")
    enter(tournament, "Anna")

    with pytest.raises(Refused, match="players have registered under it") as fixed:
        edit(tournament, bounty_kind="progressive")

    assert (fixed.value.code, fixed.value.field) == ("fixed", "bounty_kind")
    assert edit(tournament, buy_in_bounty=20_00).buy_in_bounty == 20_00


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
def test_no_template_sells_a_bounty(template: TournamentTemplate) -> None:
    assert template.buy_in.bounty == 0


def test_an_edit_is_logged_with_the_fields_that_changed() -> None:
    tournament = make_tournament()

    edit(tournament, name="Friday Sixty", buy_in_prize=55_00)

    assert LogEntry.objects.get(verb="tournament_edited").data == {"fields": ["buy_in_prize", "name"]}


def test_an_edit_that_changes_nothing_leaves_no_trace() -> None:
    tournament = make_tournament()

    edit(tournament)

    assert not LogEntry.objects.filter(verb="tournament_edited").exists()


def test_two_edits_of_different_parts_lose_nothing() -> None:
    tournament = make_tournament()

    def meanwhile(plan: TournamentPlan) -> TournamentPlan:
        return replace(plan, guarantee=100_00)

    edit(tournament, name="Friday Sixty")
    edit_tournament(tournament_id=tournament.pk, change=meanwhile, by=ACTOR.at(NOW))

    assert plan_of(Tournament.objects.get()) == replace(PLAN, name="Friday Sixty", guarantee=100_00)


def test_the_price_may_change_but_entries_keep_what_they_paid() -> None:
    tournament = make_tournament()
    enter(tournament, "Anna")

    edit(tournament, buy_in_prize=60_00)
    enter(tournament, "Bruno")

    assert list(Entry.objects.order_by("number").values_list("paid_prize", flat=True)) == [45_00, 60_00]


@pytest.mark.parametrize(("field", "value"), [("starting_stack", 20_000), ("currency", "USD")])
def test_what_players_paid_for_is_fixed_once_somebody_has_entered(field: str, value: object) -> None:
    tournament = make_tournament()
    changed: dict[str, Any] = {field: value}
    edit(tournament, **changed)
    edit(tournament, **dict.fromkeys(changed, getattr(PLAN, field)))
    enter(tournament, "Anna")

    with pytest.raises(Refused) as refusal:
        edit(tournament, **changed)

    assert (refusal.value.code, refusal.value.field) == ("fixed", field)
    assert plan_of(Tournament.objects.get()) == PLAN


def test_an_entry_that_was_taken_back_fixes_the_currency_of_its_rows_but_not_the_stack() -> None:
    tournament = make_tournament()
    (anna,) = enter(tournament, "Anna")
    void_entry(tournament_id=tournament.pk, entry_id=anna.pk, by=ACTOR.at(NOW), reason="A test")

    assert edit(tournament, starting_stack=20_000).starting_stack == 20_000
    with pytest.raises(Refused) as refusal:
        edit(tournament, currency="USD")
    assert refusal.value.field == "currency"


def test_a_till_fixes_the_currency_until_its_opening_is_undone() -> None:
    tournament = make_tournament()
    of: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(NOW)}
    opened = open_till(account_id=make_account().pk, opening_float=200_00, **of)
    with pytest.raises(Refused, match="undo its opening in the log") as refusal:
        edit(tournament, currency="JPY")
    assert refusal.value.field == "currency"

    undo_line(line_id=opened.pk, **of)
    assert edit(tournament, currency="JPY").currency == "JPY"


def test_a_side_prize_from_the_pool_fixes_the_currency_until_it_is_removed() -> None:
    tournament = make_tournament()
    of: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(NOW)}
    prize = add_side_prize(name="Last woman", amount=20_00, is_from_pool=True, **of)
    with pytest.raises(Refused, match="The side prizes of this event are in this currency") as refusal:
        edit(tournament, currency="USD")
    assert refusal.value.field == "currency"

    remove_side_prize(prize_id=prize.pk, **of)
    assert edit(tournament, currency="USD").currency == "USD"


def test_a_deduction_above_an_amount_keeps_the_currency_from_another_minor_unit() -> None:
    above = Deduction(name="Tax", share=20 * PERCENT, above=1_000_00)
    tournament = make_tournament(deduction_data=(above.to_dict(),))
    with pytest.raises(Refused, match="deductions of this event start above an amount") as refusal:
        edit(tournament, currency="JPY")
    assert refusal.value.field == "currency"
    assert edit(tournament, currency="USD").currency == "USD"


def test_the_size_of_tables_is_fixed_once_the_seats_are_drawn() -> None:
    tournament = make_tournament()
    edit(tournament, seats_per_table=8)
    draw(tournament)

    with pytest.raises(Refused) as refusal:
        edit(tournament, seats_per_table=6)

    assert refusal.value.field == "seats_per_table"


def test_the_rule_book_is_fixed_once_the_seats_are_drawn_and_says_where_single_rules_are_set() -> None:
    tournament = make_tournament()
    edit(tournament, rule_profile="wsop2024")
    draw(tournament)

    with pytest.raises(Refused, match=r"it stays for this event\. Single rules") as refusal:
        edit(tournament, rule_profile="tda2024")

    assert refusal.value.field == "rule_profile"
    edit(tournament, name="The same book, another name")
    tournament.refresh_from_db()
    assert tournament.rule_profile == "wsop2024"


def test_late_registration_ends_before_the_last_level_which_has_no_end() -> None:
    tournament = make_tournament(late_registration_level=3)

    with pytest.raises(Refused) as refusal:
        edit(tournament, late_registration_level=4)

    assert (refusal.value.field, refusal.value.code) == ("late_registration_level", "last_level")
    assert refusal.value.message == (
        "Late registration cannot last to the end of level 4: it is the last one and has no end. "
        "Enter at most 3, or add a level to the structure."
    )


def test_the_last_level_with_registration_is_fixed_while_registration_is_closed() -> None:
    tournament = make_tournament(late_registration_level=1)
    Tournament.objects.update(registration_closed_at=NOW, status=TournamentStatus.RUNNING)

    with pytest.raises(Refused, match="Reopen it on the clock page") as refusal:
        edit(tournament, late_registration_level=3)

    assert refusal.value.field == "late_registration_level"


def test_a_chosen_level_closes_registration_that_was_kept_open_by_hand() -> None:
    tournament = make_tournament(late_registration_level=1)
    Tournament.objects.update(registration_kept_open=True, status=TournamentStatus.RUNNING)

    edit(tournament, late_registration_level=3)

    tournament.refresh_from_db()
    assert tournament.registration_kept_open is False
    assert LogEntry.objects.get(verb="tournament_edited").data == {"fields": ["late_registration_level"]}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats_per_table", 11),
        ("seats_per_table", 1),
        ("starting_stack", 0),
        ("starting_stack", 10**13),
        ("buy_in_prize", -1),
        ("buy_in_fee", 10**13),
        ("guarantee", -5),
        ("max_entries", 1),
        ("entries_per_player", -1),
        ("payout_unit", 0),
        ("late_registration_level", 5),
        ("chip_values", ()),
        ("chip_values", (100, 25)),
    ],
)
def test_a_plan_out_of_bounds_is_refused_by_the_service_too(field: str, value: object) -> None:
    tournament = make_tournament()
    changed: dict[str, Any] = {field: value}

    with pytest.raises(Refused) as refusal:
        edit(tournament, **changed)

    assert refusal.value.field == field
    assert plan_of(Tournament.objects.get()) == PLAN


def test_played_levels_are_frozen_and_later_ones_are_not() -> None:
    tournament = make_tournament()
    draw(tournament)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    periods = list(STRUCTURE.periods)
    later = replace(
        STRUCTURE, periods=(*periods[:4], Level(small_blind=150, big_blind=300, duration_seconds=60))
    )
    first = replace(
        STRUCTURE, periods=(Level(small_blind=5, big_blind=10, duration_seconds=60), *periods[1:])
    )

    edit(tournament, 25, structure=later)
    with pytest.raises(Refused) as refusal:
        edit(tournament, 25, structure=first)

    assert (refusal.value.code, refusal.value.field) == ("past_period_frozen", "structure")
    assert Tournament.objects.get().structure == later


def test_a_longer_level_moves_the_clock_and_loses_no_time() -> None:
    tournament = make_tournament()
    draw(tournament)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    longer = replace(STRUCTURE.periods[0], duration_seconds=1800)

    edit(tournament, 5, structure=replace(STRUCTURE, periods=(longer, *STRUCTURE.periods[1:])))

    after_edit = Tournament.objects.get()
    assert remaining_seconds(after_edit.clock, after_edit.structure, now=after(5)) == 25 * 60


def test_the_payout_scheme_is_fixed_once_a_prize_was_decided() -> None:
    tournament = make_tournament()
    (anna,) = enter(tournament, "Anna")
    Payout.objects.create(tournament=tournament, entry=anna, amount=1, decided_at=NOW)

    with pytest.raises(Refused) as refusal:
        edit(tournament, payout_scheme_data=WINNER_TAKES_ALL)

    assert refusal.value.field == "payout_scheme_data"


def test_a_ladder_that_fits_at_last_pays_a_tournament_that_is_over() -> None:
    wrong = payout_scheme_to_dict(CustomAmounts(tiers=(AmountTier(first=1, last=1, amount=1),)))
    tournament = make_tournament(payout_scheme_data=wrong)
    anna, bruno = enter(tournament, "Anna", "Bruno")
    draw(tournament)
    Entry.objects.filter(pk=anna.pk).update(status="playing", place_first=1, place_last=1)
    Entry.objects.filter(pk=bruno.pk).update(status="eliminated", stack=0, place_first=2, place_last=2)
    Tournament.objects.update(status=TournamentStatus.FINISHED, registration_closed_at=NOW, finished_at=NOW)

    edit(tournament, payout_scheme_data=WINNER_TAKES_ALL)

    assert list(Payout.objects.values_list("entry", "amount")) == [(anna.pk, 90_00)]


def test_a_satellite_that_a_typing_error_has_ended_is_in_play_again_once_it_is_mended() -> None:
    seats = {value: payout_scheme_to_dict(SatelliteSeats(value=value)) for value in (100_00, 10_00)}
    tournament, _entries = started(4, payout_scheme_data=seats[100_00], late_registration_level=0)

    over = edit(tournament, 1, payout_scheme_data=seats[10_00])
    ended = over.status, over.payouts.count()
    mended = edit(tournament, 2, payout_scheme_data=seats[100_00])

    assert ended == ("finished", 4)
    assert (mended.status, mended.finished_at, mended.payouts.count()) == ("running", None, 0)
    assert mended.clock.state == "running"
    assert not mended.entries.exclude(place_first=None).exists()


def test_a_finished_tournament_keeps_the_rest_of_its_plan() -> None:
    tournament = make_tournament()
    Tournament.objects.update(status=TournamentStatus.FINISHED)

    with pytest.raises(Refused) as refusal:
        edit(tournament, name="Another")

    assert refusal.value.code == "over"


def test_only_a_tournament_that_has_not_started_can_be_called_off() -> None:
    tournament, running = make_tournament(), make_tournament()
    Tournament.objects.filter(pk=running.pk).update(status=TournamentStatus.RUNNING)

    cancel_tournament(tournament_id=tournament.pk, by=ACTOR.at(NOW), reason="Too few players")
    with pytest.raises(Refused, match="not started"):
        cancel_tournament(tournament_id=running.pk, by=ACTOR.at(NOW), reason="")

    statuses = dict(Tournament.objects.values_list("pk", "status"))
    assert statuses == {tournament.pk: "cancelled", running.pk: "running"}


def test_an_offer_has_a_part_for_bounties_only_where_there_are_some_and_the_kind_stays_once_one_is_sold() -> (
    None
):
    price = BuyIn(prize=20_00, bounty=8_00)
    with pytest.raises(Refused) as no_kind:
        make_tournament(**selling(price=price))
    assert (no_kind.value.code, no_kind.value.field) == ("no_bounty_kind", "rebuy_data")
    felt = make_felt(10_000, 10_000, bounty_kind="fixed", **selling(price=price))
    assert edit(felt.tournament, bounty_kind="progressive").bounty_kind == "progressive"
    sell(felt, 1, now=after(1))
    with pytest.raises(Refused) as fixed:
        edit(felt.tournament, minutes=2, bounty_kind="fixed")
    assert fixed.value.field == "bounty_kind"
