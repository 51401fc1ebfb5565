"""The names of the hands shown at a showdown: `naming` applied to a recorded hand."""

from __future__ import annotations

from collections.abc import Mapping

from tables.engine.cards.cards import UNKNOWN
from tables.engine.cards.evaluation import qualifies
from tables.engine.cards.naming import HandName, hand_name
from tables.engine.play.awarding import halves, hand_strength
from tables.engine.play.operations import Half
from tables.engine.state import State


def made_hands(state: State) -> Mapping[tuple[int, Half], HandName]:
    """By seat and half ("" in a game with one): the tabled hands, once all cards are dealt.

    Hands and boards with an unknown card are left out, lows that do not qualify, and all where there was more than
    one board.
    """
    p = state.progress
    known = [seat for seat in p.shown if seat in p.live and UNKNOWN not in p.hole[seat]]
    if not known or p.street + 1 < len(p.game.streets) or UNKNOWN in p.board or p.runs is not None:
        return {}
    found: dict[tuple[int, Half], HandName] = {}
    for at, half in enumerate(halves(p)):
        contest = p.setup.in_play.contests[at]
        for seat in known:
            made = hand_strength(p, seat, at, p.board)
            if qualifies(contest.ranking, contest.qualifier, made):
                found[seat, half] = hand_name(contest.ranking, made)
    return found
