"""Random hands played move by move beside PokerKit 0.7.7, an engine written by others.

At every decision the actor, the price of a call and the range of a raise must agree, and at the
end every stack. Where the two are known to differ each difference is named by its rule; then the
hand goes on with a move both accept. A hand that differs in any other way fails.
"""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from typing import Any

import pokerkit
import pytest

from tables.engine import (
    GAMES,
    Call,
    Check,
    DealBoard,
    DealHole,
    Fold,
    HouseRules,
    IllegalAction,
    Operation,
    Positions,
    RaiseTo,
    SeatStack,
    Setup,
    Show,
    Stakes,
    State,
    apply,
    encode,
    format_cards,
    legal,
    replay,
)
from tables.engine.cards import DECK
from tables.engine.structures import raise_limits

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

# PokerKit's cap is a bet and three raises, always.
RULES = HouseRules(limit_cap=3, limit_heads_up_uncapped="never")

AUTOMATIONS = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
    pokerkit.Automation.CARD_BURNING,
    pokerkit.Automation.RUNOUT_COUNT_SELECTION,
    pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)

SMALL, BIG = 5, 10

DIFFERENCES = {
    "short_blind": "B4-2: a short big blind leaves the price, and the pot limit, whole (S-029, TDA 54-B)",
    "half_bet": "B4-4: in limit an all-in under half a bet is completed, half a bet re-opens (RRP, TDA 47)",
    "cap": "B4-5: in limit the big blind is the bet of the cap, a short all-in no raise (W100b, RRP)",
    "reopened": "B4-9: a first raise or bet of less than the minimum does not re-open (ACT-17, TDA 47)",
    "idle": "the last player with chips is not asked to check when there is nothing to match",
    "covered": "B4-6: a raise above what the others have left is accepted while they have chips",
    "odd_chip": "B4-3: odd chips go one each to the first seats left of the button (TDA 20, W73)",
}


class Diverged(Exception):
    """A known difference after which the two play different hands."""


