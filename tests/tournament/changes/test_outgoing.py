"""Every row of what leaves the house, with the lines of tests/told: each says something, and none says too much."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.factories import ACTOR, NOW, make_tournament
from tests.factories.seasons import RULES
from tournament.changes.change import Change, all_changes, change_of
from tournament.changes.outgoing import HookFact, amount_of, changes_that_leave, facts_of
from tournament.models import HookType, Season, Tournament
from tournament.models.hook import TEST_TYPE
from tournament.services.setup.seasons import start_season

pytestmark = pytest.mark.django_db

EVERY_VERB = Path(__file__).parents[2] / "told" / "every_verb.json"
PAGE = Path(__file__).parents[3] / "docs" / "webhooks.md"
# These have no line of the log: a hand is told once everybody may read it.
WITHOUT_CHANGE = {HookType.HAND_FINISHED}
# A re-entry follows from the entries, a season from its row: other tests make them.
NOT_IN_LINES = {HookType.ENTRY_REENTERED, HookType.LEAGUE_UPDATED}
# Of people or secret: neither may stand in what is told. Events and seasons have names.
PERSONAL = ("name", "who", "seed", "papers", "confirmed_by", "note")


def changes() -> Iterator[tuple[Change, dict[str, Any]]]:
    """Of each change that leaves the house the lines that tests know, as changes and as they are stored."""
    leaving = {change.verb for change in changes_that_leave()}
    for line in json.loads(EVERY_VERB.read_text()):
        if line["verb"] in leaving and (change := change_of(line["verb"], line["data"])):
            yield change, line["data"]


@pytest.fixture
def event() -> Tournament:
    return make_tournament()


def test_every_change_that_leaves_is_proved_by_a_line_and_every_type_by_a_change(event: Tournament) -> None:
    found: dict[str, set[str]] = {}
    for change, _ in changes():
        facts: list[HookFact] = facts_of(change, event)
        found.setdefault(change.verb, set()).update(fact.type for fact in facts)
    season = {change.verb for change in changes_that_leave() if change.__module__.endswith("seasons")}

    assert set(found) == {change.verb for change in changes_that_leave()}
    assert {verb for verb, types in found.items() if not types} == season, "their seasons are not there"
    assert set().union(*found.values()) == set(HookType) - WITHOUT_CHANGE - NOT_IN_LINES


def test_nothing_that_is_told_has_a_persons_name_a_seed_or_a_key(event: Tournament) -> None:
    for change, stored in changes():
        for fact in facts_of(change, event):
            told = json.dumps(dict(fact.data))
            if fact.type is not HookType.EVENT_PUBLISHED:
                assert not set(PERSONAL) & set(fact.data), change.verb
            for name in ("name", "who", "seed"):
                secret = stored.get(name)
                if secret and fact.type is not HookType.EVENT_PUBLISHED:
                    assert json.dumps(secret) not in told, change.verb


def test_a_change_of_a_season_names_it_by_its_code(event: Tournament) -> None:
    start_season(tournament_id=event.pk, league="Club", name="Spring", rules=RULES, by=ACTOR.at(NOW))
    season = Season.objects.get()
    frozen = all_changes()["season_frozen"].from_data({"season": season.pk, "name": "x", "digest": "y"})

    (fact,) = facts_of(frozen, event)

    assert (fact.type, fact.data) == (HookType.LEAGUE_UPDATED, {"season": Season.objects.get().code})


def test_the_page_for_receivers_shows_what_each_type_has(event: Tournament) -> None:
    """Every type once, with the fields that are told; `name` where names may go."""
    examples = [
        json.loads(line)
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith('{"type":') and '"timestamp"' not in line
    ]
    told: dict[str, set[str]] = {}
    for change, _ in changes():
        for fact in facts_of(change, event):
            about = {"entry"} if fact.entry else set()
            told.setdefault(fact.type, set()).update(set(fact.data) | about)

    assert [each["type"] for each in examples] == [*HookType.values, TEST_TYPE]
    for each in examples:
        unknown = set(each["data"]) - {"name"} - told.get(each["type"], set(each["data"]))
        assert not unknown, each["type"]


@pytest.mark.parametrize(
    ("currency", "cents", "amount"),
    [("EUR", 47250, "472.50"), ("EUR", 5, "0.05"), ("USD", 0, "0.00"), ("JPY", 5000, "5000")],
)
def test_money_is_a_text_with_the_decimals_of_its_currency(currency: str, cents: int, amount: str) -> None:
    event = Tournament(currency=currency)

    assert amount_of(cents, event) == {"amount": amount, "currency": currency}
