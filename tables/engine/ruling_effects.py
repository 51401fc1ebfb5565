"""What each ruling changes. Every effect checks that it fits the moment; some only stay recorded.

Effects work on the chips and seats of the hand, never on its history: what was decided is one more
operation, and the operations before it stand as they were recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tables.engine.awarding import give_up_claims
from tables.engine.betting import call, check, fold, raise_to, stand_raised
from tables.engine.cards import UNKNOWN
from tables.engine.dealing import check_new
from tables.engine.errors import IllegalAction
from tables.engine.operations import Call, Check, Fold, RaiseTo, Ruling
from tables.engine.progress import Progress, Talk
from tables.engine.rounds import advance, leave_to_last, put_in
from tables.engine.rulings import RULINGS
from tables.engine.showdown import settle
from tables.engine.substantial import misdeal_refusal, substantial_action


def talk_of(p: Progress) -> Talk:
    """The memory of rulings, made with the first of them."""
    if p.talk is None:
        p.talk = Talk()
    return p.talk


def rule(p: Progress, ruling: Ruling) -> None:
    """Checks the form of a ruling and does what it says."""
    kind = RULINGS.get(ruling.kind)
    if kind is None:
        raise IllegalAction(
            f"“{ruling.kind}” is no ruling", "no_such_ruling", {"kind": ruling.kind, "kinds": tuple(RULINGS)}
        )
    given = {"seat": ruling.seat, "amount": ruling.amount, "cards": ruling.cards, "inner": ruling.inner}
    missing = [name for name in sorted(kind.needs) if not given[name]]
    if missing:
        raise IllegalAction(
            f"{ruling.kind} does not say {' and '.join(missing)}",
            "ruling_incomplete",
            {"kind": ruling.kind, "missing": missing[0]},
        )
    if kind.by == "floor" and not ruling.floor:
        raise IllegalAction(
            f"{ruling.kind} is for the floor to decide ({kind.rules[0]})",
            "floor_must_confirm",
            {"kind": ruling.kind, "rule": kind.rules[0]},
        )
    if p.phase == "complete":
        raise IllegalAction("the hand is complete", "hand_complete")
    if ruling.seat and ruling.seat not in p.stacks:
        raise IllegalAction(
            f"seat {ruling.seat} is not in this hand", "seat_not_in_hand", {"seat": ruling.seat}
        )
    _EFFECTS.get(ruling.kind, _only_recorded)(p, ruling)
    talk_of(p).rulings.append(ruling)


def _only_recorded(_p: Progress, _ruling: Ruling) -> None:
    """Accepted action, boxed card, premature board, a flop of four, no burn: the rule speaks of cards
    and persons; the chips and cards recorded stay as they are.
    """


def _refuse(ruling: Ruling, why: str) -> IllegalAction:
    return IllegalAction(f"{ruling.kind}: {why}", f"no_{ruling.kind}", {"seat": ruling.seat, "why": why})


# --- Action out of turn (TDA 53, 58; S-038)


def _out_of_turn(p: Progress, ruling: Ruling) -> None:
    """What was said binds when the turn comes, if the action has not changed by then."""
    inner = ruling.inner
    fits = inner is not None and inner.seat == ruling.seat and ruling.seat in p.queue[1:]
    if inner is None or not fits:
        raise _refuse(ruling, "nobody spoke before his turn")
    talk_of(p).bound[ruling.seat] = (inner, p.level)


def bound_to(p: Progress, seat: int) -> Fold | Check | Call | RaiseTo | None:
    """What a seat that spoke out of turn must do now, None where it is free again.

    A fold always binds (TDA 58). Check, call and fold of others do not change the action; a bet or
    raise does, and then the seat is free, unless the house binds always: then a raise that has
    become too small is a call, and a check of a bet leaves only call or fold (None).
    """
    if p.talk is None or seat not in p.talk.bound:
        return None
    said, level = p.talk.bound[seat]
    if isinstance(said, Fold) or p.level == level:
        return said  # type: ignore[return-value]  # only such words bind
    if p.setup.rules.oot_binding == "unchanged":
        return None
    if isinstance(said, RaiseTo) and said.amount <= p.level:
        return Call(seat)
    return None if isinstance(said, Check) else said  # type: ignore[return-value]


def check_bound(p: Progress, operation: Fold | Check | Call | RaiseTo) -> None:
    """Refuses an action that breaks a word given out of turn, or a raise of who may only be passive."""
    talk = p.talk
    if talk is None or operation.seat != p.actor:
        return
    seat = operation.seat
    bound = bound_to(p, seat)
    if bound is not None and operation != bound:
        raise IllegalAction(
            f"seat {seat} has acted out of turn and is bound by it (TDA 53-A)",
            "bound_out_of_turn",
            {"seat": seat},
        )
    if seat in talk.passive and isinstance(operation, RaiseTo):
        raise IllegalAction(
            f"seat {seat} was skipped and may only check, call or fold (TDA 53-B)",
            "passive_only",
            {"seat": seat},
        )
    talk.bound.pop(seat, None)


def _skipped(p: Progress, ruling: Ruling) -> None:
    """Too late to speak for himself: he may no longer raise; or the floor kills the hand."""
    if ruling.seat not in p.queue:
        raise _refuse(ruling, "the seat has nothing to decide")
    talk_of(p).passive.add(ruling.seat)


# --- Motions that count as something else (TDA 42, 43, 51, 56)


def _as_ruled(p: Progress, ruling: Ruling) -> None:
    """The action that the rule makes of the motion; an undercall that is given up stays in the pot."""
    inner = ruling.inner
    if inner is None or inner.seat != ruling.seat:
        raise _refuse(ruling, "the action is not this seat's")
    if ruling.kind == "undercall" and isinstance(inner, Fold) and ruling.amount:
        if ruling.seat != p.actor or ruling.amount >= p.stacks[ruling.seat]:
            raise _refuse(ruling, "the chips are not this seat's to leave")
        put_in(p, ruling.seat, ruling.amount)
    _act(p, inner)


def _act(p: Progress, action: Fold | Check | Call | RaiseTo) -> None:
    check_bound(p, action)
    if isinstance(action, Fold):
        fold(p, action)
    elif isinstance(action, Check):
        check(p, action)
    elif isinstance(action, Call):
        call(p, action)
    else:
        raise_to(p, action)


# --- Bets that were wrong (TDA 1, 49, 52)


def _accepted_raise(p: Progress, ruling: Ruling) -> None:
    """A raise outside the limits on which play has gone on: it stands (TDA 52)."""
    seat, amount = ruling.seat, ruling.amount
    if seat != p.actor or not p.level < amount <= p.stacks[seat] + p.bets[seat]:
        raise _refuse(ruling, "it is no raise of the seat in turn")
    stand_raised(p, seat, amount)


def _corrected_bet(p: Progress, ruling: Ruling) -> None:
    """A bet of the wrong size, and all that matched it, become the right one (TDA 52-A, ACT-22).

    Until the next card; a pot-limit bet quoted too low only until substantial action (52-B).
    """
    seat, amount = ruling.seat, ruling.amount
    betting = p.actor is not None
    bets = p.bets if betting else p.round_bets
    wrong = bets.get(seat, 0)
    if not wrong or wrong == amount or (not betting and p.phase != "deal_board"):
        raise _refuse(ruling, "no bet of this seat can be corrected now")
    if amount > wrong and p.game.betting == "pot_limit" and substantial_action(p):
        raise _refuse(ruling, "after substantial action a bet quoted too low stands (TDA 52-B)")
    below = max([bet for bet in bets.values() if bet < wrong], default=0)
    if amount <= below or any(bet > wrong for bet in bets.values()):
        raise _refuse(ruling, f"it was raised, or {amount} is no more than the bet before")
    for other in [each for each in p.live if bets[each] == wrong]:
        _change_bet(p, bets, other, amount)
    if betting:
        p.level = amount
        p.full = amount if p.full == wrong else p.full
        p.step = max(p.setup.stakes.least_bet, amount - below)
        p.acted = {each: amount if level == wrong else level for each, level in p.acted.items()}


def _change_bet(p: Progress, bets: dict[int, int], seat: int, amount: int) -> None:
    """Moves chips between a stack and its bet, as far as they go."""
    more = min(amount - bets[seat], p.stacks[seat])
    was_all_in = not p.stacks[seat]
    p.stacks[seat] -= more
    bets[seat] += more
    p.totals[seat] += more
    p.pot += more
    if was_all_in and p.stacks[seat]:
        p.all_in.remove(seat)
        p.able += 1
    elif not was_all_in and not p.stacks[seat]:
        p.all_in.append(seat)
        p.able -= 1


def _returned_bet(p: Progress, ruling: Ruling) -> None:
    """A bet or raise that nobody has answered is taken back; what it was to match stays in."""
    seat, amount = ruling.seat, ruling.amount
    others = max([bet for other, bet in p.bets.items() if other != seat])
    answered = p.actor is None or p.bets[seat] != p.level or others >= p.level
    if answered or p.bets[seat] - amount < others:
        raise _refuse(ruling, "nothing of this bet can be taken back")
    _change_bet(p, p.bets, seat, -amount)
    p.level -= amount
    p.full = min(p.full, p.level)
    p.acted[seat] = p.level
    p.queue = [other for other in p.queue if other not in p.acted or p.bets[other] < p.level]
    advance(p)


# --- Chips found behind (TDA 62)


def _chips_behind(p: Progress, ruling: Ruling) -> None:
    """All-in for what was seen: chips found later are laid aside and cannot be won by their owner's
    hand. They come back to him, unless the floor gives them to the caller (ACT-28).
    """
    seat, seen = ruling.seat, ruling.amount
    if seat not in p.live or not seen < p.stacks[seat]:
        raise _refuse(ruling, "the seat has no more behind than that")
    talk_of(p).aside[seat] = p.stacks[seat] - seen
    p.stacks[seat] = seen


def _chips_behind_to(p: Progress, ruling: Ruling) -> None:
    if not talk_of(p).aside or ruling.seat in talk_of(p).aside:
        raise _refuse(ruling, "no chips of another seat are laid aside")
    talk_of(p).aside_to = ruling.seat


def give_back(p: Progress) -> None:
    """The hand is over: chips laid aside go to their owner, or to whom the floor gave them."""
    talk = talk_of(p)
    for seat, chips in talk.aside.items():
        p.stacks[talk.aside_to or seat] += chips
    talk.aside = {}


# --- The deal (TDA 35 to 39, RP-10)


def _misdeal(p: Progress, ruling: Ruling) -> None:
    refusal = misdeal_refusal(p)
    if refusal:
        raise _refuse(ruling, refusal)
    _void(p)


def _fouled_deck(p: Progress, _ruling: Ruling) -> None:
    """Two cards alike: every bet goes back, at any time until the hand is over (TDA 35-D)."""
    _void(p)


def _void(p: Progress) -> None:
    """Everything goes back to where it was before the posts; the hand is dealt again (TDA 35-C)."""
    p.stacks = {each.seat: each.stack for each in p.setup.seats}
    p.bets = dict.fromkeys(p.order, 0)
    p.pot = p.table_ante = 0
    p.antes = {}
    p.totals = dict.fromkeys(p.order, 0)
    p.queue = []
    p.actor = None
    p.pots = ()
    p.closed = True
    p.carried = p.setup.carry.pot
    p.phase, p.outcome = "complete", "void"
    if p.talk is not None:
        p.talk.aside = {}


def _exposed_card(p: Progress, ruling: Ruling) -> None:
    """A card was seen: it will not be dealt again, and a hand that held it gets another (S-124)."""
    seat, cards = ruling.seat, ruling.cards
    hand = p.hole.get(seat, ())
    check_new(p, tuple([card for card in cards if card not in hand]))
    if any(card in hand for card in cards):
        p.hole[seat] = tuple([UNKNOWN if card in cards else card for card in hand])
    p.seen.update([card for card in cards if card])
    talk_of(p).exposed += cards
    if p.cards is not None:
        p.cards.stub -= len(cards)


def _wrong_cards(p: Progress, ruling: Ruling) -> None:
    """A wrong number of cards: before substantial action there may be a misdeal, after it the hand
    is dead; the button's missing last card is replaced (TDA 35-A, 37; S-123, MIS-03, MIS-06).
    """
    seat, count = ruling.seat, ruling.amount
    right = len(p.hole[seat])
    if count == right:
        raise _refuse(ruling, f"{right} cards are right")
    if p.street == 0 and seat == p.order[-1] and count == right - 1 and seat not in p.acted:
        return
    if misdeal_refusal(p):
        _dead_hand(p, ruling)


def _stub_count(p: Progress, ruling: Ruling) -> None:
    if p.cards is None:
        raise _refuse(ruling, "the stub is not counted in this game")
    p.cards.stub = ruling.amount


# --- Hands that die or come back


def _dead_hand(p: Progress, ruling: Ruling) -> None:
    """Out of the hand; the chips stay (S-107, S-108, S-123, TDA 66, W108)."""
    seat = ruling.seat
    if seat not in p.live or seat in p.mucked:
        raise _refuse(ruling, "the seat is out of the hand already")
    if p.closed:
        if sum([other not in p.mucked for other in p.live]) == 1:
            raise _refuse(ruling, "it is the last hand: somebody must win the pot")
        p.mucked.append(seat)
        give_up_claims(p, seat)
        settle(p)
        return
    p.live.remove(seat)
    if p.stacks[seat]:
        p.able -= 1
    else:
        p.all_in.remove(seat)
    if p.cards is not None:
        p.cards.awaiting = [other for other in p.cards.awaiting if other != seat]
        p.cards.drawers = [other for other in p.cards.drawers if other != seat]
    if len(p.live) == 1:
        leave_to_last(p)
    elif seat in p.queue:
        p.queue.remove(seat)
        advance(p)
    elif p.phase == "draw" and p.cards is not None and not p.cards.drawers:
        p.phase = "drawn"


def _retrieved(p: Progress, ruling: Ruling) -> None:
    """Given up unseen, but the cards can be told beyond doubt: they contend again (TDA 14, 65)."""
    if ruling.seat not in p.mucked:
        raise _refuse(ruling, "the seat has not mucked")
    p.mucked.remove(ruling.seat)


def _asked_to_see(p: Progress, ruling: Ruling) -> None:
    """A mucked hand is turned up for who may ask; it wins nothing (TDA 18-B, S-102)."""
    if ruling.seat not in p.mucked:
        raise _refuse(ruling, "the seat has not mucked")
    talk_of(p).asked.add(ruling.seat)


def _declared_hand(p: Progress, ruling: Ruling) -> None:
    """Where the house has it so, the five cards named are the hand, no better one (S-047)."""
    seat, five = ruling.seat, ruling.cards
    held = (*p.hole[seat], *p.board)
    if p.setup.rules.hand_reading != "declared" or len(five) != len(set(five)) or not set(five) <= set(held):
        raise _refuse(ruling, "cards speak here, or these are not the seat's")
    talk_of(p).declared_hands[seat] = five


def _false_opening(p: Progress, ruling: Ruling) -> None:
    """Opened without openers: the hand is dead; with nobody else left the pot is not won (S-064)."""
    cards = p.cards
    if cards is None or cards.opener != ruling.seat or cards.proven:
        raise _refuse(ruling, "the seat has not opened, or has proved its openers")
    cards.proven = True
    contending = [seat for seat in p.live if seat not in p.mucked]
    if contending != [ruling.seat]:
        p.phase = "showdown" if p.phase == "openers" else p.phase
        _dead_hand(p, ruling)
    elif p.setup.rules.false_opening == "returned":
        _void(p)
    else:
        p.phase, p.outcome, p.carried = "complete", "carried", p.pot


_EFFECTS: Final[Mapping[str, Callable[[Progress, Ruling], None]]] = MappingProxyType(
    {
        "out_of_turn": _out_of_turn,
        "skipped": _skipped,
        "string_bet": _as_ruled,
        "short_raise": _as_ruled,
        "undercall": _as_ruled,
        "accepted_raise": _accepted_raise,
        "corrected_bet": _corrected_bet,
        "returned_bet": _returned_bet,
        "chips_behind": _chips_behind,
        "chips_behind_to": _chips_behind_to,
        "misdeal": _misdeal,
        "fouled_deck": _fouled_deck,
        "exposed_card": _exposed_card,
        "wrong_cards": _wrong_cards,
        "stub_count": _stub_count,
        "dead_hand": _dead_hand,
        "retrieved": _retrieved,
        "asked_to_see": _asked_to_see,
        "declared_hand": _declared_hand,
        "false_opening": _false_opening,
    }
)
