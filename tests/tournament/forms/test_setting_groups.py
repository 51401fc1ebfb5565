"""The page of the settings: what concerns this kind of event first, the rest folded; each error with its box."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.factories import PLAN
from tests.factories.mixed import LIMIT, NO_LIMIT, mixed, sheet
from tests.factories.sales import selling
from tournament.forms.cash.chip_offer import ChipOfferForm
from tournament.forms.prizes.payout_scheme import PayoutSchemeForm
from tournament.forms.setting_groups import SettingForms, games_of, setting_groups, wrong_boxes
from tournament.forms.settings import SettingsForm
from tournament.rules.payouts.schemes import SatelliteSeats, payout_scheme_to_dict

ALWAYS = [
    *("hands", "wall", "sounds", "phones", "event", "buy_in", "chips", "registration", "payouts"),
    "house_rules",
]
SEATS = payout_scheme_to_dict(SatelliteSeats(value=100_00))
SALES = {kind: value for kind, value in selling().items() if kind in ("rebuy_data", "add_on_data")}


def page_of(data: dict[str, str] | None = None) -> SettingForms:
    return SettingForms(
        settings=SettingsForm(data, levels=5),
        scheme=PayoutSchemeForm(data, prefix="payout"),
        rebuy=ChipOfferForm(data, kind="rebuy", prefix="rebuy"),
        add_on=ChipOfferForm(data, kind="add_on", prefix="add_on"),
    )


@pytest.mark.parametrize(
    ("changes", "more"),
    [
        ({}, []),
        ({"bounty_kind": "progressive", "buy_in_bounty": 10_00}, ["bounties"]),
        (SALES, ["rebuys", "add_ons"]),
        ({"entries_per_player": 0}, ["re_entries"]),
        ({"entries_per_day": 2}, ["re_entries"]),
        ({"two_people_from": 500_00}, ["desk"]),
        ({"phone_queue": True}, ["desk"]),
        ({"flight_share": 125_000}, ["flights"]),
    ],
)
def test_settings_of_this_kind_of_event_come_first_and_the_others_are_folded(
    changes: dict[str, Any], more: list[str]
) -> None:
    groups = setting_groups(replace(PLAN, **changes), page_of())

    shown = [group.key for group in groups if group.concerns]
    folded = {"bounties", "rebuys", "add_ons", "re_entries", "flights", "desk"} - {*more}
    assert sorted(shown) == sorted(ALWAYS + more)
    assert [group.key for group in groups][: len(shown)] == shown
    # What is special about it stands right after the buy-in; the desk is no kind of event.
    assert shown[:2] == ["event", "buy_in"]
    if more and more != ["desk"]:
        assert shown[2 : 2 + len(more)] == more
    assert {group.key for group in groups if not group.is_open} == folded


def test_a_satellite_begins_with_its_seats_and_a_mixed_event_names_its_games() -> None:
    satellite = setting_groups(replace(PLAN, payout_scheme_data=SEATS), page_of())

    assert [group.key for group in satellite][:3] == ["event", "buy_in", "payouts"]
    assert games_of(PLAN) == []
    assert games_of(replace(PLAN, structure=sheet(mixed(NO_LIMIT, LIMIT)))) == ["NT", "FT"]


def test_every_field_of_the_forms_has_its_place() -> None:
    page = page_of()

    placed = [field.html_name for group in setting_groups(PLAN, page) for field in group.fields]
    assert sorted(placed) == sorted(form[name].html_name for form in page.all() for name in form.fields)


def test_each_error_names_its_box_and_a_folded_part_with_one_is_open() -> None:
    page = page_of({"entries_per_day": "-1", "starting_stack": "x", "rebuy-sold": "on"})

    groups = setting_groups(PLAN, page)
    wrong = [(box.group, box.label, box.address) for box in wrong_boxes(groups, page)]

    assert ("Re-entries", "Entries per player on one day", "#id_entries_per_day") in wrong
    assert ("Chips and tables", "Starting stack", "#id_starting_stack") in wrong
    assert ("Rebuys", "Chips", "#id_rebuy-chips") in wrong
    assert ("Payouts", "Payout method", "#id_payout-kind") in wrong
    opened = {group.key for group in groups if group.is_open and not group.concerns}
    assert {"re_entries", "rebuys"} <= opened
    assert "add_ons" not in opened
