"""No lawful operation is out of a dealer's reach: random hands of every game, tapped on the tablet's own controls."""

from __future__ import annotations

import random
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import combinations
from typing import Any
from uuid import uuid4

import pytest

from tables import engine
from tables.engine.cards.cards import DECK
from tables.forms.tablet import Fields, OperationForm
from tables.models import Hand, HandOperation
from tables.queries.tablet.screen import TabletScreen
from tables.templatetags.screen import render_screen
from tests.factories import NOW
from tests.factories.felt import make_felt
from tests.factories.mixed import sheet
from tests.tables.looking import screen_of
from tournament.rules.structure.levels import Level

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.long_on_postgresql(reason="what a tablet offers is read from its page"),
]

CODES = [engine.format_cards([card]) for card in DECK]
MOST_TAPS = 400


def level_of(game: str) -> Level:
    """Stakes that every betting structure can be played for."""
    return Level(
        small_blind=25, big_blind=50, ante=10, ante_kind="classic", duration_seconds=1200, game=game,
        small_bet=50, big_bet=100, bring_in=20, min_bet=50,
    )  # fmt: skip


# --- What a screen offers


class Controls(HTMLParser):
    """The buttons, card pickers and forms of a screen, as a dealer without the script meets them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.taps: list[str] = []
        self.picks: list[dict[str, str]] = []
        self.forms: list[dict[str, list[str]]] = []
        self._inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if given.get("aria-disabled") == "true":
            return
        if tag == "form":
            self._inside = True
            self.forms.append({})
        elif "data-pick" in given:
            self.picks.append(given)
        elif given.get("form") == "tap" and given.get("name") == "operation":
            self.taps.append(given["value"])
        elif self._inside and "name" in given and tag in ("input", "button"):
            self.forms[-1].setdefault(given["name"], []).append(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False


def reach(controls: Controls) -> set[str]:
    """What can be told: whole operations, and the beginnings to which cards, seats or amounts are added."""
    told = set(controls.taps)
    for pick in controls.picks:
        told |= {pick["data-pick"].partition(":")[0] + ":", pick["data-unknown"], pick["data-muck"]}
    for form in controls.forms:
        for operation in form.get("operation", ()):
            told |= {f"{operation}{seat}:" for seat in form.get("seat", [""])}
    return told


def lawful(state: engine.State, may: engine.Legal) -> Iterator[str]:
    """The operations that the engine offers, or their beginnings."""
    if may.actor is not None:
        seat = may.actor
        yield from (f"f{seat}",) * may.can_fold
        yield from (f"k{seat}",) * may.can_check
        yield from (f"c{seat}",) * (may.call_amount is not None)
        yield from (f"i{seat}",) * (may.bring_in is not None)
        yield from (f"l{seat}",) * (may.blind_open is not None)
        if may.raise_min is not None:
            yield f"r{seat}:{may.raise_min}" if may.raise_min == may.raise_max else f"r{seat}:"
    yield from ("b:",) * bool(may.board_cards)
    yield from (f"t{seat}:" for seat in may.deal_up)
    yield from (f"o{seat}" for seat in may.may_open)
    if may.drawer is not None:
        yield from (f"d{may.drawer}:{'??' * count}" for count in range(may.draw_most + 1))
    yield from (f"s{seat}:" for seat in may.may_show)
    yield from (f"m{seat}" for seat in may.may_muck)
    yield from (f"w{pot}{half}:" for pot, half in to_declare(state, may))
    yield from (f"w{pot}l:" for pot in may.lows_to_declare)
    yield from (f"j{seat}:????" for seat in [may.openers_due] if seat is not None)
    yield from (f"p{seat}:" for seat in may.may_put_in)
    yield from (f"a{seat}:" for seat in state.order if may.may_take_out)
    yield from ("e",) * may.may_end


def to_declare(state: engine.State, may: engine.Legal) -> list[tuple[int, str]]:
    if not state.game.is_high_low:
        return [(pot, "") for pot in may.pots_to_declare]
    halves = [(pot, "h") for pot in may.pots_to_declare] + [(pot, "l") for pot in may.lows_to_declare]
    return halves + [(pot, "") for pot in may.pots_to_declare if pot in may.lows_to_declare]


# --- One tap


def posts_of(screen: TabletScreen, controls: Controls, may: engine.Legal) -> list[dict[str, Any]]:
    """What each control would post, cards and amounts still to be added."""
    posts: list[dict[str, Any]] = [{"operation": tap} for tap in controls.taps]
    for pick in controls.picks:
        posts.append({"operation": pick["data-pick"], "pick": pick})
        if pick["data-unknown"]:
            posts.append({"operation": pick["data-unknown"]})
    for form in controls.forms:
        for operation in form.get("operation", ()):
            if "amount" in form and "seat" not in form:
                posts.append({"operation": operation, "raise": (may.raise_min, may.raise_max)})
            elif "amount" in form:
                posts.append({"operation": operation, "chips": screen.sheets.by_result})
            else:
                seats = form["seats"]
                splits = [c for size in range(1, len(seats) + 1) for c in combinations(seats, size)]
                posts += [{"operation": operation, "seats": split} for split in splits]
    return posts


def fill_in(
    post: dict[str, Any], screen: TabletScreen, dealt: list[str], rng: random.Random
) -> dict[str, Any]:
    """What a dealer adds to a control: cards from the deck in his hand, an amount, the winners."""
    filled: dict[str, Any] = {"operation": post["operation"]}
    if "pick" in post:
        pick = post["pick"]
        most, least = int(pick["data-count"]), int(pick["data-least"])
        free = [card for card in dealt if card not in screen.sheets.used_cards]
        filled["cards"] = [free.pop() for _ in range(rng.randint(least, most))]
    elif "raise" in post:
        filled["amount"] = in_chips(rng.randint(*post["raise"]), *post["raise"])
    elif "chips" in post:
        seats = post["chips"].seats
        if post["operation"] == "p":
            seat, _name, most = rng.choice([each for each in seats if each[2]])
        else:
            seat, most = rng.choice(seats)[0], post["chips"].most_out
        filled |= {"seat": seat, "amount": in_chips(rng.randint(1, most), CHIP, most)}
    elif "seats" in post:
        filled["seats"] = post["seats"]
    return filled


def in_chips(amount: int, least: int, most: int) -> int:
    """The next amount that can be made with the chips in play; all of it where there is none."""
    made = max(least, amount - amount % CHIP)
    return min(made, most)


def read(post: dict[str, Any]) -> engine.Operation:
    """What the form makes of a tap."""
    form = OperationForm({"key": str(uuid4()), "version": 0, "epoch": 1, **post})
    assert form.is_valid(), (post, form.errors)
    return Fields(form.cleaned_data).operation


CHIP = 25
# What is said by a control that knows no more than the seats: the cards told before may speak against it.
CONTRADICTIONS = {"winners_contradict", "no_openers", "duplicate_card"}


# In `make test` one game of each shape and one of each betting: what the tablet shows does not depend on the ranking
# of hands, and no shape changes what a bet may be.
SHAPES = {
    (game.family, len(game.streets), game.has_draws, game.is_stud, game.is_high_low): code
    for code, game in reversed(list(engine.GAMES.items()))
}
BETTING = {(game.betting, game.is_stud): code for code, game in reversed(list(engine.GAMES.items()))}
OTHERS = pytest.mark.long(reason="another game of the same streets and betting has the same controls")


@pytest.mark.parametrize(
    "game",
    [
        code if code in {*SHAPES.values(), *BETTING.values()} else pytest.param(code, marks=OTHERS)
        for code in engine.GAMES
    ],
)
def test_every_lawful_operation_has_a_control_and_every_control_a_lawful_operation(game: str) -> None:
    rng = random.Random(game)
    felt = make_felt(*rng.sample([700, 1500, 2600, 90], 4), structure=sheet(level_of(game), level_of(game)))
    device, _secret = felt.pair()
    hand = felt.deal()
    state = engine.replay(hand.setup, ())
    for number in range(1, MOST_TAPS):
        screen = screen_of(device, now=NOW)
        controls = Controls(render_screen(screen))
        may = engine.legal(state)
        told = reach(controls)
        assert [code for code in lawful(state, may) if code not in told] == [], engine.encode(
            state.history[-1]
        )
        state = tap(hand, state, screen, posts_of(screen, controls, may), number, rng)
        if state.is_complete:
            return
    pytest.fail("the hand does not end")


def tap(
    hand: Hand,
    state: engine.State,
    screen: TabletScreen,
    posts: list[dict[str, Any]],
    number: int,
    rng: random.Random,
) -> engine.State:
    """Post what one of the controls posts, and give the state after it."""
    deck = rng.sample(CODES, len(CODES))
    for post in sorted(posts, key=lambda post: rng.random() * weight(post), reverse=True):
        operation = read(fill_in(post, screen, deck, rng))
        try:
            after = engine.apply(state, operation)
        except engine.IllegalAction as error:
            if error.code in CONTRADICTIONS:
                continue
            raise
        HandOperation.objects.create(hand=hand, number=number, code=engine.encode(operation), at=NOW)
        return after
    raise AssertionError("no control can be tapped")


def weight(post: dict[str, Any]) -> float:
    """Players stay in, so that hands go far; who opens is rarely corrected; cards are told now and then."""
    return 0.2 if post["operation"][0] in "ofr" else 0.5 if "pick" in post else 1.0
