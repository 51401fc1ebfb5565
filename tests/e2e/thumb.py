"""Operations told by thumb: what a dealer taps on the tablet for each of them."""

from __future__ import annotations

from collections.abc import Sequence

from tables import engine
from tables.engine import Card
from tests.e2e.dealer import Dealer


def tell(dealer: Dealer, operation: engine.Operation) -> None:
    """Tap one operation with the controls that the screen has for it, and wait until it is recorded."""
    version = int(dealer.page.locator("#screen").get_attribute("data-version") or "")
    _tap(dealer, operation)
    dealer.page.locator(f'#screen[data-version="{version + 1}"]').wait_for()


def _tap(dealer: Dealer, operation: engine.Operation) -> None:
    match operation:
        case engine.Fold() | engine.Muck():
            dealer.slot("fold")
        case engine.Check() | engine.Call() | engine.BringIn() | engine.Discard(cards=()):
            dealer.slot("call")
        case engine.RaiseTo(amount=amount):
            _raise_to(dealer, amount)
        case engine.Discard(cards=cards):
            # They go face down into the muck: the dealer counts them.
            dealer.tap(dealer.page.get_by_role("button", name=f"Draws {len(cards)}", exact=True))
        case engine.DealBoard(cards=cards):
            _pick(dealer, "b", cards)
        case engine.DealUp(seat=seat, cards=cards):
            _pick(dealer, f"t{seat}", cards)
        case engine.Show(seat=seat, cards=cards):
            _pick(dealer, f"s{seat}", cards)
        case _:
            raise ValueError(f"nobody has said how to tap {operation}")


def _raise_to(dealer: Dealer, amount: int) -> None:
    """The one amount of a limit game, an amount of the sheet, or the keypad's."""
    dealer.slot("raise")
    if not dealer.page.locator("#sheet-bet[open]").count():
        return
    offered = dealer.page.locator(f'#sheet-bet [data-amount="{amount}"]')
    if offered.count():
        dealer.tap(offered.first)
        return
    for digit in str(amount):
        dealer.page.locator(f'#keypad [data-key="{digit}"]').click()
    dealer.tap("#keypad-done")


def _pick(dealer: Dealer, what: str, cards: Sequence[Card]) -> None:
    """The cards that the picker does not know yet; after an up-card it is open for the next seat's."""
    if not dealer.page.locator("#sheet-pick[open]").count():
        dealer.slot("deal")
    asked, _colon, known = dealer.page.locator("#picker input[name=operation]").input_value().partition(":")
    assert asked == what
    codes = [engine.format_cards([card]) for card in cards]
    first, *others = [code for code in codes if code not in known]
    dealer.pick(first)
    for code in others:
        dealer.page.locator(f'.pick__card:has(input[value="{code}"])').click()