class Beside:
    """One hand in both engines; seat n of ours is player n of PokerKit."""

    def __init__(self, code: str, rng: random.Random) -> None:
        self.rng = rng
        self.game = GAMES[code]
        self.limit = self.game.betting == "fixed_limit"
        n = rng.randint(2, 6)
        stacks = [rng.choice([rng.randint(1, 60), rng.randint(40, 400), 1000]) for _ in range(n)]
        self.ante = rng.choice([0, 0, 1, 2])
        self.ours = self._our_state(code, stacks)
        self.theirs = self._their_state(code, stacks)
        self.short_blind = any(
            post.kind == "big_blind" and post.amount < BIG for post in self.ours.setup.posts
        ) or any(post.kind == "small_blind" and post.amount < SMALL for post in self.ours.setup.posts)
        self.short_raise = False
        self.found: Counter[str] = Counter()
        self.deck = rng.sample(DECK, len(DECK))
        for seat in self.ours.order if n > 2 else (1, 2):
            self._deal_hole(seat)

    def _our_state(self, code: str, stacks: list[int]) -> State:
        n = len(stacks)
        setup = Setup.for_level(
            game=code,
            rules=RULES,
            stakes=Stakes(
                SMALL, BIG, ante=self.ante, ante_kind="classic" if self.ante else "none",
                small_bet=BIG, big_bet=2 * BIG,
            ),
            positions=Positions(
                button=n,
                small_blinds=(2,) if n == 2 else (1,),
                big_blinds=(1,) if n == 2 else (2,),
            ),
            seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
        )  # fmt: skip
        return replay(setup, ())

    def _their_state(self, code: str, stacks: list[int]) -> Any:
        antes, blinds, chips = (self.ante,) * len(stacks), (SMALL, BIG), tuple(stacks)
        if self.limit:
            kind: Any = {
                "FT": pokerkit.FixedLimitTexasHoldem,
                "FO": fixed_limit_omaha,
            }[code]
            return kind.create_state(AUTOMATIONS, True, antes, blinds, BIG, 2 * BIG, chips, len(stacks))
        kind = {
            "NT": pokerkit.NoLimitTexasHoldem, "PT": pot_limit_holdem, "NO": no_limit_omaha,
            "PO": pokerkit.PotLimitOmahaHoldem,
        }[code]  # fmt: skip
        return kind.create_state(AUTOMATIONS, True, antes, blinds, BIG, chips, len(stacks))

    def _deal_hole(self, seat: int) -> None:
        count = self.game.hole_cards
        cards, self.deck = tuple(self.deck[:count]), self.deck[count:]
        self.ours = apply(self.ours, DealHole(seat, cards))
        self.theirs.deal_hole(format_cards(cards), player_index=seat - 1)

    def play(self) -> None:
        while not self.ours.is_complete:
            if self.ours.actor is None and self.theirs.actor_index is not None:
                assert self.theirs.checking_or_calling_amount == 0, str(self)
                self.theirs.check_or_call()
                self.found["idle"] += 1
            if self.ours.phase == "deal_board":
                count = legal(self.ours).board_cards
                cards, self.deck = tuple(self.deck[:count]), self.deck[count:]
                self.ours = apply(self.ours, DealBoard(cards))
                self.theirs.deal_board(format_cards(cards))
            elif self.ours.phase == "showdown":
                for seat in legal(self.ours).may_show:
                    self.ours = apply(self.ours, Show(seat))
            else:
                self._act()
        self._compare_stacks()

    def _act(self) -> None:
        answer, theirs = legal(self.ours), self.theirs
        seat = answer.actor
        assert seat is not None
        if theirs.actor_index is None or theirs.actor_index != seat - 1:
            pytest.fail(f"we wait for seat {seat}, PokerKit for {theirs.actor_index}: {self}")
        their_call = theirs.checking_or_calling_amount
        if (answer.call_amount or 0) != their_call:
            self._differs("call", answer.call_amount, their_call)
        ours = (answer.raise_min, answer.raise_max)
        other = (
            theirs.min_completion_betting_or_raising_to_amount,
            theirs.max_completion_betting_or_raising_to_amount,
        )
        if ours != other:
            self._differs("raise", ours, other)
        self._move(seat, answer.call_amount or 0, ours, other)

    def _move(self, seat: int, call: int, ours: Any, theirs: Any) -> None:
        roll = self.rng.random()
        operation: Operation = Call(seat) if call else Check(seat)
        if roll < 0.15 and call:
            operation = Fold(seat)
        elif roll < 0.55 and None not in (*ours, *theirs):
            low, high = max(ours[0], theirs[0]), min(ours[1], theirs[1])
            if low <= high:
                amount = self.rng.choice([low, high, self.rng.randint(low, high)])
                operation = RaiseTo(seat, amount)
        if isinstance(operation, RaiseTo):
            least = theirs[0] if self.limit else ours[0]
            full = self.ours.level + (self.limit_bet if self.limit else BIG)
            self.short_raise = self.short_raise or operation.amount < max(least, full)
            self.theirs.complete_bet_or_raise_to(operation.amount)
        elif isinstance(operation, Fold):
            self.theirs.fold()
        else:
            self.theirs.check_or_call()
        self.ours = apply(self.ours, operation)

    @property
    def limit_bet(self) -> int:
        return BIG if self.ours.street < 2 else 2 * BIG

    def _differs(self, what: str, ours: object, theirs: object) -> None:
        """Names a known difference, or fails."""
        if self.short_blind:
            self.found["short_blind"] += 1
            raise Diverged
        refusal = raise_limits(self.ours.progress, self.ours.actor or 0)
        code = refusal.code if isinstance(refusal, IllegalAction) else ""
        if self.limit and code == "raise_capped":
            self.found["cap"] += 1
        elif not self.limit and self.short_raise and code == "raise_not_reopened":
            self.found["reopened"] += 1
        elif what == "raise" and not code and theirs == (None, None) and self._covers_all_others():
            self.found["covered"] += 1
        elif self.limit and self.short_raise and what == "raise":
            self.found["cap" if theirs == (None, None) and not code else "half_bet"] += 1
        else:
            pytest.fail(f"{what}: ours {ours}, PokerKit's {theirs}: {self}")

    def _covers_all_others(self) -> bool:
        state = self.ours
        others = [state.stacks[seat] + state.bets[seat] for seat in state.live if seat != state.actor]
        return max(others) <= max(state.bets.values())

    def _compare_stacks(self) -> None:
        ours = [self.ours.results[seat] for seat in sorted(self.ours.results)]
        theirs = list(self.theirs.stacks)
        assert sum(ours) == sum(theirs)
        if ours == theirs:
            return
        most = len(self.ours.pots) * (len(self.ours.order) - 1)
        shared = [award.pot for award in self.ours.awards]
        assert len(shared) > len(set(shared)), f"ours {ours}, PokerKit's {theirs}: {self}"
        assert sum(abs(a - b) for a, b in zip(ours, theirs, strict=True)) <= 2 * most, str(self)
        self.found["odd_chip"] += 1

    def __str__(self) -> str:
        setup = self.ours.setup
        return f"{setup.to_dict()} {' '.join(map(encode, self.ours.history))}"


def variant(base: Any, **changes: Any) -> Any:
    """A game PokerKit does not name, from its parts."""

    class Variant(base):  # type: ignore[misc]  # PokerKit is untyped here
        pass

    for name, value in changes.items():
        setattr(Variant, name, value)
    return Variant


pot_limit_holdem: Any = variant(
    pokerkit.NoLimitTexasHoldem, betting_structure=pokerkit.BettingStructure.POT_LIMIT
)
no_limit_omaha: Any = variant(
    pokerkit.PotLimitOmahaHoldem, betting_structure=pokerkit.BettingStructure.NO_LIMIT
)
# PokerKit plays its fixed-limit Omaha hi-lo with pot-limit raises.
fixed_limit_omaha: Any = variant(
    pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    hand_types=(pokerkit.OmahaHoldemHand,),
    betting_structure=pokerkit.BettingStructure.FIXED_LIMIT,
)

HANDS = 60


@pytest.mark.parametrize("code", ["NT", "PT", "FT", "NO", "PO", "FO"])
def test_random_hands_agree_with_pokerkit(code: str) -> None:
    rng = random.Random(f"beside {code}")
    found: Counter[str] = Counter()
    for _ in range(HANDS):
        beside = Beside(code, rng)
        with contextlib.suppress(Diverged):
            beside.play()
        found += beside.found
    assert found.keys() <= DIFFERENCES.keys()
