"""The page of the rules in force: every key that is applied, and the director who sets those of the house."""

from __future__ import annotations

import ast
from dataclasses import asdict
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from tables.engine.games.house_rules import HouseRules
from tables.floor.rules import FloorRules
from tables.floor.shot_clock import read_stages
from tables.queries.desk.house_rules import LINES, NUMBERS, house_rules_of
from tables.queries.desk.rules_in_force import RuleLine, rules_in_force
from tables.words.rules.effects import EFFECTS
from tables.words.rules.keys import answer_words
from tests.factories import make_tournament
from tests.factories.desk import at_the_desk
from tests.factories.floor import Floor, said, tapped
from tests.factories.sales import selling
from tournament.models import LogEntry, Role, Tournament
from tournament.rules.profiles import PROFILE_NAMES, EventRules

pytestmark = pytest.mark.django_db

ROOT = Path(settings.BASE_DIR)
EVERY_KEY = {*HouseRules().to_dict(), *FloorRules().to_dict(), *EventRules().to_dict()}
# Where the keys are defined: a value is read elsewhere, or by a method of the rules themselves.
DEFINED = ("tables/engine/games/house_rules.py", "tournament/rules/profiles.py")


def lines_of(tournament: Tournament) -> dict[str, RuleLine]:
    return {line.key: line for group in rules_in_force(tournament) for line in group.lines}


def read_somewhere() -> set[str]:
    """Every name that the product reads as an attribute."""
    names: set[str] = set()
    for path in [*(ROOT / "tables").rglob("*.py"), *(ROOT / "tournament").rglob("*.py")]:
        if str(path.relative_to(ROOT)) in DEFINED:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                names.add(node.attr)
    return names


# --- What is there ------------------------------------------------------------------------------------------------


def test_every_key_of_every_profile_is_on_the_page(client: Client) -> None:
    tournament = at_the_desk(client, Role.FLOOR)

    page = client.get(f"/floor/{tournament.code}/rules/").content.decode()

    assert {key for key in EVERY_KEY if f'id="rule-{key}"' in page} == EVERY_KEY
    assert page.count('class="rule ') == len(EVERY_KEY)


def test_no_profile_has_a_key_that_nothing_reads() -> None:
    assert EVERY_KEY - read_somewhere() == set()


def test_every_key_says_where_it_acts_and_what_it_changes() -> None:
    assert set(EFFECTS) == EVERY_KEY
    assert all(str(place) and str(effect).endswith(".") for place, effect in EFFECTS.values())


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_every_rule_is_a_question_with_answers_in_words(profile: str, language: str) -> None:
    tournament = make_tournament(rule_profile=profile)

    with translation.override(language):
        lines = lines_of(tournament)

    for line in lines.values():
        assert line.question != line.key
        words = [line.book, line.answer, *(answer for _, answer in line.choices)]
        assert all(answer and "_" not in answer and "{" not in answer for answer in words), line
        assert len({answer for _, answer in line.choices}) == len(line.choices), line
        if line.is_line:
            assert line.code == ""
        else:
            assert (
                (line.code in dict(line.choices)) if line.choices else line.low <= int(line.code) <= line.high
            )


def test_numbers_and_lines_are_those_keys_that_are_no_choice() -> None:
    rules = {rule.key: rule for rule in house_rules_of(make_tournament())}

    assert {key for key, rule in rules.items() if not rule.choices} == {*NUMBERS, *LINES}
    assert {key for key, rule in rules.items() if rule.is_line} == set(LINES)


def test_the_page_takes_one_query_for_its_rules(django_assert_num_queries: Any) -> None:
    tournament = make_tournament()

    with django_assert_num_queries(1):
        rules_in_force(tournament)


# --- Setting them -------------------------------------------------------------------------------------------------


def at_the_table(client: Client, role: Role = Role.DIRECTOR, **changes: Any) -> Floor:
    return Floor(client, 3, role=role, **changes)


