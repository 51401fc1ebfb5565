"""Steps of the director: the ladder locked, the bubble prize set, the prizes chopped once and again."""

from __future__ import annotations

from dataclasses import replace

from tests.tables.money_walk.house import Evening, NothingToDo, pick
from tournament.models import Chop, ChopMethod
from tournament.queries.flights import entries_counted
from tournament.queries.payouts.chops import prizes_left
from tournament.queries.payouts.ladder import (
    lawful_ladder,
    pool_for,
    prize_pool,
)
from tournament.rules.payouts.locked import tiers_of
from tournament.services.prizes.chops import agree_to_chop, propose_chop
from tournament.services.prizes.locked_ladder import lock_payouts, unlock_payouts
from tournament.services.setup.tournaments import edit_tournament


def lock(walk: Evening, which: int) -> None:
    """As calculated, or with the first prize a little higher or lower, which the house bears."""
    if not which % 3:
        lock_payouts(**walk.ids)
        return
    tournament = walk.fresh()
    pool, entries = prize_pool(tournament), entries_counted(tournament)
    prizes = lawful_ladder(tournament, pool=pool, entries=entries).amounts
    if not prizes:
        raise NothingToDo
    first, *others = prizes
    amounts = tiers_of([max(first + (which if which % 3 == 1 else -which), *others, 1), *others])
    left = pool_for(tournament, places=len(prizes), pool=pool, entries=entries) - amounts.total
    lock_payouts(
        amounts=amounts,
        difference="added" if left < 0 else "withheld" if left > 0 else "none",
        pool_seen=pool.total,
        **walk.ids,
    )


def unlock(walk: Evening, _which: int) -> None:
    unlock_payouts(**walk.ids)


def set_bubble(walk: Evening, which: int) -> None:
    """Another bubble prize, or none."""
    prize = 0 if which == walk.fresh().bubble_prize else which
    edit_tournament(change=lambda plan: replace(plan, bubble_prize=prize), **walk.ids)


def put_bubble_back(walk: Evening, before: int) -> None:
    """Settings stand in the log and are set again, not undone; what they awarded goes with them."""
    edit_tournament(change=lambda plan: replace(plan, bubble_prize=before), **walk.ids)


def propose(walk: Evening, which: int) -> None:
    """By one of the methods, with none, a part or most of it left to play for, for the winner or for two."""
    method = pick(list(ChopMethod), which)
    left = prizes_left(walk.fresh())
    to_play_for = left.most_to_play_for * (which // len(ChopMethod) % 4) // 4
    second_for = to_play_for // 3 if which % 2 else 0
    share, odd = divmod(left.total - to_play_for, len(left.players))
    custom = {each.entry: share + (odd if number == 0 else 0) for number, each in enumerate(left.players)}
    propose_chop(
        method=method,
        played_for=to_play_for - second_for,
        second_for=second_for,
        custom=custom,
        **walk.ids,
    )


def chop(walk: Evening, which: int) -> None:
    """Proposed and agreed by all who are left, by stacks where they are known."""
    is_known = not prizes_left(walk.fresh()).unknown
    methods = list(ChopMethod) if is_known else [ChopMethod.EQUAL, ChopMethod.CUSTOM]
    method = list(ChopMethod).index(pick(methods, which))
    propose(walk, method + len(ChopMethod) * (1 + which % 4))
    agree(walk, 1)


def agree(walk: Evening, which: int) -> None:
    """One of those who have not agreed yet, or all of them."""
    chop = pick(Chop.objects.filter(tournament=walk.tournament, undone_at=None, agreed_at=None), 0)
    waiting = list(chop.shares.filter(consent=None).order_by("pk").values_list("entry", flat=True))
    for entry in waiting if which % 2 else [pick(waiting, which)]:
        agree_to_chop(chop_id=chop.pk, entry_id=entry, **walk.ids)
