"""Rulings in the reader's language: the word on the button, and the rule with its numbers.

The engine names each kind by a code; a test keeps the two lists equal. Numbers of rule books are the
same in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.engine.rulings.kinds import RULINGS
from tables.engine.rulings.misdeals import MisdealDue

WORDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        # Action
        "out_of_turn": (
            gettext_noop("Out of turn"),
            gettext_noop(
                "What was done out of turn binds when the turn comes, unless the bet to call has changed by "
                "then; a fold always binds."
            ),
        ),
        "skipped": (
            gettext_noop("Skipped player"),
            gettext_noop(
                "Who was passed over and said nothing until there was substantial action may check, call or "
                "fold, but not raise."
            ),
        ),
        "string_bet": (
            gettext_noop("String bet"),
            gettext_noop("Of a bet in several motions only the first counts."),
        ),
        "short_raise": (
            gettext_noop("Short raise"),
            gettext_noop(
                "Chips from half of the smallest raise on are made up to it, as is whatever follows “raise”; "
                "less is a call. A first bet is made up to the least bet."
            ),
        ),
        "undercall": (
            gettext_noop("Undercall"),
            gettext_noop(
                "Less than the opening bet, or than any bet heads-up, is a full call. Less than a raise is "
                "for the floor: a full call, or a fold that leaves the chips in the pot."
            ),
        ),
        "accepted_action": (
            gettext_noop("Accepted action"),
            gettext_noop("Who calls is held to the true amount of the bet, whatever was announced."),
        ),
        "accepted_raise": (
            gettext_noop("Raise stands"),
            gettext_noop("A raise outside the limits on which play has gone on stands."),
        ),
        "corrected_bet": (
            gettext_noop("Correct a bet"),
            gettext_noop(
                "A bet of the wrong size becomes the right one for all who called it, until the next card; a "
                "pot quoted too low only until substantial action."
            ),
        ),
        "returned_bet": (
            gettext_noop("Return a bet"),
            gettext_noop("A bet that nobody has called is returned; what it was to match stays in."),
        ),
        "chips_behind": (
            gettext_noop("Chips found behind"),
            gettext_noop(
                "Chips found behind an all-in were not in it: they are laid aside until the hand is over."
            ),
        ),
        "chips_behind_to": (
            gettext_noop("Chips to the caller"),
            gettext_noop(
                "The floor may give the chips found behind to the caller, if their owner wins nothing."
            ),
        ),
        "wrong_bring_in": (
            gettext_noop("Wrong bring-in"),
            gettext_noop("A wrong bring-in is put right until the next player has acted; then it stands."),
        ),
        # The deal
        "misdeal": (
            gettext_noop("Misdeal"),
            gettext_noop(
                "Before substantial action everything is returned and the hand is dealt again: same button, "
                "same seats, same level."
            ),
        ),
        "fouled_deck": (
            gettext_noop("Fouled deck"),
            gettext_noop(
                "Two cards alike in the deck: every bet is returned, whenever it is found during the hand."
            ),
        ),
        "exposed_card": (
            gettext_noop("Exposed card"),
            gettext_noop(
                "A card seen in the deal is shown to everybody and replaced; in stud it may become the up-card."
            ),
        ),
        "exposed_hand": (
            gettext_noop("Cards shown early"),
            gettext_noop(
                "Cards that a player showed before the action was over are shown to everybody; the hand plays on."
            ),
        ),
        "wrong_cards": (
            gettext_noop("Wrong number of cards"),
            gettext_noop(
                "Before substantial action too many or too few cards make a misdeal; after it the hand is "
                "dead. The card that the button lacks is dealt."
            ),
        ),
        "wrong_seat": (
            gettext_noop("Wrong seat dealt"),
            gettext_noop(
                "The first card to the wrong seat, cards for a seat that gets none or none for a player make "
                "a misdeal before substantial action."
            ),
        ),
        "boxed_card": (
            gettext_noop("Boxed card"),
            gettext_noop(
                "A card that lies face up in the deck is scrap; two of them make a misdeal before "
                "substantial action."
            ),
        ),
        "foreign_card": (
            gettext_noop("Foreign card"),
            gettext_noop(
                "A card that is not of this deck makes a misdeal before substantial action; after it the hand "
                "that holds it is dead."
            ),
        ),
        "uncut_deck": (
            gettext_noop("Deck not cut"),
            gettext_noop(
                "A deck that was not cut, five cards at least in either part, is dealt again before "
                "substantial action."
            ),
        ),
        "premature_board": (
            gettext_noop("Board too early"),
            gettext_noop(
                "Cards that came before the betting was over go back into the stub, which is shuffled; no "
                "card is burned again."
            ),
        ),
        "four_card_flop": (
            gettext_noop("Flop of four cards"),
            gettext_noop(
                "The four cards are mixed, the floor picks one as the next burn, the other three are the flop."
            ),
        ),
        "no_burn": (
            gettext_noop("Flop without a burn"),
            gettext_noop(
                "While nobody has acted the three cards are mixed, one becomes the burn and one comes from "
                "the stub; after that the flop stands."
            ),
        ),
        "stub_count": (
            gettext_noop("Count the stub"),
            gettext_noop("The cards that are left decide how the last card of stud is dealt."),
        ),
        # The hand
        "dead_hand": (
            gettext_noop("Dead hand"),
            gettext_noop("The hand is out of play; its chips stay in the pot."),
        ),
        "killed_hand": (
            gettext_noop("Live hand killed in error"),
            gettext_noop("The hand is out of play; a bet of it that nobody has called is returned."),
        ),
        "retrieved": (
            gettext_noop("Mucked hand back"),
            gettext_noop("A mucked hand that can be told beyond doubt plays on."),
        ),
        "asked_to_see": (
            gettext_noop("Ask to see a hand"),
            gettext_noop(
                "Who called the last bet and kept the cards may see the hand of the player who bet; in some "
                "houses anybody may ask for any called hand."
            ),
        ),
        "declared_hand": (
            gettext_noop("Declared hand"),
            gettext_noop("The cards that were declared count, and no better ones."),
        ),
        "declared_low": (
            gettext_noop("Declared low"),
            gettext_noop("The cards that were declared for the low count, and no better ones."),
        ),
        "false_opening": (
            gettext_noop("False opening"),
            gettext_noop(
                "Who opened without openers cannot win; with everybody else gone the pot waits or is "
                "returned, as the house rules say."
            ),
        ),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingWords:
    """name: on the button; rule: a sentence, with the published numbers."""

    name: str
    rule: str


def ruling_words(kind: str) -> RulingWords:
    """A kind of ruling in the language in force."""
    name, sentence = WORDS[kind]
    return RulingWords(name=_(name), rule=_(sentence) + _numbers(RULINGS[kind].rules))


def misdeal_words(due: MisdealDue) -> str:
    """Why the cards are to be dealt again."""
    figures = {"cause": _(WORDS[due.cause][0]), "numbers": _numbers((due.rule,))}
    return _("A misdeal: %(cause)s.%(numbers)s") % figures


def _numbers(rules: tuple[str, ...]) -> str:
    """The published rules: " (TDA 44, WSOP 97)". Seeds are ours alone."""
    published = [rule for rule in rules if not rule.startswith("S-")]
    return f" ({', '.join(published)})" if published else ""