def set_rule(floor: Floor, part: str, key: str, value: str) -> list[str]:
    return said(floor.post("rules/set/", part=part, rule=key, value=value))


def undo(floor: Floor, line: LogEntry) -> Any:
    address = f"{floor.home}log/{line.pk}/undo/"
    return tapped(floor.client, address, {"key": str(uuid4())})


def test_the_director_sets_a_rule_which_is_logged_undone_and_set_again(client: Client) -> None:
    floor = at_the_table(client)

    assert set_rule(floor, "engine", "limit_cap", "3") == [
        "House rule: Fixed limit: raises after the bet: 3 (before: 4)."
    ]
    floor.tournament.refresh_from_db()
    assert floor.tournament.rule_overrides == {"engine": {"limit_cap": 3}}
    line = lines_of(floor.tournament)["limit_cap"]
    assert (line.book, line.answer, line.is_own) == ("4", "3", True)

    undo(floor, LogEntry.objects.get(verb="house_rule_set"))
    floor.tournament.refresh_from_db()
    assert floor.tournament.rule_overrides == {}
    undo(floor, LogEntry.objects.get(verb="house_rule_put_back"))
    floor.tournament.refresh_from_db()
    assert floor.tournament.rule_overrides == {"engine": {"limit_cap": 3}}


@pytest.mark.parametrize(
    ("part", "key", "value", "stored"),
    [
        ("engine", "draw_burn", "false", False),
        ("engine", "see_hands", '"any_dealt_in"', "any_dealt_in"),
        ("floor", "inactive_zone", '"figp"', "figp"),
        ("floor", "halt_short_by", "2", 2),
        ("floor", "source_by_number_above", "20", 20),
        (
            "floor",
            "redraw_steps",
            '[{"entries_at_least": 0, "tables": [1]}]',
            [{"entries_at_least": 0, "tables": [1]}],
        ),
        ("event", "race_round", '"none"', "none"),
        ("event", "registration_through_break", "false", False),
    ],
)
def test_rules_of_every_kind_are_set_and_in_force_and_the_book_again(
    client: Client, part: str, key: str, value: str, stored: object
) -> None:
    floor = at_the_table(client)

    set_rule(floor, part, key, value)

    floor.tournament.refresh_from_db()
    assert floor.tournament.rule_overrides == {part: {key: stored}}
    assert lines_of(floor.tournament)[key].code == value
    set_rule(floor, part, key, "")
    floor.tournament.refresh_from_db()
    assert floor.tournament.rule_overrides == {}


def test_stages_of_time_bank_chips_are_typed_in_a_line_and_shown_as_they_are_typed(client: Client) -> None:
    floor = at_the_table(client)

    words = "House rule: Shot clock: time-bank chips later on: {} (before: as at the start)."

    assert set_rule(floor, "floor", "time_chip_stages", "day 2 +4; 24 players 6, FINAL TABLE 8") == [
        words.format("day 2: +4, 24 players: 6, final table: 8")
    ]
    floor.tournament.refresh_from_db()
    line = lines_of(floor.tournament)["time_chip_stages"]
    assert (line.code, line.is_own) == ("day 2: +4, 24 players: 6, final table: 8", True)
    assert 'value="day 2: +4, 24 players: 6, final table: 8"' in floor.get("rules/").content.decode()
    undo(floor, LogEntry.objects.get(verb="house_rule_set"))
    floor.tournament.refresh_from_db()
    assert floor.tournament.rule_overrides == {}


def test_in_italian_a_line_of_stages_is_shown_as_it_can_be_typed_again() -> None:
    stages = [
        {"moment": "day", "number": 2, "way": "add", "chips": 4},
        {"moment": "players", "number": 1, "way": "reset", "chips": 6},
        {"moment": "final_table", "number": 0, "way": "reset", "chips": 8},
    ]
    for language in ("en", "it"):
        with translation.override(language):
            typed = answer_words("time_chip_stages", stages)
        assert [asdict(stage) for stage in read_stages(typed)] == stages


