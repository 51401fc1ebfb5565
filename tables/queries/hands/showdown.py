"""The hands that lie open at a table, for the floor to judge."""

from __future__ import annotations

from tables.engine import UNKNOWN, Card, Setup, format_cards
from tables.engine.cards.ranks import RANKS
from tables.models import Hand, Table
from tables.queries.hands.verdict import VerdictQuestion
from tables.queries.hands.verdict_games import kind_of
from tables.queries.table.hand import last_hand, load_hand


def showdown_at(table: Table) -> VerdictQuestion | None:
    """The first of `showdowns_of` the newest hand of a table."""
    hand = last_hand(table)
    return None if hand is None else next(iter(showdowns_of(hand)), None)


def showdowns_of(hand: Hand) -> tuple[VerdictQuestion, ...]:
    """A hand that came to a showdown: the hands that were tabled whole, the board; a question for each of several.

    A player who may still show has an empty hand. None during the betting, for a hand without a showdown,
    for one that was only counted and for a game recorded by result.
    """
    if hand.is_counted or not kind_of(hand.game):
        return ()
    state = load_hand(hand).state
    shown = {seat: _known(state.hole[seat]) for seat in state.shown}
    if state.phase != "showdown" and not shown:
        return ()
    open_still = set(state.live).difference(state.mucked) if state.phase == "showdown" else ()
    hands = tuple((seat, shown.get(seat, ())) for seat in sorted({*shown, *open_still}))
    return tuple(
        VerdictQuestion(
            game=kind_of(hand.game),
            hands=hands,
            board=_known(board),
            players=_players(state.setup),
            seats=True,
        )
        for board in state.boards_so_far
    )


def _players(setup: Setup) -> int:
    """Those dealt in; where the house keeps a deck of its own, as many as it is the deck for."""
    return 9 - RANKS.index(setup.deck_lowest) if setup.deck_lowest else len(setup.seats)


def _known(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(format_cards([card]) for card in cards if card != UNKNOWN)
