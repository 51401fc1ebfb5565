"""A verdict as the floor reads it out: who wins each half, with which cards, and why, with its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tables.engine import GAMES, HouseRules, format_cards, parse_cards
from tables.engine.cards.naming import RankingReason
from tables.engine.games.game import Game
from tables.engine.games.verdict import ContestVerdict, HandRead, HandsVerdict, cards_wanted, verdict
from tables.engine.play.operations import Half
from tables.words.hands import say_hand, say_reason
from tables.words.pots import HalfCalled, half_called, listed
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictQuestion:
    """The question: hands by their number, cards as codes ("Kd").

    seats: the numbers are seats of a table. players: dealt in, where the deck depends on it.
    """

    game: str
    hands: tuple[tuple[int, tuple[str, ...]], ...]
    board: tuple[str, ...] = ()
    players: int | None = None
    seats: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LineShown:
    """One hand: who, what it is, the cards that count, and why it does not win."""

    who: str
    name: str
    cards: str
    outcome: Literal["wins", "shares", "beaten", "none"]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfVerdictShown:
    """What is won and by whom, in a sentence to read out; the hands, the best first."""

    half: HalfCalled
    sentence: str
    why: str
    lines: tuple[LineShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictShown:
    halves: tuple[HalfVerdictShown, ...]
    notes: tuple[str, ...]


def judge(asked: VerdictQuestion, rules: HouseRules) -> HandsVerdict:
    """The engine's answer. Raises InvalidNotation as it does."""
    return verdict(
        game=asked.game,
        hands=[parse_cards("".join(cards)) for _number, cards in asked.hands],
        board=parse_cards("".join(asked.board)),
        players=asked.players,
        rules=rules,
    )


def cards_wanted_in_words(game: str) -> str:
    """How many cards are compared: "Each hand has 4 cards, the board 5. ..."."""
    played = GAMES[game]
    of_hand, of_board = cards_wanted(game=game, board=0)
    if of_board:
        words = _("Each hand has %(hand)d cards, the board %(board)d.")
    elif played.shares_last_card:
        words = _("Each hand has %(hand)d cards, or one less where the last is a community card.")
    else:
        words = _("Each hand has %(hand)d cards.")
    words %= {"hand": of_hand, "board": of_board}
    if played.contests[0].selection == "two_from_hole":
        words += " " + _("Exactly two cards of the hand and three of the board play.")
    return words


def player_label(number: int, *, seats: bool) -> str:
    """ "Hand 2", or "Seat 4" where the numbers are a table's."""
    return (_("Seat %(number)d") if seats else _("Hand %(number)d")) % {"number": number}


def verdict_shown(
    asked: VerdictQuestion, found: HandsVerdict, rules: HouseRules, writer: Writer
) -> VerdictShown:
    """The answer in words."""
    names = [player_label(number, seats=asked.seats) for number, _cards in asked.hands]
    return VerdictShown(
        halves=tuple(_half(contest, names, writer, GAMES[asked.game]) for contest in found.contests),
        notes=tuple(_notes(asked, found, names, rules)),
    )


def _half(contest: ContestVerdict, names: Sequence[str], writer: Writer, game: Game) -> HalfVerdictShown:
    return HalfVerdictShown(
        half=half_called(cast("Half", contest.half), game),
        sentence=_sentence(contest, names, writer),
        why=say_reason(contest.shared, writer) if contest.shared else "",
        lines=tuple(_line(contest, read, names, writer) for read in contest.hands),
    )


def _sentence(contest: ContestVerdict, names: Sequence[str], writer: Writer) -> str:
    if not contest.winners:
        return say_reason(RankingReason(code="no_low", low=True), writer)
    made = say_hand(contest.hands[0].name)
    winners = listed([names[hand] for hand in contest.winners])
    if contest.shared is None:
        alone = len(contest.hands) == 1
        return (_("%(hand)s: %(name)s.") if alone else _("%(hand)s wins: %(name)s.")) % {
            "hand": winners,
            "name": made,
        }
    if contest.shared.code == "circle":
        return _("%(hands)s split the pot.") % {"hands": winners}
    return _("%(hands)s split: %(name)s.") % {"hands": winners, "name": made}


