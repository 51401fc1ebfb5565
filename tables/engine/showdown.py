"""The showdown: who shows when, who may muck, which pots are decided, and the paying.

Once the betting is over for good every contender may table the hand, also before the last board
cards (TDA 16). A pot is decided when one claimant is left, when all its claimants have shown known
cards, or when its winners were declared because the cards are not known. When every pot is
decided the hand is complete by itself.
"""

from __future__ import annotations

from tables.engine.cards import UNKNOWN, Card, format_cards
from tables.engine.errors import IllegalAction
from tables.engine.evaluation import strength
from tables.engine.operations import DealHole, DeclareWinners, Muck, Show
from tables.engine.pots import Award, Pot, split_pot
from tables.engine.state import Progress

# --- Cards becoming known


def check_new(p: Progress, cards: tuple[Card, ...]) -> None:
    """Refuses a known card that is in the hand already, or twice among these."""
    seen = p.seen
    for at, card in enumerate(cards):
        if card and (card in seen or card in cards[:at]):
            name = format_cards([card])
            raise IllegalAction(f"{name} is already in this hand", "duplicate_card", {"card": name})


def learn_hole(p: Progress, seat: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The seat's cards with these filled in; raises if they contradict what is known.

    The order in which a hand is told does not matter; known cards keep their place.
    """
    held = p.hole[seat]
    if len(cards) != len(held):
        raise IllegalAction(
            f"seat {seat} has {len(held)} cards, not {len(cards)}",
            "hole_card_count",
            {"seat": seat, "count": len(held)},
        )
    new = tuple([card for card in cards if card and card not in held])
    check_new(p, new)
    if not new:
        return held
    unknown = held.count(UNKNOWN)
    if len(new) > unknown:
        raise IllegalAction(
            f"seat {seat} holds {format_cards(held)}, not {format_cards(cards)}",
            "hole_cards_contradict",
            {"seat": seat, "known": format_cards(held), "cards": format_cards(cards)},
        )
    if unknown == len(held):
        return cards
    fill = iter(new + (UNKNOWN,) * unknown)
    return tuple([card or next(fill) for card in held])


def may_know(p: Progress, seat: int) -> bool:
    return UNKNOWN in p.hole[seat] and seat not in p.shown and seat not in p.mucked


def deal_hole(p: Progress, operation: DealHole) -> None:
    seat, cards = operation.seat, operation.cards
    if not p.closed and p.hole.get(seat) == p.dark and len(cards) == len(p.dark) and UNKNOWN not in cards:
        # As nearly always: a whole hand, told while nobody has shown or mucked.
        seen = p.seen
        known = len(seen) + len(cards)
        seen.update(cards)
        if len(seen) != known:
            _refuse_duplicate(p, cards)
        p.hole[seat] = cards
        return
    if p.phase == "complete":
        raise IllegalAction("the hand is complete", "hand_complete")
    if seat not in p.hole:
        raise _not_dealt_in(seat)
    if not may_know(p, seat):
        raise IllegalAction(
            f"the cards of seat {seat} are known or given up already", "hole_cards_settled", {"seat": seat}
        )
    cards = learn_hole(p, seat, cards)
    p.hole[seat] = cards
    p.seen.update(cards)


def _refuse_duplicate(p: Progress, cards: tuple[Card, ...]) -> None:
    """Names the card; `seen` has these cards already, so what is known is gathered again."""
    p.seen = {card for known in (p.board, *p.hole.values()) for card in known}
    check_new(p, cards)


def _not_dealt_in(seat: int) -> IllegalAction:
    return IllegalAction(f"seat {seat} is not in this hand", "seat_not_in_hand", {"seat": seat})


# --- Showing and mucking


def undecided(p: Progress) -> list[int]:
    """The contenders who have neither shown nor mucked, in the order in which they owe it.

    The last aggressor of the last betting round first, then clockwise; without a bet from the
    left of the button (TDA 17-A). Players of the newest side pot come before those who can win
    older pots only (WL145), unless the house pays the main pot first.
    """
    if not p.closed or p.phase == "complete":
        return []
    order = p.live
    if p.aggressor is not None:
        at = order.index(p.aggressor)
        order = order[at:] + order[:at]
    order = [seat for seat in order if seat not in p.shown and seat not in p.mucked]
    if p.pots and len(p.pots) > 1 and p.setup.rules.side_pot_order == "newest_first":
        deepest = {seat: pot.index for pot in p.pots for seat in pot.seats}
        order.sort(key=lambda seat: -deepest[seat])
    return order


def muck_refusal(p: Progress, seat: int) -> IllegalAction | None:
    """Why a contender may not give the hand up unseen, if so."""
    if p.all_in and p.setup.rules.all_in_tabled:
        return IllegalAction(
            "a player is all-in and the betting is over: every hand is tabled (TDA 16)", "muck_all_in"
        )
    if any(seat in winners for winners in p.declared.values()):
        return IllegalAction(f"seat {seat} has won a pot", "muck_winner", {"seat": seat})
    if any(claimants(p, pot) == [seat] for pot in p.pots or ()):
        return IllegalAction(
            f"seat {seat} is the last to claim a pot and wins it unseen", "muck_last", {"seat": seat}
        )
    return None


def show(p: Progress, operation: Show) -> None:
    seat = operation.seat
    _check_undecided(p, seat)
    if operation.cards:
        cards = learn_hole(p, seat, operation.cards)
        p.hole[seat] = cards
        p.seen.update(cards)
    p.shown.append(seat)
    settle(p)


def muck(p: Progress, operation: Muck) -> None:
    seat = operation.seat
    _check_undecided(p, seat)
    refusal = muck_refusal(p, seat)
    if refusal:
        raise refusal
    p.mucked.append(seat)
    settle(p)


def _check_undecided(p: Progress, seat: int) -> None:
    if p.phase == "complete":
        raise IllegalAction("the hand is complete", "hand_complete")
    if not p.closed:
        raise IllegalAction("the betting is not over", "betting_not_over")
    if seat not in p.live:
        raise IllegalAction(f"seat {seat} is not contending", "not_contending", {"seat": seat})
    if seat in p.shown or seat in p.mucked:
        raise IllegalAction(f"seat {seat} has shown or mucked already", "already_decided", {"seat": seat})


# --- Deciding the pots


def claimants(p: Progress, pot: Pot) -> list[int]:
    return [seat for seat in pot.seats if seat not in p.mucked]


def to_declare(p: Progress) -> list[int]:
    """Indexes of the pots that only a declaration, or cards still to be told, can decide."""
    if p.phase != "showdown" or p.pots is None:
        return []
    board_known = UNKNOWN not in p.board
    return [
        pot.index
        for pot in p.pots
        if pot.index not in p.declared
        and len(seats := claimants(p, pot)) > 1
        and not (board_known and all(UNKNOWN not in p.hole[seat] for seat in seats))
    ]


def declare(p: Progress, operation: DeclareWinners) -> None:
    """Records a pot's winners; who is not among them has lost it."""
    index, winners = operation.pot, operation.seats
    open_pots = to_declare(p)
    if index not in open_pots:
        raise IllegalAction(
            f"pot {index} has no winner to be declared now",
            "nothing_to_declare",
            {"pot": index, "open": open_pots},
        )
    assert p.pots is not None  # noqa: S101  # to_declare found a pot
    seats = claimants(p, p.pots[index])
    if not winners or len(set(winners)) != len(winners) or not set(winners) <= set(seats):
        raise IllegalAction(
            f"pot {index} can be won by seats {', '.join(map(str, seats))}",
            "cannot_win_pot",
            {"pot": index, "seats": seats},
        )
    _check_consistent(p, p.pots[index], winners)
    p.declared[index] = tuple([seat for seat in seats if seat in winners])
    settle(p)


def _check_consistent(p: Progress, pot: Pot, winners: tuple[int, ...]) -> None:
    """Who beat a player for one pot beats him for every pot both can win."""
    for index, others in p.declared.items():
        both = set(pot.seats).intersection((p.pots or ())[index].seats)
        here, there = both.intersection(winners), both.intersection(others)
        # A pot won by a hand that is not in the other one says nothing about those in both.
        if here and there and here != there:
            raise IllegalAction(
                f"the winners of pot {pot.index} contradict those of pot {index}",
                "winners_contradict",
                {"pot": pot.index, "other": index},
            )


def _winners(p: Progress, pot: Pot, board_known: bool) -> list[int] | None:
    """The seats that share a pot, clockwise from the button, or None while it is open."""
    seats = claimants(p, pot)
    if len(seats) == 1:
        return seats
    if pot.index in p.declared:
        return list(p.declared[pot.index])
    if not board_known:
        return None
    shown, hole = p.shown, p.hole
    for seat in seats:
        if seat not in shown or UNKNOWN in hole[seat]:
            return None
    game, board = p.game, p.board
    strengths = [strength(game.ranking, game.selection, hole[seat], board) for seat in seats]
    best = max(strengths)
    return [seat for seat, each in zip(seats, strengths, strict=True) if each == best]


def settle(p: Progress) -> None:
    """Completes the hand if every pot is decided: pays each pot, and losers count as mucked."""
    pots = p.pots or ()
    board_known = p.phase == "showdown" and UNKNOWN not in p.board
    decided: list[tuple[Pot, list[int]]] = []
    for pot in pots:
        winners = _winners(p, pot, board_known)
        if winners is None:
            return
        decided.append((pot, winners))
    if p.setup.rules.side_pot_order == "newest_first":
        decided.reverse()
    chip = p.setup.stakes.chip
    awards = []
    for pot, winners in decided:
        for seat, amount in split_pot(amount=pot.amount, winners=winners, chip=chip):
            p.stacks[seat] += amount
            awards.append(Award(pot.index, seat, amount))
    if p.declared:
        paid = {seat for _, winners in decided for seat in winners}
        p.mucked += [s for s in p.live if s not in paid and s not in p.shown and s not in p.mucked]
    p.awards = tuple(awards)
    p.phase = "complete"
