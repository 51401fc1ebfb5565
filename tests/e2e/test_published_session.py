"""A published final table in the application: 46 hands of nine games in rotation at one table.

The tablet in the browser shows every hand. Three of them its dealer records by thumb; the taps of the others
go by HTTP as the tablet sends them. Nobody corrects a stack: what a hand begins with is what the hands
before it have left, and what the floor counted at the colour-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.db.models import Sum
from django.utils import timezone
from playwright.sync_api import Page

from tables import engine
from tables.management.taps import Taps
from tables.models import Hand, HandStatus
from tests.e2e.dealer import Dealer
from tests.e2e.floor import Floor
from tests.e2e.thumb import tell
from tests.factories import ACTOR
from tests.factories.felt import Felt
from tests.processes import LiveFloorman
from tests.tables.published_session import (
    HANDS_PER_GAME,
    OPENING_HANDS,
    SMALL_BLINDS,
    STUD,
    SessionHand,
    published_session,
    session_felt,
    session_level,
)
from tournament.models import ChipRow
from tournament.rules.structure.levels import Break
from tournament.rules.structure.periods import Structure
from tournament.services.clock import next_period

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.long(reason="the services replay the same hands, and each kind of tap has a browser test"),
    pytest.mark.django_db(transaction=True),
]

# In the order of the rotation: what the tablet calls the game in full, and in its head.
GAMES = {
    "NT": ("No-limit hold'em", "NLH"),
    "F7S": ("Fixed-limit seven-card stud", "Stud"),
    "FO/8": ("Fixed-limit Omaha hi-lo (8 or better)", "O8"),
    "FR": ("Fixed-limit razz", "Razz"),
    "PO": ("Pot-limit Omaha", "PLO"),
    "FT": ("Fixed-limit hold'em", "LHE"),
    "N2L1D": ("No-limit deuce-to-seven single draw", "2-7 SD"),
    "F2L3D": ("Fixed-limit deuce-to-seven triple draw", "2-7 TD"),
    "F7S/8": ("Fixed-limit seven-card stud hi-lo (8 or better)", "Stud 8"),
}
ORDER = tuple(GAMES)
STARTING_STACK = 5_940_000
CHIPS = (5_000, 25_000, 100_000, 500_000)
COLOURED_UP_BEFORE = 3
# The hands recorded by thumb, with the pictures that are taken: after how many operations, and their names.
BY_THUMB = {
    5: {5: "stud-bring-in", 17: "stud"},
    15: {17: "hi-lo-showdown", 19: "hi-lo"},
    46: {5: "draw", 7: "draw-second-bets", 11: "draw-over"},
}
READ = """screen => {
    const words = (element, of) =>
        element.querySelector(of)?.textContent.replace(/[\\s\\u00a0]+/g, " ").replace("\\u2011", "-").trim() ?? "";
    const seats = of => [...screen.querySelectorAll(of)].map(e => e.closest(".plate").dataset.seat);
    return {
        stage: screen.dataset.stage,
        now: words(screen, "#prompt strong"),
        next: words(screen, "#prompt span"),
        level: words(screen, ".head__fact--stakes .head__label"),
        stakes: words(screen, ".head__fact--stakes .number"),
        button: seats(".lammer--button").join(),
        stacks: Object.fromEntries([...screen.querySelectorAll(".plate:not(.is-empty)")].map(
            plate => [plate.dataset.seat, words(plate, ".plate__stack")])),
    };
}"""


def session_structure() -> Structure:
    """Three levels; before the second the smallest chips leave."""
    first, *others = map(session_level, SMALL_BLINDS)
    return Structure(periods=(first, Break(duration_seconds=600, chips_removed=CHIPS[:1]), *others))


def taps_of(page: Page, live: LiveFloorman) -> Taps:
    """Taps with the cookies of the tablet's browser: the same device as the page that is open."""
    cookies = {str(cookie["name"]): str(cookie["value"]) for cookie in page.context.cookies()}
    return Taps(httpx.Client(base_url=live.url, timeout=30, cookies=cookies))


