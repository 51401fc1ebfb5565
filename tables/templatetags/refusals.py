"""Why the engine refused an operation, in the reader's language, with the figures that would be allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, gettext_noop

from tables.engine import EngineError
from tournament.templatetags.poker import chips

SENTENCES: Final[Mapping[str, str]] = {
    "raise_below_minimum": gettext_noop(
        "A raise to %(amount)s is too small: raise to at least %(minimum)s and at most %(maximum)s."
    ),
    "raise_above_maximum": gettext_noop(
        "A raise to %(amount)s is too large: raise to at least %(minimum)s and at most %(maximum)s."
    ),
    "bet_below_minimum": gettext_noop(
        "A bet of %(amount)s is too small: bet at least %(minimum)s and at most %(maximum)s."
    ),
    "bet_above_maximum": gettext_noop(
        "A bet of %(amount)s is too large: bet at least %(minimum)s and at most %(maximum)s."
    ),
    "not_payable": gettext_noop("%(amount)s cannot be made with the chips in play: %(below)s or %(above)s."),
    "less_than_a_chip": gettext_noop(
        "%(amount)s cannot be made with the chips in play: the minimum is %(least)s."
    ),
    "raise_without_chips": gettext_noop("Seat %(seat)s has only enough chips to call."),
    "raise_without_opponent": gettext_noop("No player is left to call a raise."),
    "raise_not_reopened": gettext_noop(
        "Seat %(seat)s has already acted and faces no full raise: call or fold."
    ),
    "raise_capped": gettext_noop("The betting is capped: a bet and %(cap)s raises."),
    "raise_under_half": gettext_noop("After an all-in of less than half a bet, only call or fold."),
    "not_in_turn": gettext_noop("It is not seat %(seat)s’s turn."),
    "no_betting": gettext_noop("No betting round is in progress."),
    "cannot_check": gettext_noop("%(to_call)s to call: check is not possible."),
    "nothing_to_call": gettext_noop("There is nothing to call: check."),
    "board_not_due": gettext_noop("No board cards are due now."),
    "boards_agreed": gettext_noop("The board is already dealt %(count)s times."),
    "boards_not_now": gettext_noop("A board is dealt more than once only in an all-in run-out."),
    "boards_once": gettext_noop("This house deals every board once."),
    "board_count": gettext_noop("A board is dealt at most %(cap)s times."),
    "board_card_count": gettext_noop("The next street has %(count)s cards."),
    "duplicate_card": gettext_noop("The card %(card)s is already in this hand."),
    "hole_card_count": gettext_noop("Seat %(seat)s holds %(count)s cards."),
    "hole_cards_contradict": gettext_noop("Seat %(seat)s holds %(known)s, not %(cards)s."),
    "hole_cards_settled": gettext_noop("The cards of seat %(seat)s are already known or mucked."),
    "seat_not_in_hand": gettext_noop("Seat %(seat)s is not in this hand."),
    "hand_complete": gettext_noop("The hand is complete."),
    "betting_not_over": gettext_noop("The betting is not over."),
    "not_contending": gettext_noop("Seat %(seat)s is no longer in the hand."),
    "already_decided": gettext_noop("Seat %(seat)s has already shown or mucked."),
    "muck_all_in": gettext_noop("A player is all-in and the betting is over: all hands are tabled (TDA 16)."),
    "muck_winner": gettext_noop("Seat %(seat)s has won a pot."),
    "muck_last": gettext_noop("Seat %(seat)s is the last to claim a pot and wins it without showing."),
    "nothing_to_declare": gettext_noop("No winner needs to be named for this pot now."),
    "cannot_win_pot": gettext_noop("This pot can be won by these seats: %(seats)s."),
    "winners_contradict": gettext_noop("The winners contradict those of another pot."),
    "nothing_to_undo": gettext_noop("There is nothing to undo."),
    "card_not_in_deck": gettext_noop("The card %(card)s is not in the deck of this game."),
    "bring_in_due": gettext_noop("Seat %(seat)s must bring in %(amount)s or complete the bet."),
    "no_bring_in": gettext_noop("No bring-in is due now."),
    "no_up_card": gettext_noop("Seat %(seat)s has no up-card to be recorded now."),
    "nobody_opens": gettext_noop("The up-cards of this street decide who opens: no seat needs to be named."),
    "no_draw": gettext_noop("No player draws now."),
    "too_few_to_draw": gettext_noop("Only %(count)s cards are left for seat %(seat)s to draw."),
    "no_openers": gettext_noop(
        "%(cards)s are not openers for seat %(seat)s: a pair of %(rank)s or better opens."
    ),
    "no_proof_due": gettext_noop("Seat %(seat)s has no openers to show now."),
    "raise_before_blind": gettext_noop(
        "After a blind opening, only seat %(seat)s, the last to open, may make the first raise."
    ),
    "more_than_stack": gettext_noop("Seat %(seat)s has only %(maximum)s."),
    "more_than_pot": gettext_noop("There are only %(maximum)s in the pot."),
    "bad_setup": gettext_noop("The stakes of this level do not fit its game (%(field)s). Call the floor."),
    "not_by_result": gettext_noop("A hand of this game is recorded action by action."),
    # Rulings
    "no_such_ruling": gettext_noop("This ruling does not exist."),
    "ruling_incomplete": gettext_noop("Some details of the ruling are missing."),
    "ruling_says_too_much": gettext_noop("The ruling has details that do not apply."),
    "ruling_not_now": gettext_noop("This cannot be ruled at this point of the hand."),
    "floor_must_confirm": gettext_noop("This is the floor’s decision (%(rule)s)."),
    "not_out_of_turn": gettext_noop("Seat %(seat)s has not acted out of turn."),
    "bound_out_of_turn": gettext_noop("Seat %(seat)s has acted out of turn and is bound by it (TDA 53)."),
    "passive_only": gettext_noop("Seat %(seat)s may only check, call or fold (TDA 53)."),
    "nothing_to_decide": gettext_noop("Seat %(seat)s has no decision now."),
    "short_raise_is_least": gettext_noop("A raise that is too small is made up to %(minimum)s (TDA 43)."),
    "counts_otherwise": gettext_noop("%(amount)s in front of seat %(seat)s counts as a different action."),
    "call_or_fold": gettext_noop(
        "This is less than the raise. Choose “Undercall”: a call, or a fold that leaves the chips (TDA 51-B)."
    ),
    "no_undercall": gettext_noop("Seat %(seat)s can only leave fewer chips than the call."),
    "no_raise_to_accept": gettext_noop("This is not a raise by seat %(seat)s, or it is not its turn."),
    "no_bet_to_correct": gettext_noop(
        "The last bet is not from seat %(seat)s, or a card has been dealt since."
    ),
    "no_other_bet": gettext_noop("This is not another bet that seat %(seat)s could make."),
    "low_quote_stands": gettext_noop(
        "After substantial action, a pot that was quoted too low stands (TDA 52)."
    ),
    "bet_called": gettext_noop("The bet of seat %(seat)s has been called."),
    "bet_to_match_stays": gettext_noop("The amount the bet was to match stays in: %(amount)s."),
    "no_chips_behind": gettext_noop("Seat %(seat)s has put nothing in, or has fewer chips behind."),
    "no_chips_aside": gettext_noop("Seat %(seat)s cannot be given chips that were set aside."),
    "bring_in_stands": gettext_noop("The bring-in is correct, or the next player has acted."),
    "no_card_dealt": gettext_noop("Seat %(seat)s is not dealt a card now."),
    "cards_are_right": gettext_noop("Seat %(seat)s must have %(count)s cards."),
    "deck_is_cut": gettext_noop("A cut with %(count)s cards is valid: each part needs at least %(least)s."),
    "no_such_stub": gettext_noop("There cannot be %(count)s cards left."),
    "last_hand": gettext_noop("Seat %(seat)s holds the last hand and wins the pot."),
    "not_mucked": gettext_noop("Seat %(seat)s has not mucked."),
    "may_not_ask": gettext_noop("Seat %(asker)s may not ask to see the cards of seat %(seat)s (TDA 18)."),
    "muck_asked": gettext_noop("The cards of seat %(seat)s were asked for: they must be shown (TDA 18)."),
    "not_a_declared_hand": gettext_noop("Seat %(seat)s cannot play these five cards."),
    "no_false_opening": gettext_noop("Seat %(seat)s has not opened, or has already shown openers."),
    "no_blind_opening": gettext_noop("Seat %(seat)s cannot open blind now."),
}


def refusal_words(error: EngineError) -> str:
    """The sentence of an engine's error; its own English where there is none of ours."""
    sentence = SENTENCES.get(error.code)
    if sentence is None:
        return str(error)
    return gettext(sentence) % {name: _shown(value) for name, value in error.params.items()}


def _shown(value: object) -> str:
    if isinstance(value, int):
        return chips(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)
