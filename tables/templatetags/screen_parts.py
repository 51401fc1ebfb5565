"""The parts of the tablet's screen, and what each is drawn from.

A part that reads little says so here, and is drawn once for the same values; one that reads much is drawn each time
(None). A value that a template reads and its part does not name would be shown as it was: the screens that are kept
(`tests/tables/drawn`) are drawn one after the other from what was remembered of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Final

from tables.queries.tablet.screen import TabletScreen

Read = Callable[[TabletScreen], Hashable]


def plate_reads(screen: TabletScreen) -> tuple[Hashable, ...]:
    """What the plate of every seat reads beside its seat."""
    felt = screen.felt
    return (
        felt.seats_count,
        bool(felt.next_button),
        screen.may_write,
        screen.stage,
        screen.sheets.by_result is None,
    )


def _head(screen: TabletScreen) -> Hashable:
    stakes = screen.header.stakes
    return (
        screen.table,
        screen.header.hand_number,
        screen.felt.title,
        stakes.level_number,
        stakes.now,
        stakes.coming,
        stakes.is_new,
        stakes.is_mixed,
        stakes.is_break,
        stakes.is_paused,
        stakes.ends_at,
        stakes.hands_left,
        # A clock that runs is counted by the tablet itself.
        bool(stakes.remaining_seconds) if stakes.ends_at else stakes.remaining_seconds,
    )


def _board(screen: TabletScreen) -> Hashable:
    return screen.felt.title, screen.felt.boards, screen.felt.board_number


def _pots(screen: TabletScreen) -> Hashable:
    felt = screen.felt
    return felt.pot_total, bool(felt.carried_pot), screen.stage == "between", felt.bets_now, felt.pots


def _bet_words(screen: TabletScreen) -> Hashable:
    actions = screen.actions
    return screen.may_bet and actions is not None and (actions.raise_is_completion, actions.raise_is_bet)


def _bet_title(screen: TabletScreen) -> Hashable:
    actions = screen.actions
    return screen.may_bet and actions is not None and (actions.seat, actions.name, actions.counts_ante)


def _notes(screen: TabletScreen) -> Hashable:
    felt, draw = screen.felt, screen.sheets.draw
    return (
        felt.won_with,
        felt.out,
        felt.next_button,
        felt.openers,
        felt.carried_pot,
        bool(screen.prompt.refusal),
        draw.stub if draw else None,
        screen.stage == "between",
    )


def _sheets(screen: TabletScreen) -> Hashable:
    """Most taps of a betting round leave nothing to be asked on a sheet; whatever is asked is drawn each time."""
    asked = (
        screen.felt.has_open_pots,
        screen.sheets.may_open,
        screen.prompt.can_deal,
        screen.prompt.can_count,
        screen.to_count,
        screen.sheets.by_result,
    )
    return None if any(asked) else ()


def _feed_floor(screen: TabletScreen) -> Hashable:
    """Mostly the floor says nothing."""
    feed, prompt = screen.feed, screen.prompt
    said = (
        not screen.may_write,
        feed.proposed,
        feed.reshuffled,
        feed.messages,
        feed.moves,
        feed.recalled,
        feed.remarks,
        prompt.hold_reason,
        prompt.refusal == "held",
        prompt.stop,
        prompt.floor_called,
    )
    return None if any(said) else ()


def _prompt(screen: TabletScreen) -> Hashable:
    actions = screen.actions
    if actions is None or screen.stage != "betting" or screen.clock or actions.bound or actions.passive:
        return None
    return actions.seat, actions.name, actions.bring_in, actions.call_amount, screen.header.street


def _slots(screen: TabletScreen) -> Hashable:
    """Of a betting round with nothing beside fold, call and raise; a raise to one amount alone says more of it."""
    actions, sheets = screen.actions, screen.sheets
    if actions is None or screen.stage != "betting" or actions.has_one_raise or not screen.may_write:
        return None
    if sheets.draw or sheets.by_result or sheets.next_picker or sheets.may_open or screen.felt.has_open_pots:
        return None
    return (
        actions.seat,
        actions.bring_in,
        actions.can_fold,
        actions.can_check,
        actions.call_amount,
        actions.call_is_all_in,
        actions.raise_min is None,
        actions.raise_is_completion,
        actions.raise_is_bet,
        actions.blind_open,
    )


# After the plates of the seats, in this order.
PARTS: Final[Mapping[str, Read | None]] = {
    "head": _head,
    "board": _board,
    "pots": _pots,
    "notes": _notes,
    "feed-last": None,
    "feed-floor": _feed_floor,
    "undo": None,
    "prompt": _prompt,
    "irregular": lambda screen: screen.may_write and screen.stage != "between",
    "call-floor": lambda screen: (screen.prompt.floor_called, screen.prompt.floor_coming),
    "slots": _slots,
    "hand": lambda screen: screen.model.start if screen.model else "",
    "bet-title": _bet_title,
    "bet-choices": None,
    "bet-label": _bet_words,
    "bet-limits": None,
    "keypad-done": _bet_words,
    "sheets": _sheets,
}