def _line(contest: ContestVerdict, read: HandRead, names: Sequence[str], writer: Writer) -> LineShown:
    made, why = capfirst(say_hand(read.name)), ""
    outcome: Literal["wins", "shares", "beaten", "none"] = "beaten"
    if not read.qualifies:
        outcome, why = "none", _("Does not qualify.")
    elif read.reason is not None:
        why = say_reason(read.reason, writer)
    elif contest.shared is not None:
        outcome = "shares"
    else:
        outcome = "wins"
    return LineShown(
        who=names[read.hand], name=made, cards=format_cards(read.cards), outcome=outcome, why=why
    )


# --- The rules behind it


def _notes(
    asked: VerdictQuestion, found: HandsVerdict, names: Sequence[str], rules: HouseRules
) -> Iterator[str]:
    if rules.hand_reading == "declared":
        yield _("House rule: a hand counts as its player declared it. Here each is read at its best.")
    else:
        yield _(
            "Cards speak, not what was said about them (TDA 12); all cards of a hand are face up (TDA 13)."
        )
    yield from _notes_of_the_ranking(asked, found, rules)
    if any(not read.qualifies for contest in found.contests for read in contest.hands):
        yield _("A low is five different ranks, none above the eight; straights and flushes do not count.")
    if GAMES[asked.game].is_split_low:
        yield _("An odd chip between the halves goes to the five-card low (BARGE).")
    else:
        yield from _notes_of_odd_chips(found, names, rules, by_suit=GAMES[asked.game].odd_chip == "suit")


def _notes_of_the_ranking(asked: VerdictQuestion, found: HandsVerdict, rules: HouseRules) -> Iterator[str]:
    reasons = [read.reason for contest in found.contests for read in contest.hands if read.reason]
    codes = {reason.code for reason in reasons}
    codes |= {contest.shared.code for contest in found.contests if contest.shared}
    if any(reason.between == ("flush", "full_house") for reason in reasons):
        if GAMES[asked.game].rule_of_eleven:
            yield _("In Italian poker a flush beats a full house.")
        else:
            yield _("With a short deck a flush beats a full house.")
    if rules.italian_flush_vs_full == "full" and GAMES[asked.game].rule_of_eleven:
        yield _("House rule: a full house beats a flush.")
    if "suit" in codes:
        yield _("Of equal ranks the suit of the deciding card wins: hearts, diamonds, clubs, spades.")
    if codes & {"triangle", "circle"}:
        yield _(
            "Of straight flushes, the maximum beats the middle, the middle the minimum, and the minimum the "
            "maximum; all three split."
        )


def _notes_of_odd_chips(
    found: HandsVerdict, names: Sequence[str], rules: HouseRules, *, by_suit: bool
) -> Iterator[str]:
    won = [contest.winners for contest in found.contests if contest.winners]
    if len(won) < len(found.contests):
        yield _("Without a low, the high hand wins the whole pot.")
    elif len(won) == 2:
        high, low = won
        if high == low and len(high) > 1 and rules.odd_identical == "even":
            yield _("The same hands split both halves: the whole pot is divided evenly (WSOP 73).")
        elif high != low or len(high) > 1:
            low_side = rules.quarter_odd == "low" and len(high) == 1 and len(low) > 1
            yield (
                _("House rule: an odd chip between the halves goes to the low half, which is shared.")
                if low_side
                else _("An odd chip between the halves goes to the high (TDA 20-C).")
            )
    if by_suit:
        for contest in found.contests:
            if contest.odd_chips:
                yield _odd_chip(contest.half) % {"hand": names[contest.odd_chips[0]]}
    elif any(len(winners) > 1 for winners in won):
        yield _("An odd chip between tied hands goes to the first hand left of the button (TDA 20-A).")


def _odd_chip(half: str) -> str:
    if half == "high":
        return _("An odd chip of the high goes to the highest card by suit: %(hand)s (TDA 20-B).")
    if half == "low":
        return _("An odd chip of the low goes to the highest card by suit: %(hand)s (TDA 20-B).")
    return _("An odd chip goes to the highest card by suit: %(hand)s (TDA 20-B).")
