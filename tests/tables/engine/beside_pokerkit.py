"""A hand played move by move in this engine and in PokerKit 0.7.7, an engine written by others.

After every operation the chips in front of and behind each seat, who is still in, the pots, the
actor and all he may do must agree, and at the end every stack. Ours is held against the book first
(beside_book.py), without exception. Where PokerKit is known to differ from the book the difference is
named (pokerkit_differences.py) and must be exactly as large as its rule says. Anything else raises
Unexplained, with the hand on one line; `replay_line` plays it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tables.engine import (
    UNKNOWN,
    BringIn,
    Call,
    Card,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    Discard,
    Fold,
    IllegalAction,
    Operation,
    RaiseTo,
    Setup,
    State,
    apply,
    format_cards,
    legal,
    replay,
)
from tables.engine.notation import format_line, parse_line
from tests.tables.engine.beside_book import BesideBook, Unexplained, choice_of
from tests.tables.engine.book.boards import shares_last_card
from tests.tables.engine.book.rulings import Choice
from tests.tables.engine.pokerkit_differences import explained, their_payment, theirs_of
from tests.tables.engine.pokerkit_games import their_state


class Diverged(Exception):
    """A known difference after which the two play different hands."""


class Beside:
    """One hand in both engines, before its first cards; seat n of ours is player n of PokerKit's.

    hands: the cards that each seat will be dealt first. found: the known differences met, by name.
    """

    def __init__(self, setup: Setup, hands: Mapping[int, tuple[Card, ...]]) -> None:
        self.found: Counter[str] = Counter()
        self.book = BesideBook(setup)
        self.may: Choice | None = None
        """What the actor may do in both engines."""
        self.ours: State = replay(setup, ())
        self.theirs = their_state(setup, hands)
        self._untold: list[tuple[int, tuple[Card, ...]]] = []
        self.hands = hands

    def deal(self) -> None:
        """The first cards of every seat; raises as `play` does."""
        for seat, cards in self.hands.items():
            self._apply(DealHole(seat, cards))
        self._compare()

    def play(self, operation: Operation) -> None:
        """One operation in both; raises Unexplained, or Diverged where the hand cannot continue in both."""
        self._apply(operation)
        self._compare()

    def play_alone(self, operation: Operation) -> None:
        """One operation beside the book only, after the two have parted."""
        self._apply_ours(operation)
        self.look()

    def look(self) -> None:
        """What the actor of ours may do."""
        if self.ours.phase == "betting":
            self.may = choice_of(legal(self.ours))

    # --- One operation ---------------------------------------------------------------------------

    def _apply_ours(self, operation: Operation) -> None:
        try:
            self.ours = apply(self.ours, operation)
        except IllegalAction as error:
            raise self.unexplained(f"{operation} refused by ours", error) from error
        self.book.follow(operation, self.ours)

    def _apply(self, operation: Operation) -> None:
        self._apply_ours(operation)
        try:
            self._do_theirs(operation)
        except ValueError as error:
            raise self.unexplained(f"{operation} refused by PokerKit", error) from error
        self._tell_cards()

    def _do_theirs(self, operation: Operation) -> None:
        match operation:
            case DealHole(seat, cards) | DealUp(seat, cards):
                self._untold.append((seat, cards))
            case DealBoard(cards) if self.ours.game.is_stud and len(cards) > 1:  # a card to each
                self._untold += [(seat, (card,)) for seat, card in zip(self.ours.live, cards, strict=True)]
            case DealBoard(cards):
                self.theirs.burn_card("??")
                self.same("board cards due", len(cards), self.theirs.board_dealing_count)
                self.theirs.deal_board(format_cards(cards))
            case Discard(_, cards):
                self.theirs.stand_pat_or_discard(format_cards(cards))
            case BringIn():
                self.theirs.post_bring_in()
            case Call() if self.theirs.bring_in_status:
                self.theirs.post_bring_in()
            case Check() | Call():
                self.theirs.check_or_call()
            case Fold():
                self.theirs.fold()
            case RaiseTo(_, amount):
                self.theirs.complete_bet_or_raise_to(amount)
            case _:
                pass  # what is shown is no business of PokerKit's, which evaluates by itself

    def _tell_cards(self) -> None:
        """Gives PokerKit the cards it waits for, and the check of a player whom ours does not ask."""
        theirs = self.theirs
        while True:
            if self.ours.actor is None and theirs.actor_index is not None:
                able = self.book.hand.behind()
                self.same("idle", (0, [theirs.actor_index + 1]), (theirs.checking_or_calling_amount, able))
                theirs.check_or_call()
                self.found["idle"] += 1
            elif theirs.can_burn_card("??") and not any(theirs.board_dealing_counts):
                theirs.burn_card("??")
            elif not self._deal_untold():
                return

    def _deal_untold(self) -> bool:
        """Whether PokerKit took a card that ours has already."""
        theirs = self.theirs
        if theirs.hole_dealee_index is None:
            return False
        for at, (seat, cards) in enumerate(self._untold):
            taken = len(theirs.hole_dealing_statuses[seat - 1])
            if taken:
                theirs.deal_hole(format_cards(cards[:taken]), seat - 1)
                rest = cards[taken:]
                self._untold[at : at + 1] = [(seat, rest)] if rest else []
                return True
        return False

    # --- Comparing -------------------------------------------------------------------------------

    def _compare(self) -> None:
        state, theirs = self.ours, self.theirs
        if state.is_complete:
            self._compare_end()
            return
        is_common = state.game.is_stud and legal(state).board_cards == 1
        one_for_all = is_common and not self.waits_for_cards()
        if one_for_all and not any(theirs.board_dealing_counts):
            cards = 7 * len(self.book.hand.live)
            self._leave("short_stub", shares_last_card(self.book.hand) and cards <= 52)
        if theirs.status:
            self._compare_chips()
        else:  # it has paid before a hand was shown; that is compared at the end
            self.same("phase", state.phase, "showdown")
        if state.phase == "draw" and not self.waits_for_cards():
            self.same("drawer", legal(state).drawer, theirs.stand_patter_or_discarder_index + 1)
        elif state.phase == "betting" and not self.waits_for_cards():
            self._compare_decision()

    def waits_for_cards(self) -> bool:
        """Whether some live seat's cards have still to be told."""
        return any(UNKNOWN in self.ours.hole[seat] for seat in self.ours.live)

    def _compare_chips(self) -> None:
        state, theirs = self.ours, self.theirs
        seats = sorted(state.order)
        stacks = [state.stacks[seat] for seat in seats]
        if stacks != theirs.stacks:
            antes = [self.book.hand.antes[seat] for seat in seats]
            back = max(antes) - sorted(antes)[-2]
            trimmed = [stack + back * (ante == max(antes)) for ante, stack in zip(antes, stacks, strict=True)]
            self._leave("trimmed_ante", back > 0 and trimmed == theirs.stacks)
        self.same("stacks", stacks, theirs.stacks)
        self.same("bets", [state.bets[seat] for seat in seats], theirs.bets)
        self.same("players in", [seat in state.live for seat in seats], theirs.statuses)
        self.same("pot", state.pot_total, theirs.total_pot_amount)
        if not any(theirs.bets):
            pots = [(pot.amount, [seat - 1 for seat in pot.seats]) for pot in state.pots]
            self.same("pots", pots, [(pot.amount, list(pot.player_indices)) for pot in theirs.pots])

    def _compare_decision(self) -> None:
        state, theirs = self.ours, self.theirs
        if theirs.actor_index is None or theirs.actor_index + 1 != state.actor:
            self._compare_speaker()
        their = theirs_of(theirs)
        ours = self.may = choice_of(legal(state))
        if ours == their:
            return
        expected, names = explained(self.book.hand, theirs)
        if "?" in names or not names or expected != their:
            raise self.unexplained("decision", ours, their, expected, names)
        self.found.update(names)
        if ours.call != their.call and "ante_all_in" not in names:
            raise Diverged
        self.may = _common(ours, their)

    def _compare_speaker(self) -> None:
        """Who acts first may be told by rules that PokerKit does not have."""
        hand, first = self.book.hand, self.theirs.actor_index
        if first is not None and hand.game.antes_only and hand.round:
            self._leave("opener", first + 1 == next(seat for seat in hand.live if hand.stacks[seat]))
        if first is not None and hand.round == 0 and hand.game.form == "5S":
            aces = [seat for seat in hand.order if hand.hole[seat][1][0] == "A"]
            self._leave("tied_aces", len(aces) > 1 and self.theirs.opener_index + 1 == aces[0])
        raise self.unexplained("actor", self.ours.actor, first if first is None else first + 1)

    def _compare_end(self) -> None:
        hand, theirs = self.book.hand, self.theirs
        if hand.carried:
            self._leave("unopened", theirs.status and not any(theirs.bets) and theirs.street_index == 1)
        self.same("hand over", True, not theirs.status)
        stacks, names = dict(hand.stacks), list[str]()
        if len(hand.live) > 1:
            won, names = their_payment(hand, self.book.paid)
            for pot in self.book.paid:
                stacks = {seat: chips - pot.won.get(seat, 0) for seat, chips in stacks.items()}
            stacks = {seat: chips + won[seat] for seat, chips in stacks.items()}
        self.same("finishing stacks", [stacks[seat] for seat in sorted(stacks)], theirs.stacks)
        self.found.update(names)

    def same(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            raise self.unexplained(what, ours, theirs)

    def _leave(self, name: str, as_known: bool) -> None:
        """Leaves a hand that continues differently, if the difference is as it is known."""
        if not as_known:
            raise self.unexplained(name)
        self.found[name] += 1
        raise Diverged

    def unexplained(self, what: str, *values: object) -> Unexplained:
        said = ", ".join(map(str, values))
        return Unexplained(
            f"{what}: ours, PokerKit's: {said}\n{format_line(self.ours.setup, self.ours.history)}"
        )


def _common(ours: Choice, their: Choice) -> Choice:
    """What both allow; a call of the whole bring-in is theirs too."""
    low, high = None, None
    if ours.low is not None and ours.high is not None and their.low is not None and their.high is not None:
        low, high = max(ours.low, their.low), min(ours.high, their.high)
    if low is None or high is None or low > high:
        low, high = None, None
    return Choice(ours.can_fold and their.can_fold, ours.call, ours.bring_in, low, high)


def replay_line(line: str) -> Beside:
    """Plays a hand again that `Unexplained` has printed; raises as it did."""
    setup, operations = parse_line(line)
    n = len(setup.seats)
    beside = Beside(setup, {each.seat: each.cards for each in operations[:n] if isinstance(each, DealHole)})
    beside.deal()
    for operation in operations[n:]:
        beside.play(operation)
    return beside
