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
                "An action out of turn is binding when the turn comes, unless the bet to call has changed "
                "by then; a fold is always binding."
            ),
        ),
        "skipped": (
            gettext_noop("Skipped player"),
            gettext_noop(
                "A player who was passed over and did not speak up before substantial action may check, "
                "call or fold, but not raise."
            ),
        ),
        "string_bet": (
            gettext_noop("String bet"),
            gettext_noop("Of a bet made in several motions, only the first counts."),
        ),
        "short_raise": (
            gettext_noop("Short raise"),
            gettext_noop(
                "Chips of half the minimum raise or more, or any declared “raise”, are made up to a full "
                "raise; less is a call. An opening bet is made up to the minimum bet."
            ),
        ),
        "undercall": (
            gettext_noop("Undercall"),
            gettext_noop(
                "Less than the opening bet, or than any bet heads-up, is a full call. Less than a raise "
                "is the floor’s decision: a full call, or a fold that leaves the chips in the pot."
            ),
        ),
        "accepted_action": (
            gettext_noop("Accepted action"),
            gettext_noop("A caller owes the true amount of the bet, whatever was announced."),
        ),
        "accepted_raise": (
            gettext_noop("Raise stands"),
            gettext_noop("A raise outside the limits stands once play has continued on it."),
        ),
        "corrected_bet": (
            gettext_noop("Correct a bet"),
            gettext_noop(
                "A bet of the wrong size is corrected for every caller until the next card; a pot quoted "
                "too low only until substantial action."
            ),
        ),
        "returned_bet": (
            gettext_noop("Return a bet"),
            gettext_noop("A bet that no player has called is returned; the amount it was to match stays in."),
        ),
        "chips_behind": (
            gettext_noop("Chips found behind"),
            gettext_noop(
                "Chips found behind an all-in were not part of it: they are set aside until the hand is over."
            ),
        ),
        "chips_behind_to": (
            gettext_noop("Chips to the caller"),
            gettext_noop(
                "The floor may award the chips found behind to the caller, if their owner wins nothing."
            ),
        ),
        "wrong_bring_in": (
            gettext_noop("Wrong bring-in"),
            gettext_noop("A wrong bring-in is corrected until the next player acts; then it stands."),
        ),
        # The deal
        "misdeal": (
            gettext_noop("Misdeal"),
            gettext_noop(
                "Before substantial action, everything is returned and the hand is redealt: same button, "
                "same seats, same level."
            ),
        ),
        "fouled_deck": (
            gettext_noop("Fouled deck"),
            gettext_noop(
                "Two identical cards in the deck: every bet is returned, whenever it is found during the "
                "hand."
            ),
        ),
        "exposed_card": (
            gettext_noop("Exposed card"),
            gettext_noop(
                "A card seen during the deal is shown to everyone and replaced; in stud it may become the "
                "up-card."
            ),
        ),
        "exposed_hand": (
            gettext_noop("Cards shown early"),
            gettext_noop(
                "Cards a player showed before the action was over are shown to everyone; the hand continues."
            ),
        ),
        "wrong_cards": (
            gettext_noop("Wrong number of cards"),
            gettext_noop(
                "Before substantial action, a wrong number of cards is a misdeal; where the house allows "
                "it, it is put right: the missing card is dealt, the extra one drawn by another player. "
                "After it, the hand is dead. A card missing on the button is dealt."
            ),
        ),
        "wrong_seat": (
            gettext_noop("Wrong seat dealt"),
            gettext_noop(
                "First card to the wrong seat, cards to a seat not in the hand, or a player without "
                "cards: a misdeal before substantial action."
            ),
        ),
        "boxed_card": (
            gettext_noop("Boxed card"),
            gettext_noop(
                "A card face up in the deck is scrap paper; two of them are a misdeal before substantial "
                "action."
            ),
        ),
        "foreign_card": (
            gettext_noop("Foreign card"),
            gettext_noop(
                "A card from another deck is a misdeal before substantial action; after it, the hand that "
                "holds it is dead."
            ),
        ),
        "uncut_deck": (
            gettext_noop("Deck not cut"),
            gettext_noop(
                "A player may pass the cut to any other; each part has at least five cards. With a deck "
                "that was not cut so, the hand is redealt before substantial action."
            ),
        ),
        "premature_board": (
            gettext_noop("Cards dealt prematurely"),
            gettext_noop(
                "Cards dealt before the betting was over go back into the stub, which is shuffled; the burn "
                "card stays, and no second one is burned."
            ),
        ),
        "four_card_flop": (
            gettext_noop("Flop of four cards"),
            gettext_noop(
                "The four cards are mixed, the floor picks one as the next burn card, and the other three "
                "are the flop."
            ),
        ),
        "no_burn": (
            gettext_noop("Flop without a burn"),
            gettext_noop(
                "Before any action, the three cards are mixed, one becomes the burn card and one comes "
                "from the stub; after that the flop stands."
            ),
        ),
        "stub_count": (
            gettext_noop("Count the stub"),
            gettext_noop("The number of cards left decides how the last stud card is dealt."),
        ),
        # The hand
        "dead_hand": (
            gettext_noop("Dead hand"),
            gettext_noop("The hand is out of play; its chips stay in the pot."),
        ),
        "absent": (
            gettext_noop("Absent"),
            gettext_noop(
                "A player who is not at the table when the last card is dealt posts blinds, antes and bring-in; "
                "the hand is killed."
            ),
        ),
        "penalty": (
            gettext_noop("On a penalty"),
            gettext_noop(
                "A player on a penalty is dealt in and posts blinds, antes and bring-in; the hand is killed "
                "after the deal."
            ),
        ),
        "killed_hand": (
            gettext_noop("Live hand killed in error"),
            gettext_noop("The hand is out of play; its uncalled bet is returned."),
        ),
        "retrieved": (
            gettext_noop("Mucked hand back"),
            gettext_noop("A mucked hand that can be identified beyond doubt is live."),
        ),
        "asked_to_see": (
            gettext_noop("Ask to see a hand"),
            gettext_noop(
                "A player who called the last bet and kept their cards may see the bettor’s hand; in some "
                "houses any player may ask for any called hand."
            ),
        ),
        "declared_hand": (
            gettext_noop("Declared hand"),
            gettext_noop("The declared cards count, and no better ones."),
        ),
        "declared_low": (
            gettext_noop("Declared low"),
            gettext_noop("The cards declared for the low count, and no better ones."),
        ),
        "false_opening": (
            gettext_noop("False opening"),
            gettext_noop(
                "A player who opened without openers cannot win; with all others gone, the pot carries "
                "over or is returned, as the house rules say."
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
    return _("Misdeal: %(cause)s.%(numbers)s") % figures


def _numbers(rules: tuple[str, ...]) -> str:
    """The published rules: " (TDA 44, WSOP 97)". Seeds are ours alone."""
    published = [rule for rule in rules if not rule.startswith("S-")]
    return f" ({', '.join(published)})" if published else ""