class Session:
    """One table, its tablet in a browser with the taps of the same device, and the floor's page."""

    def __init__(self, felt: Felt, page: Page, live: LiveFloorman, pictures: Path) -> None:
        self.felt, self.pictures = felt, pictures
        self.dealer = Dealer(page, live, felt)
        self.dealer.pair()
        self.taps = taps_of(page, live)
        self.floor = Floor(page.context, live, felt)

    def screen(self, saying: str) -> dict[str, Any]:
        """The tablet in the browser between hands, once it shows what the server knows and says this."""
        self.taps.look()
        here = f'#screen[data-stage="between"][data-version="{self.taps.version}"]'
        shown = self.dealer.page.locator(here, has_text=saying)
        shown.wait_for()
        read: dict[str, Any] = shown.evaluate(READ)
        return read

    def fold_out(self) -> None:
        """A hand that everybody folds to the last player."""
        self.taps.tap("deal")
        hand = Hand.objects.get(table=self.felt.table, status=HandStatus.OPEN)
        state = engine.replay(hand.setup, [])
        while not state.is_complete:
            fold = engine.Fold(seat=state.actor or 0)
            self.taps.act(fold)
            state = engine.apply(state, fold)
        self.wake()

    def send(self, played: SessionHand) -> None:
        """A hand by HTTP. The last tap of a turn was a slip: it is undone, and the rotation with it."""
        self.taps.tap("deal")
        operations = list(played.as_told())
        for operation in operations:
            self.taps.act(operation)
        if is_last_of_turn(played):
            self.taps.tap("undo")
            assert Hand.objects.get(table=self.felt.table, status=HandStatus.OPEN).game == played.game
            self.taps.act(operations[-1])
        self.wake()

    def wake(self) -> None:
        """The page shows its own taps at once; of these it would hear a second later, as of anybody's."""
        self.dealer.page.evaluate("document.dispatchEvent(new Event('reconnect'))")

    def tell(self, played: SessionHand) -> None:
        """A hand by thumb. The buttons stay where they are."""
        boxes = self.dealer.boxes()
        self.dealer.slot("deal")
        self.dealer.page.locator('#screen:not([data-stage="between"])').wait_for()
        for number, operation in enumerate(played.as_told(), start=1):
            tell(self.dealer, operation)
            assert self.dealer.boxes() == boxes, played.number
            if name := BY_THUMB[played.number].get(number):
                self.dealer.page.screenshot(path=self.pictures / f"{name}.png")

    def next_period(self) -> None:
        next_period(tournament_id=self.felt.tournament.pk, by=ACTOR.at(timezone.now()))


def place_in_session(played: SessionHand) -> int:
    """From 0, with the hands before the first one; there is no hand 19."""
    return OPENING_HANDS + played.number - (2 if played.number > 19 else 1)


def is_last_of_turn(played: SessionHand) -> bool:
    return place_in_session(played) % HANDS_PER_GAME == HANDS_PER_GAME - 1


def turn_words(place: int) -> tuple[str, str]:
    """What the tablet says before a hand: the game with the hands left of it, and the one after it."""
    turn, done = divmod(place, HANDS_PER_GAME)
    left = HANDS_PER_GAME - done
    now, following = GAMES[ORDER[turn]][0], GAMES[ORDER[turn + 1]][0]
    return f"{now}, {left} hand{'s' if left > 1 else ''}", f"then {following}"


def stakes_words(played: SessionHand) -> str:
    stakes = played.setup.stakes
    first, second = played.bets if played.bets[0] else (stakes.small_blind, stakes.big_blind)
    return f"{first:,}/{second:,}" + (f" ({stakes.ante:,})" if stakes.ante else "")


def before(played: SessionHand) -> dict[str, Any]:
    """What the tablet says before this hand."""
    now, following = turn_words(place_in_session(played))
    level = f"Level {played.level_number} · {GAMES[played.game][1]}"
    return {
        "stage": "between",
        "now": now,
        "next": following,
        "level": level,
        "stakes": stakes_words(played),
        "stacks": as_shown(played.starting_stacks),
    }


def as_shown(stacks: Mapping[int, int]) -> dict[str, str]:
    return {str(seat): f"{stack:,}" for seat, stack in stacks.items()}


def chips_in_play(felt: Felt) -> int:
    rows = ChipRow.objects.filter(tournament=felt.tournament)
    return int(rows.aggregate(total=Sum("amount"))["total"])


def test_one_table_plays_a_published_session(
    live_page: Page, live_floorman: LiveFloorman, output_path: str
) -> None:
    hands = published_session()
    felt = session_felt(
        hands,
        stack=STARTING_STACK,
        structure=session_structure(),
        chip_values=CHIPS,
        rule_profile="wsop2024",
        now=timezone.now(),
    )
    session = Session(felt, live_page, live_floorman, Path(output_path))
    for place in range(OPENING_HANDS):
        assert session.screen("Level 1")["now"] == turn_words(place)[0]
        session.fold_out()
    session.floor.colour_up(hands[0].starting_stacks)

    level_number = 1
    for played in hands:
        if played.number == COLOURED_UP_BEFORE:
            session.next_period()
            assert session.screen("Break")["now"] == "Break"
            session.floor.colour_up(played.starting_stacks)
        if played.level_number > level_number:
            session.next_period()
            level_number = played.level_number
        shown = session.screen(f"Level {level_number}")
        button = shown.pop("button")
        assert shown == before(played), played.number
        assert button == str(played.button) or played.game in STUD, played.number
        if played.number in BY_THUMB:
            session.tell(played)
        else:
            session.send(played)
        assert felt.stacks() == played.finishing_stacks, played.number
        assert chips_in_play(felt) == sum(played.finishing_stacks.values()), played.number

    shown = session.screen("Level 3")
    assert (shown["now"], shown["next"]) == turn_words(OPENING_HANDS + len(hands))
    assert shown["stacks"] == as_shown(hands[-1].finishing_stacks)
    assert len(hands) == 46
    assert Hand.objects.filter(table=felt.table).count() == OPENING_HANDS + len(hands)