@pytest.mark.parametrize(
    ("typed", "said_why"),
    [
        ("lunch: 4", "“lunch: 4” cannot be read: write when and how many, as in day 2: +4, 24 players: 6"),
        ("day 2: 4, day 2: +1", "“day 2: 4” is for a moment that has chips already"),
        (", ".join(f"{n} players: 1" for n in range(1, 20)), "These are too many: write at most 12 moments"),
    ],
)
def test_a_line_of_stages_that_cannot_be_read_says_what_is_wrong(
    client: Client, typed: str, said_why: str
) -> None:
    floor = at_the_table(client)

    [words] = set_rule(floor, "floor", "time_chip_stages", typed)

    assert words.startswith(said_why)
    floor.tournament.refresh_from_db()
    assert floor.tournament.rule_overrides == {}


@pytest.mark.parametrize(
    ("part", "key", "value"),
    [
        ("engine", "limit_cap", "11"),
        ("engine", "limit_cap", "-1"),
        ("engine", "limit_cap", "x"),
        ("engine", "see_hands", '"nobody"'),
        ("engine", "button_rule", '"dead"'),
        ("floor", "no_such_key", "1"),
        ("nowhere", "limit_cap", "3"),
        ("", "", "1"),
    ],
)
def test_what_no_form_offers_is_refused(client: Client, part: str, key: str, value: str) -> None:
    floor = at_the_table(client)

    assert set_rule(floor, part, key, value) == ["This rule cannot have this value."]
    floor.tournament.refresh_from_db()
    assert floor.tournament.rule_overrides == {}


def test_registration_stays_open_through_a_break_in_which_chips_are_sold(client: Client) -> None:
    floor = at_the_table(client)
    Tournament.objects.filter(pk=floor.tournament.pk).update(**selling())

    [words] = set_rule(floor, "event", "registration_through_break", "false")

    assert words.startswith("Chips are sold in the break after level 2, but registration closes before it.")
    floor.tournament.refresh_from_db()
    assert floor.tournament.rule_overrides == {}


def test_the_same_value_again_writes_no_line(client: Client) -> None:
    floor = at_the_table(client)

    assert set_rule(floor, "engine", "limit_cap", "4") == ["This rule is so already."]
    assert not LogEntry.objects.filter(verb="house_rule_set").exists()


def test_the_first_hand_fixes_what_wins_a_hand_and_how_the_blinds_go_round(client: Client) -> None:
    floor = at_the_table(client)
    set_rule(floor, "floor", "button_rule", '"moving"')
    floor.deal(1)

    assert set_rule(floor, "floor", "button_rule", '"dead"') == [
        "The first hand is dealt: this rule stays as it is for this event."
    ]
    undo(floor, LogEntry.objects.get(verb="house_rule_set"))
    floor.tournament.refresh_from_db()
    assert floor.tournament.rule_overrides == {"floor": {"button_rule": "moving"}}
    assert "Fixed since the first hand" in floor.get("rules/").content.decode()
    # What may change goes on changing, and the hand in play keeps what it was dealt under.
    assert set_rule(floor, "engine", "side_pot_order", '"main_first"')[0].startswith("House rule: ")


def test_after_the_end_nothing_is_set(client: Client) -> None:
    floor = at_the_table(client)
    Tournament.objects.filter(pk=floor.tournament.pk).update(status="finished")

    assert set_rule(floor, "engine", "limit_cap", "3") == [
        "The tournament is over; its settings can no longer be changed."
    ]
    assert "<form" not in floor.get("rules/").content.decode().split("<main")[1].split("<footer")[0]


def test_the_floor_reads_the_rules_and_the_director_sets_them(client: Client) -> None:
    floor = at_the_table(client, role=Role.FLOOR)

    page = floor.get("rules/").content.decode().split("<main")[1].split("<footer")[0]

    assert "<form" not in page
    assert floor.post("rules/set/", part="engine", rule="limit_cap", value="3").status_code == 403
