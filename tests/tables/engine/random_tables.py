"""Random hands of a live room beside the book: every profile, dead buttons and blinds, straddles,
new players, mucks and rulings, at stacks and cards where rules decide.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, get_args

from tables.engine import (
    GAMES,
    HOUSE_RULES,
    UNKNOWN,
    BringIn,
    ButtonAndBlinds,
    Call,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    Discard,
    Fold,
    Game,
    HouseRules,
    IllegalAction,
    Muck,
    Operation,
    RaiseTo,
    Ruling,
    SeatStack,
    Setup,
    Show,
    Stakes,
    apply,
    legal,
    replay,
)
from tables.engine.games.house_rules import CHOICES
from tables.engine.games.posts import Entering
from tables.engine.games.stakes import AnteKind
from tables.engine.notation import format_line
from tests.tables.engine.beside_book import BesideBook, Unexplained, book_table
from tests.tables.engine.book.chips import Due, from_button, posts
from tests.tables.engine.book.games import described
from tests.tables.engine.random_spots import RoomDeck, random_stack

PROFILES: Final = ("tda2024", "wsop2024", "figp", "home", "draw_room")


def _is_described(code: str) -> bool:
    try:
        return bool(described(code))
    except KeyError:
        return False


BOOK_GAMES: Final = tuple([code for code in GAMES if _is_described(code)])
"""All but those with jokers or openers, Italian poker, and games recorded by their result."""

MOST_SEATS: Final = 10
Answers = Sequence[tuple[str, str]]
"""Keys of the house rules and their values."""
ENTERING: Final[Mapping[str, Entering]] = {each: each for each in get_args(Entering)}


def random_rules(profile: str, rng: random.Random, house: Answers = ()) -> HouseRules:
    """The profile; in every second hand some of its keys with another answer. house: what is answered so."""
    rules = HOUSE_RULES[profile].to_dict()
    changed = rng.sample(list(rules), 4) if rng.random() < 0.5 else []
    for key in changed:
        before = rules[key]
        if key in CHOICES:
            rules[key] = rng.choice(CHOICES[key])
        else:
            rules[key] = not before if isinstance(before, bool) else rng.randint(0, 5)
    # No openers are asked for in these games, and hands are not declared.
    return HouseRules.from_dict(
        rules | {"prove_openers": False, "hand_reading": "cards_speak", **dict(house)}
    )


def random_table(code: str, rules: HouseRules, rng: random.Random) -> tuple[Setup, Due]:
    """A table with gaps, and what the engine was told about it."""
    game, book = GAMES[code], described(code)
    players = min(rng.choice([2, 2, 3, 3, 4, 5, 6, 8]), game.most_players, MOST_SEATS)
    seats = sorted(rng.sample(range(1, MOST_SEATS + 1), players))
    stakes = _stakes(game, rng)
    deep = rng.random() < 0.25
    chips = {seat: random_stack(stakes, rng, deep=deep) for seat in seats}
    with_blinds = not book.is_stud and not book.antes_only
    if with_blinds:
        button, due = _blinds(seats, chips, stakes, rng)
    else:
        button, due = seats[-1] if book.is_stud else rng.choice(seats), Due()
    setup = Setup.for_level(
        game=code,
        rules=rules,
        stakes=stakes,
        positions=ButtonAndBlinds(
            button=button, small_blinds=tuple(due.small_blinds), big_blinds=tuple(due.big_blinds)
        ),
        seats=[SeatStack(seat, chips[seat]) for seat in seats],
        straddles=due.straddles,
        entering=[(seat, ENTERING[owes]) for seat, owes in due.entering],
        last_two=players == 2 and rng.random() < 0.5,
    )
    return setup, due


def _stakes(game: Game, rng: random.Random) -> Stakes:
    """Odd and even levels; the ante as large as the blind, or odd."""
    book = described(game.code)
    small, big = rng.choice([(5, 10), (10, 20), (1, 2), (25, 50), (10, 15)])
    limit = game.betting in ("fixed_limit", "spread_limit")
    top = 5 * big if game.betting == "spread_limit" else 2 * big
    bets = {"small_bet": big, "big_bet": top} if limit else {}
    ante, chip = rng.choice([big, rng.randint(1, big)]), rng.choice([1, 1, 1, 5, small])
    if book.is_stud:
        bring_in = rng.choice([0, small, rng.randint(1, small)])
        kind: AnteKind = "classic" if not bring_in or rng.random() < 0.8 else "none"
        return Stakes(ante=ante if kind != "none" else 0, ante_kind=kind, bring_in=bring_in, chip=chip,
                      min_bet=0 if limit else big, **bets)  # fmt: skip
    if book.antes_only:
        return Stakes(ante=ante, ante_kind="classic", chip=chip, min_bet=0 if limit else big, **bets)
    kind = rng.choice(["none", "classic", "big_blind", "big_blind", "button"])
    return Stakes(small, big, ante=ante if kind != "none" else 0, ante_kind=kind, chip=chip, **bets)


def _blinds(
    seats: Sequence[int], chips: dict[int, int], stakes: Stakes, rng: random.Random
) -> tuple[int, Due]:
    """Button and blinds, dead or alive, two big blinds, the button's alone, straddles, new players."""
    if len(seats) == 2:
        button = rng.choice(seats)
        return button, Due(small_blinds=(button,), big_blinds=(sum(seats) - button,))
    button = rng.choice(seats) if rng.random() < 0.7 else rng.randint(1, MOST_SEATS)
    order = from_button(seats, button)
    small, big = order[:1], order[1:2]
    kind = rng.random()
    if kind < 0.15:
        small, big = [], order[:1]
    elif kind < 0.25 and len(order) > 3:
        big = order[1:3]
    elif kind < 0.32 and button in order:
        small, big = [], [button]
    others = [seat for seat in from_button(seats, big[-1]) if seat not in small + big]
    straddles: list[tuple[int, int]] = []
    entering: list[tuple[int, str]] = []
    if others and rng.random() < 0.2 and chips[others[0]] > 3 * stakes.big_blind:
        straddles = [(others[0], 2 * stakes.big_blind)]
        if len(others) > 1 and rng.random() < 0.4 and chips[others[1]] > 5 * stakes.big_blind:
            straddles.append((others[1], 4 * stakes.big_blind))
    elif others and big != [button] and rng.random() < 0.2:
        entering = [(rng.choice(others), rng.choice(["entry", "missed_small", "missed_both"]))]
    return button, Due(small_blinds=small, big_blinds=big, straddles=straddles, entering=entering)


