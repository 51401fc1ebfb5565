"""Whole hands by thumb, with few taps each: all fold, some are all-in, all check to the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from tests.e2e.dealer import Tablet

READ = """screen => ({
    stage: screen.dataset.stage,
    actor: Number(screen.dataset.actor || 0),
    version: Number(screen.dataset.version),
    // A seat may still say who went out: it has no stack.
    stacks: Object.fromEntries([...screen.querySelectorAll(".plate")]
        .map(plate => [plate.dataset.seat, plate.querySelector(".plate__stack").textContent.replace(/\\D/g, "")])
        .filter(([_seat, stack]) => stack)),
})"""
# More taps than any hand of a test needs.
ENOUGH = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What the tablet shows at one moment."""

    stage: str
    actor: int
    version: int
    stacks: dict[int, int]


def look(tablet: Tablet) -> Screen:
    """Read the screen in one go: it may be swapped at any moment."""
    read = tablet.page.locator("#screen").evaluate(READ)
    stacks = {int(seat): int(stack) for seat, stack in read.pop("stacks").items()}
    return Screen(stacks=stacks, **read)


def deal(tablet: Tablet) -> Screen:
    """Deal the next hand and see that it is in play. What the floor has done just now is waited for first."""
    newest = re.search(
        r'id="screen"[^>]* data-version="(\d+)"', tablet.page.request.get(tablet.page.url).text()
    )
    assert newest is not None
    tablet.page.locator(f'#screen[data-version="{newest[1]}"]').wait_for()
    before = look(tablet)
    tablet.slot("deal")
    return _seen(tablet, after=before)


def walk(tablet: Tablet) -> None:
    """A hand in which everybody folds to the last player."""
    deal(tablet)
    _play_on(tablet, lambda _actor: tablet.slot("fold"), lambda: None)


def all_in(tablet: Tablet, seats: Collection[int], *, winner: int, cards: Sequence[str] = ()) -> None:
    """These seats are all-in, the others fold; `winner` takes it all.

    `cards` are those of the flop, the turn and the river; without them the streets are dealt unseen.
    """

    deal(tablet)
    _play_on(tablet, _all_in_by(tablet, seats), lambda: _name_winner(tablet, winner), cards)


def to_showdown(tablet: Tablet, seats: Collection[int], *, release: Callable[[], object] = bool) -> None:
    """These seats are all-in, the others fold; the streets are dealt unseen, and nobody is named.

    `release` has the floor let the cards of an all-in be dealt, where they wait for it.
    """
    deal(tablet)
    _play_on(tablet, _all_in_by(tablet, seats), lambda: None, until="showdown", release=release)


def name_winner(tablet: Tablet, winner: int) -> int:
    """At showdown: `winner` takes every pot; in how many taps of the sheet."""
    now = look(tablet)
    for taps in range(1, ENOUGH):
        _name_winner(tablet, winner)
        now = _seen(tablet, after=now)
        if now.stage != "showdown":
            return taps
    raise AssertionError("the pots never end")


def _all_in_by(tablet: Tablet, seats: Collection[int]) -> Callable[[int], None]:
    def bet(actor: int) -> None:
        if actor not in seats:
            tablet.slot("fold")
        elif tablet.page.locator("#slot-raise[aria-disabled]").count():
            tablet.slot("call")
        else:
            has_choice = tablet.page.locator("#slot-raise[data-sheet]").count() > 0
            tablet.slot("raise")
            if has_choice:
                tablet.tap(tablet.page.locator("#sheet-bet").get_by_role("button", name="All-in"))

    return bet


def split(tablet: Tablet, seats: Collection[int]) -> None:
    """These seats call and check to the end, and share the pot."""
    deal(tablet)
    _play_on(
        tablet,
        lambda actor: tablet.slot("call" if actor in seats else "fold"),
        lambda: _split(tablet, seats),
    )


def down_to_the_end(tablet: Tablet, seats: Collection[int], winner: int) -> None:
    """Of the hand in play these seats go along to the end and `winner` takes it; for every game.

    Nobody raises or draws, and no card is seen.
    """
    _play_on(
        tablet,
        lambda actor: tablet.slot("call" if actor in seats or _owes_the_bring_in(tablet) else "fold"),
        lambda: _name_winner(tablet, winner),
    )


def _owes_the_bring_in(tablet: Tablet) -> bool:
    return bool(tablet.page.locator("#slot-fold[aria-disabled]").count())


def _seen(tablet: Tablet, *, after: Screen) -> Screen:
    """The screen that follows a tap, once the tap is recorded."""
    tablet.page.locator(f'#screen:not([data-version="{after.version}"])').wait_for()
    tablet.expect_recorded()
    return look(tablet)


def _play_on(
    tablet: Tablet,
    bet: Callable[[int], None],
    name_winner: Callable[[], None],
    cards: Sequence[str] = (),
    until: str = "between",
    release: Callable[[], object] = bool,
) -> None:
    """Tap until the hand is over, each time seeing what was recorded."""
    to_deal = list(cards)
    now = look(tablet)
    for _tap in range(ENOUGH):
        match now.stage:
            case stage if stage == until:
                return
            case "betting":
                bet(now.actor)
            case "deal_board" if tablet.page.locator("#slot-unknown[aria-disabled]").count():
                release()
            case "deal_board" if to_deal:
                street = to_deal.pop(0)
                tablet.slot("deal")
                tablet.pick(*(street[n : n + 2] for n in range(0, len(street), 2)))
            case "deal_board":
                tablet.slot("unknown")
            case "deal_up":
                tablet.slot("unknown")
                tablet.tap(tablet.page.locator("#sheet-opens .slot--choice").first)
            case "draw":
                tablet.slot("call")
            case "showdown":
                name_winner()
            case other:
                raise AssertionError(f"nobody has said what is tapped at {other}")
        now = _seen(tablet, after=now)
    raise AssertionError(f"the hand was not over after {ENOUGH} taps")


def _name_winner(tablet: Tablet, winner: int) -> None:
    """Of the first pot, or half of one, that is open: the sheet comes again by itself for the next."""
    if not tablet.page.locator("#sheet-winners[open]").count():
        tablet.slot("unknown")
    part = tablet.page.locator("#sheet-winners .winners__half").first
    tablet.tap(part.locator(f'button[name=operation][value$=":{winner}"]'))


def _split(tablet: Tablet, seats: Collection[int]) -> None:
    tablet.slot("unknown")
    part = tablet.page.locator("#sheet-winners .winners__half").first
    tablet.tap(part.locator("summary"))
    for seat in seats:
        tablet.tap(part.locator(f"label:has([value='{seat}'])"))
    tablet.tap(part.locator("[type=submit]"))
