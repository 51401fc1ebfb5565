"""The showdown: the order of showing, mucking, and which pots are decided.

Once the betting is over for good every contender may table the hand, also before the last board
cards (TDA 16). A pot is decided when one claimant is left, when all its claimants have shown known
cards, or when its winners were declared because the cards are not known. When every pot is
decided the hand is complete by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from tables.engine.cards.cards import UNKNOWN, Card, format_cards
from tables.engine.errors import IllegalAction
from tables.engine.play.awarding import PotSplit, Strengths, award, boards, claimants, halves, splits_of
from tables.engine.play.dealing import check_new, learn_hole
from tables.engine.play.openers import HAND, could_open, original_hand, proof_due, required
from tables.engine.play.operations import DeclareWinners, Half, Muck, Show, ShowOpeners
from tables.engine.play.pots import Pot
from tables.engine.play.progress import Progress

# --- Showing and mucking


def undecided(p: Progress) -> list[int]:
    """The contenders who have neither shown nor mucked, in the order in which they must.

    The last aggressor of the last betting round first, then clockwise; without a bet from the
    left of the button, in stud from the seat whose board acted first (TDA 17-A, S-100). Players of the
    newest side pot come before those who can win older pots only (WSOP Live 145), unless the house pays the
    main pot first.
    """
    if not _may_show(p):
        return []
    order = p.live
    leader = p.aggressor if p.aggressor is not None else (p.cards.first if p.cards is not None else None)
    if leader in order:
        at = order.index(leader)
        order = order[at:] + order[:at]
    order = [seat for seat in order if seat not in p.shown and seat not in p.mucked]
    if p.pots and len(p.pots) > 1 and p.setup.rules.side_pot_order == "newest_first":
        deepest = {seat: pot.index for pot in p.pots for seat in pot.seats}
        order.sort(key=lambda seat: -deepest[seat])
    return order


def _may_show(p: Progress) -> bool:
    """Once the betting is over; before the board is whole too, but never before a draw."""
    return p.closed and (p.phase == "showdown" or p.phase == "deal_board")


def _runs_out(p: Progress) -> bool:
    """Whether stud cards are still to come: declaring a winner implies that they were dealt."""
    return p.closed and p.phase == "deal_board" and p.game.is_stud


def muck_refusal(p: Progress, seat: int) -> IllegalAction | None:
    """Why a contender may not give the hand up unseen, if so."""
    if p.all_in and p.setup.rules.all_in_tabled:
        return IllegalAction(
            "a player is all-in and the betting is over: every hand is tabled (TDA 16)", "muck_all_in"
        )
    if p.irregularities is not None and seat in p.irregularities.asked:
        return IllegalAction(
            f"the cards of seat {seat} were asked for: it shows them (TDA 18-B)", "muck_asked", {"seat": seat}
        )
    for winners in p.declared.values():
        if seat in winners:
            return IllegalAction(f"seat {seat} has won a pot", "muck_winner", {"seat": seat})
    for pot in p.pots or ():
        if claimants(p, pot) == [seat]:
            return IllegalAction(
                f"seat {seat} is the last to claim a pot and wins it unseen", "muck_last", {"seat": seat}
            )
    return None


def show(p: Progress, operation: Show) -> None:
    seat = operation.seat
    _check_undecided(p, seat)
    if operation.cards and operation.cards != p.hole[seat]:
        # All cards of a hand are shown at once (S-101).
        cards = learn_hole(p, seat, operation.cards, whole=True)
        p.hole[seat] = cards
        p.seen.update([card for card in cards if card])
    p.shown += (seat,)
    settle(p)


def muck(p: Progress, operation: Muck) -> None:
    seat = operation.seat
    _check_undecided(p, seat)
    refusal = muck_refusal(p, seat)
    if refusal:
        raise refusal
    p.mucked += (seat,)
    settle(p)


def _check_undecided(p: Progress, seat: int) -> None:
    if p.phase == "complete":
        raise IllegalAction("the hand is complete", "hand_complete")
    if not _may_show(p):
        raise IllegalAction("the betting is not over", "betting_not_over")
    if seat not in p.live:
        raise IllegalAction(f"seat {seat} is not contending", "not_contending", {"seat": seat})
    if seat in p.shown or seat in p.mucked:
        raise IllegalAction(f"seat {seat} has shown or mucked already", "already_decided", {"seat": seat})


def show_openers(p: Progress, operation: ShowOpeners) -> None:
    """The proof of openers, when it is asked for; the pots are paid then."""
    due = p.cards.opener if p.cards is not None and p.phase == "openers" else None
    if operation.seat != due:
        raise IllegalAction(
            f"seat {operation.seat} has no openers to show now", "no_proof_due", {"seat": operation.seat}
        )
    _prove(p, operation.seat, operation.cards)
    p.phase = "showdown"
    settle(p)


def _prove(p: Progress, seat: int, shown: tuple[Card, ...]) -> None:
    """Accepts the openers shown; unknown cards mean that the dealer saw them and entered none.

    Raises IllegalAction where the hand that is known, or what is shown, could not open.
    """
    cards = p.cards
    assert cards is not None  # noqa: S101  # openers are due in games with card play only
    original = original_hand(p, seat)
    new = tuple([card for card in shown if card and card not in original])
    check_new(p, new)
    could_not = (
        len(shown) > HAND
        or len(new) > original.count(UNKNOWN)
        or UNKNOWN not in original
        or (UNKNOWN not in shown and not could_open(p, shown))
    )
    if could_not:
        raise IllegalAction(
            f"{format_cards(shown)} are no openers of seat {seat}: a pair of {required(p)} or better opens",
            "no_openers",
            {"seat": seat, "cards": format_cards(shown), "rank": required(p)},
        )
    p.seen.update(new)
    cards.proven = True


# --- Deciding the pots


def to_declare(p: Progress, half: Half = "") -> list[int]:
    """Indexes of the pots that only a declaration, or cards still to be recorded, can decide.

    half: "low" for the low one; "" for the high one, which is all there is in most games.
    """
    if p.pots is None or not (p.phase == "showdown" or _runs_out(p)):
        return []
    board_known = p.phase == "showdown" and not any(UNKNOWN in board for board in boards(p))
    wanted: Half = half or halves(p)[0]
    return [
        pot.index
        for pot in p.pots
        if (pot.index, "") not in p.declared
        and (pot.index, wanted) not in p.declared
        and len(seats := claimants(p, pot)) > 1
        and not (board_known and all(UNKNOWN not in p.hole[seat] for seat in seats))
    ]


def declare(p: Progress, operation: DeclareWinners) -> None:
    """Records the winners of a pot or of a half of it; everybody else has lost it.

    Without a half the seats win all of the pot. Nobody may be named for the low half alone.
    """
    index, winners, half = operation.pot, operation.seats, operation.half
    open_pots = _open_for(p, half)
    if index not in open_pots:
        raise IllegalAction(
            f"pot {index} has no winner to be declared now",
            "nothing_to_declare",
            {"pot": index, "open": open_pots},
        )
    assert p.pots is not None  # noqa: S101  # an open pot was found
    seats = claimants(p, p.pots[index])
    named = half == "low" or winners
    if not named or len(set(winners)) != len(winners) or not set(winners) <= set(seats):
        raise IllegalAction(
            f"pot {index} can be won by seats {', '.join(map(str, seats))}",
            "cannot_win_pot",
            {"pot": index, "seats": seats},
        )
    _check_consistent(p, p.pots[index], winners, half)
    won = tuple([seat for seat in seats if seat in winners])
    p.declared = {**p.declared, (index, half): won}
    settle(p)


def _open_for(p: Progress, half: Half) -> list[int]:
    """The pots whose half may be declared; a whole pot only while neither half has been."""
    if not p.game.is_high_low:
        return [] if half else to_declare(p)
    lows = to_declare(p, "low")
    if half == "low":
        return lows
    highs = to_declare(p)
    return highs if half else [pot for pot in highs if pot in lows]


def _check_consistent(p: Progress, pot: Pot, winners: tuple[int, ...], half: Half) -> None:
    """A player who beats another for one pot beats them for every pot that both can win."""
    for (index, of), others in p.declared.items():
        if half and of and of != half:
            continue
        both = set(pot.seats).intersection((p.pots or ())[index].seats)
        here, there = both.intersection(winners), both.intersection(others)
        # Winning a pot says nothing about another pot that the winner is not in.
        if here and there and here != there:
            raise IllegalAction(
                f"the winners of pot {pot.index} contradict those of pot {index}",
                "winners_contradict",
                {"pot": pot.index, "other": index},
            )


def settle(p: Progress) -> None:
    """Completes the hand if every pot is decided: pays each pot, and losers count as mucked."""
    if not p.mucked and not p.declared and len(p.shown) < len(p.live) > 1:
        return
    decided = []
    strengths: Strengths = {}
    for pot in p.pots or ():
        each = splits_of(p, pot, strengths)
        if each is None:
            return
        decided.append((pot, each))
    if p.setup.rules.side_pot_order == "newest_first":
        decided.reverse()
    if p.cards is not None and proof_due(p, _paid(decided)) is not None:
        p.phase = "openers"
        return
    if p.declared:
        paid = _paid(decided)
        p.mucked += tuple([s for s in p.live if s not in paid and s not in p.shown and s not in p.mucked])
    award(p, decided)


def _paid(decided: Sequence[tuple[Pot, Sequence[PotSplit]]]) -> set[int]:
    return {seat for _, each in decided for split in each for seat in split.seats}
