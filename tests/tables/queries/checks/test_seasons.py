"""What `verify` finds in the final standings of a season and in what was paid by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tables.queries.checks.seasons import check_seasons
from tests.factories import ACTOR, after
from tests.factories.seasons import RULES, played_season
from tournament.models import Season, SeasonPayment
from tournament.rules.payouts.schemes import PERCENT
from tournament.services.setup.season_money import pay_season_prize, set_season_share
from tournament.services.setup.seasons import freeze_season

pytestmark = pytest.mark.django_db


def give_the_second_more(season: Season) -> None:
    lines = [dict(line) for line in season.frozen_data or ()]
    lines[1]["points"] = "99"
    Season.objects.filter(pk=season.pk).update(frozen_data=lines)


def raise_the_money(season: Season) -> None:
    Season.objects.filter(pk=season.pk).update(frozen_pool=90_00)


def take_it_back(season: Season) -> None:
    Season.objects.filter(pk=season.pk).update(frozen_data=None, frozen_at=None, frozen_pool=None)


def pay_half(season: Season) -> None:
    SeasonPayment.objects.filter(season=season).update(amount=6_00)


CHANGED = (
    "I35: The final standings of “Thursday League · 2027”, or their money, are not as they were made final."
)


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (lambda _season: None, []),
        (give_the_second_more, [CHANGED]),
        (
            raise_the_money,
            [
                CHANGED,
                "I35: Anna Verdi was paid 1300 minor units of “Thursday League · 2027”, the final standings give 5400.",
            ],
        ),
        (
            take_it_back,
            [
                CHANGED,
                "I35: Anna Verdi was paid 1300 minor units of “Thursday League · 2027”, the final standings give 0.",
            ],
        ),
        (
            pay_half,
            [
                "I35: Anna Verdi was paid 600 minor units of “Thursday League · 2027”, the final standings give 1300."
            ],
        ),
    ],
    ids=["as it is", "other standings", "other money", "not final", "another payment"],
)
def test_final_standings_and_payments_are_as_the_log_has_them(
    tamper: Callable[[Season], None], found: list[str]
) -> None:
    rules = replace(RULES, split=(60 * PERCENT, 40 * PERCENT))
    (anna, *_), (event,), season = played_season(1, rules=rules, buy_in_other=7_00)
    season_of: dict[str, Any] = {"tournament_id": event.pk, "season_id": season.pk}
    set_season_share(**season_of, share=7_00, by=ACTOR.at(after(1)))
    freeze_season(**season_of, by=ACTOR.at(after(2)))
    pay_season_prize(**season_of, player_id=anna.pk, by=ACTOR.at(after(3)))
    season.refresh_from_db()
    tamper(season)
    assert [str(finding) for finding in check_seasons(event)] == found
