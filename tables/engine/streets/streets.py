"""From street to street: how a hand begins and what comes when a betting round is over.

Board games need nothing of this but `begin`: between their rounds they need board cards. The
others pass through here:

    begin ──► deal_up ──► betting ──► round_over ► deal_up | deal_board | draw ──► betting … ──► showdown
                (stud)                   │          (the next street: for stud see stud_streets.py)
                                         ├──► complete, carried    nobody bet where one had to open
                                         └──► openers | complete   all but one have folded
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tables.engine.cards.cards import DECK, UNKNOWN
from tables.engine.errors import IllegalAction
from tables.engine.play.dealing import check_new, see
from tables.engine.play.operations import DealBoard, RunBoards
from tables.engine.play.pots import Pot
from tables.engine.play.progress import CardPlay, Progress, Runs
from tables.engine.play.rounds import open_round, start_betting
from tables.engine.play.showdown import settle
from tables.engine.streets.drawing import begin_draw
from tables.engine.streets.italian import equalise
from tables.engine.streets.stud import await_up_cards, open_if_known
from tables.engine.streets.stud_streets import (
    begin_street,
    cards_due,
    deal_street,
    is_community_card,
    run_out,
)

MOST_BOARDS: Final = 3
"""Of one run-out."""


def begin(p: Progress) -> None:
    """The posts are in: the first cards are dealt and the first round opens."""
    game = p.game
    if game.betting == "none":
        p.phase = "result"
        return
    if game.plays_cards:
        deck = len(DECK) + 1 - len(p.setup.in_play.left_out)
        p.cards = CardPlay(
            stub=deck - len(p.unknown_hand) * len(p.order), faces=game.faces, up_places=game.up_places
        )
        if game.is_stud:
            await_up_cards(p)
            return
    if awaits_first_card(p):
        p.phase = "deal_board"
        return
    start_betting(p, p.setup.opening.action_order)
    if p.phase == "round_over":
        continue_hand(p)


def continue_hand(p: Progress) -> None:
    """What follows where a round or a draw has just ended, or up-cards were recorded."""
    if p.phase == "deal_up":
        open_if_known(p)
    elif p.phase == "drawn":
        if p.closed:
            p.phase = "round_over"
        else:
            open_round(p, _action_order_after_draw(p))
    elif p.phase == "deal_board" and not p.closed and not is_community_card(p):
        begin_street(p)  # the stub was counted, or a hand less is to be dealt to
    elif p.phase == "openers":
        # Cards recorded meanwhile may prove them.
        p.phase = "showdown"
        settle(p)
    if p.phase == "round_over":
        _leave_street(p)


def _leave_street(p: Progress) -> None:
    if len(p.live) == 1:
        p.pots = (Pot(0, p.pot, (p.live[0],)),)
        settle(p)
    elif _nobody_bet(p):
        if p.game.streets[p.street].unbet == "carries_equalised":
            equalise(p)
        p.phase, p.outcome = "complete", "carried"
    elif p.street + 1 == len(p.game.streets):
        p.phase = "showdown"
        settle(p)
    elif p.game.streets[p.street + 1].draw:
        p.street += 1
        begin_draw(p)
    elif not p.closed:
        begin_street(p)
    else:
        run_out(p)


def _nobody_bet(p: Progress) -> bool:
    """Whether the pot carries over to the next hand. With a player all-in it cannot: that player could
    not play for it, and the hand continues.
    """
    return p.game.streets[p.street].unbet != "goes_on" and not p.bet_to_match and not p.all_in


def _action_order_after_draw(p: Progress) -> list[int]:
    """From the left of the button; where somebody opened, from the opener or the next still in (S-063), but
    from the left of the last blind opener (S-094).
    """
    cards = p.cards
    if cards is None or p.game.streets[p.street].first_to_act != "opener":
        return p.live
    if cards.blinds:
        at = p.order.index(cards.blinds[-1]) + 1
    elif cards.opener is not None:
        at = p.order.index(cards.opener)
    else:
        return p.live
    return [seat for seat in p.order[at:] + p.order[:at] if seat in p.live]


# --- Board cards


def deal_board(p: Progress, operation: DealBoard) -> None:
    """Puts the next street's cards on the board and opens its betting, if there can be any.

    In a run-out of stud they are a card to each contender, in the order of the deal.
    """
    cards = operation.cards
    due = board_due(p)
    if len(cards) != due:
        if not due:
            raise IllegalAction("no board cards are due now", "board_not_due")
        raise IllegalAction(
            f"{due} board cards are due, not {len(cards)}", "board_card_count", {"count": due}
        )
    if UNKNOWN in cards:
        check_new(p, cards)
        p.seen.update([card for card in cards if card])
    else:
        see(p, cards)
    if p.cards is not None:
        deal_street(p, cards)
        if p.closed:
            settle(p)
        return
    if awaits_first_card(p):
        p.board += cards
        start_betting(p, [seat for seat in p.setup.opening.action_order if seat in p.live])
        return
    p.board += cards
    p.street += 1
    if not p.closed:
        open_round(p, p.live)
    elif p.street + 1 == len(p.game.streets):
        _end_board(p)


def awaits_first_card(p: Progress) -> bool:
    """Courchevel: the first card of the flop is turned up with the deal."""
    return not p.street and not p.board and bool(p.game.streets) and p.game.streets[0].board_cards > 0


def board_due(p: Progress) -> int:
    """How many cards are to be recorded at once now."""
    if awaits_first_card(p):
        return p.game.streets[0].board_cards
    return (p.game.streets[p.street + 1].board_cards or cards_due(p)) if p.phase == "deal_board" else 0


# --- A run-out dealt more than once


def run_boards(p: Progress, operation: RunBoards) -> None:
    """All-in and with no action pending, the players agree that the rest of the board is dealt so many times, each time
    for its share of the pots (WSOP Live 204 to 207).
    """
    if p.runs is not None:
        raise IllegalAction(
            f"the board is dealt {p.runs.count} times already", "boards_agreed", {"count": p.runs.count}
        )
    if not p.closed or p.phase != "deal_board" or p.cards is not None:
        raise IllegalAction(
            "a board is dealt more than once only where the betting is over and its cards are to come",
            "boards_not_now",
        )
    most = min(p.setup.rules.run_out_boards, MOST_BOARDS)
    if most < 2:
        raise IllegalAction("this house deals every board once", "boards_once")
    if not 1 < operation.count <= most:
        raise IllegalAction(
            f"a board is dealt at most {most} times, not {operation.count}",
            "board_count",
            {"count": operation.count, "cap": most},
        )
    p.runs = Runs(count=operation.count, street=p.street, shared=p.board)


def most_boards(p: Progress) -> int:
    """How many times the rest of the board may be dealt, where that can be agreed now; else 0."""
    most = min(p.setup.rules.run_out_boards, MOST_BOARDS)
    is_open = p.closed and p.phase == "deal_board" and p.cards is None and p.runs is None
    return most if most > 1 and is_open else 0


def _end_board(p: Progress) -> None:
    """A board is whole: the next one comes from where they part, or the showdown (WSOP Live 205, 209)."""
    runs = p.runs
    if runs is not None:
        boards = (*runs.boards, p.board)
        p.runs = replace(runs, boards=boards)
        if len(boards) < runs.count:
            p.board, p.street = runs.shared, runs.street
            return
        p.board = boards[0]
    p.phase = "showdown"
    settle(p)
