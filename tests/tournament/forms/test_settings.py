from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.utils import translation

from tables.engine.games.catalogue import GAMES
from tests.factories import PLAN
from tournament.forms.fields import choices
from tournament.forms.settings import SettingsForm, initial_of, wall_options
from tournament.options.options import EventOptions
from tournament.plans.plan import SETTING_NAMES, TournamentPlan
from tournament.rules.profiles import PROFILE_NAMES
from tournament.rules.structure.level_games import ANTE_KINDS
from tournament.rules.templates.catalogue import TEMPLATES
from tournament.words import games


def posted(plan: TournamentPlan = PLAN, changes: dict[str, str] | None = None) -> SettingsForm:
    data = {name: "" if value is None else str(value) for name, value in initial_of(plan).items()}
    return SettingsForm(data | (changes or {}), levels=4)


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_plan_comes_back_from_its_form_unchanged(language: str) -> None:
    plan = replace(
        PLAN,
        name="Notte d'été",
        starts_at=datetime(2026, 7, 1, 19, 30, tzinfo=UTC),
        buy_in_fee=3_50,
        buy_in_bounty=10_25,
        bounty_kind="progressive",
        guarantee=1_000_00,
        max_entries=120,
        entries_per_player=0,
        late_registration_level=4,
        house_rules_text="No phones.\nNo speeches.",
    )
    with translation.override(language):
        form = posted(plan)

        assert form.is_valid(), form.errors
        assert replace(plan, **form.changes()) == plan


def test_a_bounty_is_a_part_of_the_price_and_of_a_kind() -> None:
    form = posted(changes={"buy_in_bounty": "5", "bounty_kind": "fixed"})
    assert form.errors == {
        "price": ["The parts add up to 55: take 5 from one of them, or correct the price."]
    }

    form = posted(changes={"buy_in_bounty": "5", "bounty_kind": "fixed", "price": "55"})
    assert form.is_valid(), form.errors
    changes = form.changes()
    assert (changes["buy_in_bounty"], changes["bounty_kind"]) == (5_00, "fixed")
    assert not posted(changes={"bounty_kind": "envelopes"}).is_valid()


def test_the_start_is_local_time_at_the_place_of_play() -> None:
    form = posted(changes={"starts_at": "2026-07-01T21:30", "time_zone": "Europe/Rome"})

    assert form.is_valid()
    assert form.changes()["starts_at"] == datetime(2026, 7, 1, 19, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("name", "", "required"),
        ("name", "x" * 10_000, "10000 characters; shorten it to 120"),
        ("name", "Friday\u202eytfiF", "unprintable characters"),
        ("name", "Friday\x00", "unprintable characters"),
        ("starts_at", "yesterday", "valid date"),
        ("starts_at", "0001-01-01T00:00", "2000 to 2100"),
        ("starts_at", "9999-12-31T23:59", "2000 to 2100"),
        ("time_zone", "Europe/Atlantis", "valid choice"),
        ("currency", "XYZ", "valid choice"),
        ("price", "-50", "at most two decimals"),
        ("price", "51", "add 1 to one of them"),
        ("price", "49.50", "take 0.50 from one of them"),
        ("buy_in_fee", "-3", "at most two decimals"),
        ("buy_in_prize", "9" * 30, "too large"),
        ("guarantee", "lots", "such as 25"),
        ("starting_stack", "0", "from 1 to"),
        ("starting_stack", "-10000", "from 1 to"),
        ("starting_stack", "9" * 20, "out of range"),
        ("starting_stack", "9" * 10_000, "at most 40 characters"),
        ("seats_per_table", "11", "from 2 to 10"),
        ("seats_per_table", "1", "from 2 to 10"),
        ("chip_values", "25 0 100", "from 1 to"),
        ("chip_values", "25 -100", "“-100” is not a chip value"),
        ("chip_values", " , ", "1 to 20"),
        ("chip_values", " ".join(str(n) for n in range(1, 30)), "1 to 20"),
        ("entries_per_player", "0", "from 1 to 100"),
        ("max_entries", "1", "from 2 to 20,000"),
        ("late_registration_level", "5", "from 0 to 4"),
        ("rule_profile", "mine", "valid choice"),
        ("payout_unit", "7", "valid choice"),
        ("house_rules_text", "x" * 4001, "4000 characters"),
    ],
)
def test_what_cannot_be_is_refused_naming_field_and_cure(field: str, typed: str, words: str) -> None:
    form = posted(changes={field: typed})

    assert not form.is_valid()
    assert words in form.errors[field].as_text()