# --- The hand


class RandomTableHand:
    """One hand at such a table. Raises Unexplained where engine and book differ."""

    def __init__(self, code: str, rules: HouseRules, rng: random.Random) -> None:
        self.rng = rng
        self.setup, due = random_table(code, rules, rng)
        self.deck = RoomDeck(self.setup, rng)
        self.beside = BesideBook(self.setup)
        self.state = replay(self.setup, ())
        self.raises = rng.choice([0.15, 0.35, 0.6, 0.9])
        self.folds = rng.choice([0.05, 0.15])
        self.errors = rng.choice([0.0, 0.08, 0.25])
        self._compare_posts(due)

    def _compare_posts(self, due: Due) -> None:
        ours = [(post.seat, post.amount, post.kind) for post in self.setup.posts]
        book = posts(book_table(self.setup), due, self.setup.stakes.ante_kind)
        self.beside.same(self.state, "posts", ours, book)

    def play(self) -> None:
        for seat in self.state.order:
            self.do(DealHole(seat, self.deck.take(described(self.setup.game).first_cards)))
        while not self.state.is_complete:
            for operation in self._next():
                self.do(operation)

    def do(self, operation: Operation) -> None:
        try:
            after = apply(self.state, operation)
        except IllegalAction as error:
            raise Unexplained(f"{operation}: refused by ours: {error}") from error
        self.state = after
        self.beside.follow(operation, after)

    def _next(self) -> Iterator[Operation]:
        state = self.state
        answer = legal(state)
        due = [(state.hole[seat].index(UNKNOWN), seat) for seat in state.live if UNKNOWN in state.hole[seat]]
        slip = self._slip(due) if state.game.is_stud and self.rng.random() < self.errors else None
        if slip is not None:
            yield slip
        elif due and self.deck.cards:
            yield self._deal(*min(due))
        elif answer.board_cards:
            yield DealBoard(self.deck.board(answer.board_cards))
        elif answer.drawer is not None:
            yield from self._draw(answer.drawer)
        elif answer.to_show is not None:
            muck = answer.to_show in answer.may_muck and self.rng.random() < 0.5
            yield Muck(answer.to_show) if muck else Show(answer.to_show)
        else:
            if self.rng.random() < 0.15:
                self.beside.compare_motions(state, self.rng)
            error = self._error() if self.rng.random() < self.errors else None
            yield error if error is not None else self._move()

    def _deal(self, place: int, seat: int) -> Operation:
        face = self.state.faces[place]
        cards = self.deck.take(1)
        return DealUp(seat, cards) if face == "u" else DealHole(seat, cards)

    def _draw(self, seat: int) -> Iterator[Operation]:
        hand = self.state.hole[seat]
        count = min(self.rng.choice([0, 1, 1, 2, 3]), len(hand), len(self.deck.cards))
        yield Discard(seat, tuple(self.rng.sample(hand, count)))
        if count:
            yield DealHole(seat, self.deck.take(count))

    # --- What goes wrong with the cards of stud

    def _slip(self, due: Sequence[tuple[int, int]]) -> Operation | None:
        """The stub is counted, often after a mistake; a card of it is exposed, or one that was to lie face down."""
        state, rng = self.state, self.rng
        stub = state.stub or 0
        seat = min(due)[1] if due and state.street and state.faces[min(due)[0]] == "d" else 0
        if rng.random() < 0.5:
            said = rng.choice([stub, stub - 1, stub - 2, stub + 1, rng.randint(0, 12)])
            if seat:  # its betting has begun: whoever counts now counts what is left
                said = min(said, stub)
            return self._if_taken(Ruling(kind="stub_count", amount=max(said, 0)))
        if not stub or not state.street or (due and not seat):
            return None
        exposed = self._if_taken(Ruling(kind="exposed_card", seat=seat, cards=tuple(self.deck.cards[:1])))
        if exposed is not None:
            self.deck.take(1)
        return exposed

    def _if_taken(self, ruling: Ruling) -> Ruling | None:
        """The ruling where the engine takes it; which of them it takes has tests of its own."""
        try:
            apply(self.state, ruling)
        except IllegalAction:
            return None
        return ruling

    # --- Betting and what goes wrong with it

    def _move(self) -> Operation:
        answer, rng = legal(self.state), self.rng
        seat = answer.actor
        assert seat is not None, f"{self.state} {format_line(self.setup, self.state.history)}"
        if answer.bound is not None:
            return answer.bound
        low, high = answer.raise_min, answer.raise_max
        if low is not None and high is not None and rng.random() < self.raises:
            return RaiseTo(seat, rng.choice([low, low, min(high, 2 * low), rng.randint(low, high), high]))
        if answer.bring_in is not None:
            return BringIn(seat)
        if answer.can_check:
            return Check(seat)
        return Fold(seat) if rng.random() < self.folds else Call(seat)

    def _error(self) -> Operation | None:
        """Something irregular that the engine takes; which of them it takes has tests of its own."""
        rng, state = self.rng, self.state
        seat = state.actor
        if seat is None:
            return None
        other = rng.choice([each for each in state.live if each != seat])
        answer = legal(state)
        wrong: list[Ruling] = [
            Ruling(kind="out_of_turn", seat=other, inner=self._word(other, answer.raise_min)),
            Ruling(kind="out_of_turn", seat=other, inner=self._word(other, answer.raise_min)),
            Ruling(kind="skipped", seat=other, floor=True),
            Ruling(kind="dead_hand", seat=rng.choice([seat, other]), floor=True),
        ]
        if answer.call_amount and answer.call_amount > 1:
            left = rng.randint(1, answer.call_amount - 1)
            wrong.append(Ruling(kind="undercall", seat=seat, inner=Fold(seat), amount=left, floor=True))
            wrong.append(Ruling(kind="string_bet", seat=seat, inner=Call(seat)))
        if state.may_misdeal:
            wrong.append(Ruling(kind="misdeal", floor=True))
        return self._if_taken(rng.choice(wrong))

    def _word(self, seat: int, raise_min: int | None) -> Fold | Check | Call | RaiseTo:
        words: list[Fold | Check | Call | RaiseTo] = [Fold(seat), Check(seat), Call(seat)]
        if raise_min is not None:
            words += [RaiseTo(seat, raise_min), RaiseTo(seat, 2 * raise_min)]
        return self.rng.choice(words)


def play_random_table(code: str, profile: str, rng: random.Random, house: Answers = ()) -> int:
    """A random hand of this game in such a room; how many operations it took. Raises Unexplained."""
    hand = RandomTableHand(code, random_rules(profile, rng, house), rng)
    hand.play()
    return len(hand.state.history)
