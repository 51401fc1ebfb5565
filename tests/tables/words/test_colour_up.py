"""What the log says of a colour-up: its rule, its cards and every stack."""

from __future__ import annotations

from typing import Any

import pytest

from tables.models import SeatDraw
from tables.services.chips.colour_up import colour_up_table, exchange_late_chips, race_chips
from tests.factories import ACTOR, after
from tests.factories.felt import Felt, make_felt
from tournament.queries.log import LogFilter, log_lines, log_rows
from tournament.services.actor import Actor
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def ids(felt: Felt) -> dict[str, Any]:
    return {"tournament_id": felt.tournament.pk, "table_id": felt.table.pk, "by": ACTOR.at(after(3))}


def race(felt: Felt, cards: str | None = None, **more: Any) -> None:
    dealt = None if cards is None else cards.split()
    race_chips(**{**ids(felt), "old": 25, "new": 100, "cards": dealt, **more})


def read_log(felt: Felt) -> tuple[str, str, str, str]:
    row = log_rows(felt.tournament, wanted=LogFilter(kind="colour_ups"))[0]
    line = log_lines([row], writer=PageWriter.of(felt.tournament))[0]
    return line.text, line.why, line.actor, line.device


def test_the_log_says_who_raced_which_cards_by_which_rule_and_what_became_of_each_stack() -> None:
    felt = make_felt(5_075, 5_000, 25)

    race(felt, "9s 4d 4c 2c", by=Actor(label="Flora Sala", device="Firefox, Android").at(after(3)))

    assert read_log(felt) == (
        "Chip race at table 1, 25 to 100. Chips in play: +100.",
        (
            "One card per odd chip, starting at seat 1; the highest cards win (TDA 24). "
            "S1 nine of spades, four of diamonds, four of clubs; S3 two of clubs. "
            "Won by: S1. Protected from being raced out: S3. "
            "S1 Anna Verdi 5,075 → 5,100; S3 Carla Rossi 25 → 100."
        ),
        "Flora Sala",
        "Firefox, Android",
    )


def test_the_log_names_the_seed_of_cards_that_were_drawn() -> None:
    felt = make_felt(5_075, 5_000)

    race(felt)

    seed = SeatDraw.objects.get(tournament=felt.tournament).seed
    assert f"The cards were drawn from seed {seed}." in read_log(felt)[1]


def test_the_log_says_what_was_counted_and_what_was_changed_late() -> None:
    felt = make_felt(10_175, 9_900)
    exchange_late_chips(**ids(felt), old=25, new=100)
    late = read_log(felt)
    colour_up_table(**ids(felt), stacks={2: 10_000})

    assert late[:2] == (
        "Exchanged late chips of 25 at table 1. Chips in play: −75.",
        (
            "After the chip race, chips are exchanged at equal value only; the remainder is removed from "
            "play. "
            "S1 Anna Verdi 10,175 → 10,100."
        ),
    )
    assert read_log(felt)[:2] == (
        "Coloured up table 1 with counted stacks. Chips in play: +100.",
        "S2 Bruno Neri 9,900 → 10,000.",
    )