def test_fields_that_the_form_does_not_have_are_ignored() -> None:
    form = posted(changes={"status": "finished", "code": "AAAAAAAA", "clock_state": "running"})

    assert form.is_valid()
    assert set(form.changes()) <= set(SETTING_NAMES)


@pytest.mark.rule("S-004")
def test_chip_values_are_kept_once_each_the_smallest_first() -> None:
    form = posted(changes={"chip_values": "500, 25,100; 25 1000"})

    assert form.is_valid()
    assert form.changes()["chip_values"] == (25, 100, 500, 1000)


def test_the_closed_lists_are_those_of_the_rules() -> None:
    with translation.override("en"):
        assert {code: str(name) for code, name in games.GAMES} == {c: game.name for c, game in GAMES.items()}
    assert [code for code, _ in choices.RULE_PROFILES] == list(PROFILE_NAMES)
    assert [code for code, _ in choices.ANTE_KINDS] == list(ANTE_KINDS)
    assert [code for code, *_ in choices.TEMPLATES] == list(TEMPLATES)
    assert all(dict(choices.PAYOUT_UNITS[100]).get(template.rounding_unit) for template in TEMPLATES.values())


def test_mystery_bounties_start_at_a_number_of_players_or_in_the_money() -> None:
    mystery = {"buy_in_bounty": "5", "bounty_kind": "mystery", "price": "55"}

    form = posted(changes=mystery | {"mystery_from": "27"})
    assert form.is_valid()
    assert (form.changes()["bounty_kind"], form.changes()["mystery_from"]) == ("mystery", 27)
    blank = posted(changes=mystery | {"mystery_from": ""})
    assert blank.is_valid()
    assert blank.changes()["mystery_from"] is None
    assert not posted(changes=mystery | {"mystery_from": "1"}).is_valid()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("25 grene", "“25 grene” has no known colour. Did you mean green?"),
        ("25", "“25” is no chip with its colour: write the value and the colour, as in 25 green."),
    ],
)
def test_a_colour_that_no_chip_has_is_refused_with_the_nearest(typed: str, said: str) -> None:
    assert posted(changes={"chip_colours": typed}).errors == {"chip_colours": [said]}


def test_chips_by_the_piece_that_cannot_be_read_are_refused() -> None:
    assert posted(changes={"stack_chips": "12×25, 100", "case_chips": "300×25"}).errors == {
        "stack_chips": ["“100” cannot be read as chips of one value: write how many and which, as in 12×25."]
    }


def test_a_seat_that_stands_twice_in_the_order_is_refused() -> None:
    said = "“3” is no seat, or stands twice: write each seat from 1 to 10 once."
    assert posted(changes={"seat_order": "1 3 5 3"}).errors == {"seat_order": [said]}


@pytest.mark.parametrize(("typed", "wrong"), [("24, 16, 16", "16"), ("24, x", "x"), ("1", "1")])
def test_a_number_of_players_that_cannot_be_redrawn_at_is_refused(typed: str, wrong: str) -> None:
    said = (
        f"“{wrong}” is not a number of players, appears twice or is one too many: write up to 12 "
        "numbers from 2 on, as in 24, 16, 9."
    )
    assert posted(changes={"redraws": typed}).errors == {"redraws": [said]}


def test_of_the_wall_what_can_be_read_counts_and_the_rest_stays() -> None:
    before = EventOptions(line_1="Welcome", figure_1="pool")
    typed = {"figure_1": "tables", "figure_2": "none of them", "line_1": "<nothing>", "line_2": "<pot>"}
    after = wall_options(before, typed)
    assert (after.figure_1, after.figure_2) == ("tables", before.figure_2)
    assert (after.line_1, after.line_2) == ("Welcome", "<pot>")
    # A box that is not ticked is not sent.
    assert not after.money_on_wall


def test_a_country_is_kept_in_capitals_and_one_that_there_is_not_is_refused() -> None:
    form = posted(changes={"country": "it"})
    assert form.is_valid()
    assert form.changes()["country"] == "IT"
    said = "“UK” is not a country: write its two letters, as in IT or GB."
    assert posted(changes={"country": "UK"}).errors == {"country": [said]}
