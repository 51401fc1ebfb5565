"""The dealers' tablets: each state of a hand, with the sheets that open over it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from tables.services.table.messages import call_floor, hold_table
from tables.views.tablet.access import COOKIE
from tests.factories import ACTOR
from tests.factories.felt import Felt, make_felt
from tests.factories.house import House
from tests.factories.mixed import LIMIT, NO_LIMIT, POT_LIMIT, STUD, mixed, sheet
from tests.screens.shot import CONSOLE, ITALIAN, LIGHT, NOW, TABLET, UPRIGHT, Shot
from tests.tables.queries.tablet.test_games import ALL_IN_ON_FOURTH, HI_LO_TO_THE_END
from tournament.rules.structure.levels import Level
from tournament.services.clock import sweep_clock

BOTH = (LIGHT, ITALIAN)
STACKS = (10_000, 8_450, 12_300)
FULL = (*STACKS, 9000, 7000, 15_050, 3_300, 9_999, 10_000)


def shots_of_tablets(house: House) -> Iterator[Shot]:
    """Every tablet of the house, then one felt for each state."""
    for name, tablet in house.tablets.items():
        yield Shot(
            name=f"tablet-house-{name.replace(' ', '-')}",
            path="/tablet/table/",
            cookies={COOKIE: tablet.secret},
            sizes=(TABLET,),
            looks=BOTH,
        )
    # Without a script a sheet is a page.
    plain = {COOKIE: house.tablets["tablet"].secret}
    yield Shot(name="tablet-plain-bet", path="/tablet/table/?sheet=bet", cookies=plain, sizes=(TABLET,))
    yield Shot(name="tablet-pair", path="/tablet/", sizes=(TABLET,), looks=BOTH)
    yield from no_limit()
    yield from between_hands()
    yield from other_games()


def of_felt(name: str, felt: Felt, sheets: Mapping[str, Sequence[str]] | None = None) -> Iterator[Shot]:
    """A felt, flat and upright, and what its taps open; a tablet of its own is paired for it."""
    _device, secret = felt.pair(now=NOW)
    cookies = {COOKIE: secret}
    sizes = (TABLET, UPRIGHT, CONSOLE)
    yield Shot(name=f"tablet-{name}", path="/tablet/table/", cookies=cookies, sizes=sizes, looks=BOTH)
    for opened, taps in (sheets or {}).items():
        yield Shot(
            name=f"tablet-{name}-{opened}",
            path="/tablet/table/",
            cookies=cookies,
            sizes=(TABLET,),
            looks=BOTH,
            taps=taps,
        )


def dealt(*codes: str, felt: Felt | None = None) -> Felt:
    """A felt with a hand in play, after these operations."""
    felt = felt or make_felt(*STACKS, now=NOW)
    felt.deal(now=NOW)
    if codes:
        felt.play(*codes, now=NOW)
    return felt


def felt_of(game: str, *stacks: int, **stakes: Any) -> Felt:
    """A table of this game; its stakes fit all of them."""
    level = Level(
        duration_seconds=1200,
        game=game,
        **{
            "ante": 10,
            "ante_kind": "classic",
            "small_bet": 50,
            "big_bet": 100,
            "small_blind": 25,
            "big_blind": 50,
            "bring_in": 20,
            "min_bet": 50,
            **stakes,
        },
    )
    return make_felt(*(stacks or (1000, 1000, 1000)), structure=sheet(level, level), seats=10, now=NOW)


def no_limit() -> Iterator[Shot]:
    """One hand of no-limit hold'em, street by street."""
    sheets = {
        "bet": ["#slot-raise"],
        "irregular": ["#irregular"],
        "misdeal": ["#irregular", "#kind-misdeal"],
        "out-of-turn": ["#irregular", "#kind-out_of_turn"],
        "exposed": ["#irregular", "#kind-exposed_card"],
        "menu": ["#open-menu"],
        "seat": ["#plate-3"],
    }
    yield from of_felt("full", dealt(felt=make_felt(*FULL, now=NOW)), sheets)
    yield from of_felt("flop-due", dealt("c3", "c1", "k2"), {"pick": ["#slot-deal"]})
    yield from of_felt("flop", dealt("c3", "c1", "k2", "b:AhKd7c", "k1", "r2:400"), {"bet": ["#slot-raise"]})
    river = dealt("r3:12300", "c1", "c2", "b:AhKd7c", "b:2c", "b:2d")
    yield from of_felt("showdown", river, {"winners": ["#slot-unknown"], "cards": ["#slot-deal"]})
    yield from of_felt("over", dealt("f3", "f1"))
    called = dealt()
    call_floor(tournament_id=called.tournament.pk, table_id=called.table.pk, by=ACTOR.at(NOW))
    yield from of_felt("called", called)


def between_hands() -> Iterator[Shot]:
    """No hand in play: to be dealt, on hold, on a break, another tablet's."""
    yield from of_felt("between", make_felt(*STACKS, now=NOW), {"menu": ["#open-menu"]})
    held = make_felt(*STACKS, now=NOW)
    hold_table(tournament_id=held.tournament.pk, table_id=held.table.pk, reason="Not yet", by=ACTOR.at(NOW))
    yield from of_felt("held", held)
    resting = make_felt(*STACKS, now=NOW - timedelta(minutes=44))
    sweep_clock(tournament_id=resting.tournament.pk, now=NOW)
    yield from of_felt("break", resting)
    watched = make_felt(*STACKS, now=NOW)
    watched.pair(now=NOW)
    yield from of_felt("watching", watched)


def other_games() -> Iterator[Shot]:
    """Stud, draw, hi-lo, pot limit, and a level of several games."""
    stud = dealt(felt=felt_of("F7S", 1000, 1000, 1000, 1000))
    yield from of_felt("stud-up", stud, {"pick": ["#slot-deal"], "opens": ["#slot-unknown"]})
    yield from of_felt("stud-bring-in", dealt("t1:Kd", "t2:2c", "t3:8h", felt=felt_of("F7S")))
    yield from of_felt("stud-all-in", dealt(*ALL_IN_ON_FOURTH, felt=felt_of("F7S", 1000, 130, 130)))
    draw = dealt("c3", "c1", "k2", felt=felt_of("N5D"))
    yield from of_felt("draw", draw, {"cards": ["#draw-cards"]})
    openers = ("r1:50", "c2", "c3", "d1:As", "d2:", "d3:??", "r1:50", "f2", "f3")
    yield from of_felt("openers", dealt(*openers, felt=felt_of("N5DJ")))
    yield from of_felt("hi-lo", dealt(*HI_LO_TO_THE_END, felt=felt_of("FO/8")), {"halves": ["#slot-unknown"]})
    yield from of_felt("pot-limit", dealt(felt=felt_of("PO", *[1000] * 6)), {"bet": ["#slot-raise"]})
    levels = sheet(mixed(NO_LIMIT, POT_LIMIT, LIMIT, STUD), mixed(NO_LIMIT, POT_LIMIT))
    several = make_felt(*[10_000] * 3, structure=levels, late_registration_level=1, now=NOW)
    yield from of_felt("mixed", dealt(felt=several), {"menu": ["#open-menu"]})
