"""The streets of stud after the first: a card to each, or one for all where the stub is too short.

    round_over ──► deal_up ──► betting        a card each, to be recorded where it lies face up
        │  └─────────────────► betting        the last one lies face down: nothing to record
        ├──► deal_board ─────► betting        one community card
        └──► deal_board ──► deal_board … ──► showdown     a run-out

In a run-out the betting is over before the last street: the hands are tabled (TDA 16), then each
street comes in its turn, a card to each contender in the order of the deal, recorded at once.

How many cards are left follows from the count. No card is dealt that is not there: where the stub
and the burns shuffled into it are too few, the card is a community card, on whichever street that is.
"""

from __future__ import annotations

from tables.engine.cards.cards import UNKNOWN, Card
from tables.engine.games.game import places_up
from tables.engine.play.operations import DealBoard, DealHole, DealUp, DeclareWinners, Operation, Show
from tables.engine.play.progress import CardPlay, Progress
from tables.engine.streets.stud import act_from, await_up_cards, first_again, unknown_up

BURNED_PER_STREET = 1


def begin_street(p: Progress) -> None:
    """The street that follows, the betting going on."""
    if is_community_card(p):
        p.phase = "deal_board"
        return
    p.street += 1
    _off_the_stub(p, len(p.live))
    for seat in p.live:
        p.hole[seat] += (UNKNOWN,)
    if p.game.streets[p.street].up:
        await_up_cards(p)
    else:
        act_from(p, first_again(p))


def run_out(p: Progress) -> None:
    """The betting is over: the next street follows, or after the last one the showdown."""
    p.phase = "showdown" if p.street + 1 == len(p.game.streets) else "deal_board"


def cards_due(p: Progress) -> int:
    """How many cards the next street brings: one for all, or in a run-out one to each contender."""
    return len(p.contending) if p.closed and not is_community_card(p) else 1


def deal_street(p: Progress, cards: tuple[Card, ...]) -> None:
    """Puts down the cards of the next street, as many as are due; they are new to the hand."""
    each = cards_due(p) > 1
    p.street += 1
    _off_the_stub(p, len(cards))
    if each:
        _to_each(p, cards)
    else:
        _to_all(p, cards)
    if p.closed:
        run_out(p)
    else:
        act_from(p, first_again(p))  # no board has changed (TDA RP-10H)


def _to_each(p: Progress, cards: tuple[Card, ...]) -> None:
    """In the order of the deal. A hand that was given up counts on: it may still be retrieved."""
    dealt = dict(zip(p.contending, cards, strict=True))
    for seat in p.live:
        p.hole[seat] += (dealt.get(seat, UNKNOWN),)


def _to_all(p: Progress, cards: tuple[Card, ...]) -> None:
    p.board += cards
    play = _cards(p)
    at = len(p.hole[p.live[0]])  # no hand has a place for it
    play.faces = play.faces[:at] + play.faces[at + 1 :]
    play.up_places = places_up(play.faces)
    play.community_street = p.street


# --- The stub


def is_community_card(p: Progress) -> bool:
    """Whether the card of the next street is a community card: stub and burns are too short for one each
    (TDA RP-10H, WSOP Live 228).
    """
    cards = _cards(p)
    return cards.stub + cards.burns < _required(p, len(p.contending))


def _required(p: Progress, players: int) -> int:
    """A card each, and where the last card lies face down the burn and the last of the deck, which is
    never dealt. Ten players of five-card stud get the very last card: none is burned before it.
    """
    return players + BURNED_PER_STREET + 1 if p.game.shares_last_card else players


def _off_the_stub(p: Progress, count: int) -> None:
    """Takes a street's cards and its burn; the earlier burns are shuffled in where that is needed."""
    cards = _cards(p)
    cards.burns_before = cards.burns
    if cards.stub < _required(p, count):
        cards.stub += cards.burns
        cards.burns = 0
    burned = min(BURNED_PER_STREET, max(cards.stub - count, 0))
    cards.stub = max(cards.stub - count - burned, 0)
    cards.burns += burned


def counted_stub(p: Progress, left: int) -> None:
    """The dealer has counted what is left. More than can be left once the cards of this street are dealt
    was counted before they were: then they are dealt again from there, and may be a community card.
    """
    if can_be_left(p, left):
        _counted(p, left)
        return
    cards = _cards(p)
    p.street -= 1
    for seat in p.live:
        p.hole[seat] = p.hole[seat][:-1]
    cards.burns = cards.burns_before
    cards.awaiting = []
    _counted(p, left)
    p.queue = []
    p.actor = None
    begin_street(p)


def _counted(p: Progress, left: int) -> None:
    """So many in the stub; no more burns than the rest of the deck has room for."""
    cards, most = _cards(p), _not_dealt(p)
    cards.stub = left
    cards.burns = min(cards.burns, most - left)


def can_be_left(p: Progress, left: int, *, undealt: int = 0) -> bool:
    """Whether so many cards can be left beside those that are dealt; undealt: of them so many are not."""
    return left <= _not_dealt(p) + undealt


def _not_dealt(p: Progress) -> int:
    """The cards that lie in no hand, not on the board, and were not exposed."""
    aside = len(p.irregularities.exposed) if p.irregularities is not None else 0
    deck = len(p.game.ranks) * 4 + bool(p.game.joker)
    return deck - sum(map(len, p.hole.values())) - len(p.board) - aside


def just_dealt(p: Progress) -> int:
    """How many cards this street dealt, if none is recorded and nobody has acted since: perhaps
    they are still to come.
    """
    is_new = p.phase == "deal_up" or (p.phase == "betting" and not p.actions)
    if not is_new or not p.game.is_stud or p.street == _cards(p).community_street:  # or the first, 0
        return 0
    return 0 if any(p.hole[seat][-1] for seat in p.live) else len(p.live)


# --- Streets that went by


def deal_unrecorded(p: Progress, operation: Operation) -> None:
    """Streets of a run-out that nobody recorded: an up-card of the next one, a whole hand, the community
    card or a declared winner implies that they were dealt.
    """
    match operation:
        case DeclareWinners():
            _deal_unseen(p, community_street=True)
        case Show(seat, cards) | DealHole(seat, cards):
            whole = len(cards) >= p.game.hole_cards - len(p.board) - p.game.shares_last_card
            if whole and UNKNOWN not in cards and len(cards) > len(p.hole.get(seat, ())):
                _deal_unseen(p)
        case DealUp(seat, cards) if any(cards) and seat in p.hole and not unknown_up(p, seat):
            deal_street(p, (UNKNOWN,) * cards_due(p))
        case DealBoard(cards) if len(cards) == 1:
            _deal_unseen(p)
        case _:
            pass


def _deal_unseen(p: Progress, *, community_street: bool = False) -> None:
    """for_all: also a card that is a community card."""
    while p.phase == "deal_board" and ((due := cards_due(p)) > 1 or community_street):
        deal_street(p, (UNKNOWN,) * due)


def _cards(p: Progress) -> CardPlay:
    assert p.cards is not None  # noqa: S101  # a stud hand begins with its card play
    return p.cards
