"""The keys on which rule books disagree, in words: the question each one answers, and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.words.rules.stages import stage_words

Words = Promise | str


def answer_words(key: str, value: object) -> str:
    """A value in words: its own, yes and no, or the number."""
    own = ANSWERS.get(key, {})
    if isinstance(value, str) and value in own:
        return str(own[value])
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if key == "tolerance_steps" and isinstance(value, list):
        return " · ".join(_tolerance(step) for step in value)
    if key == "redraw_steps" and isinstance(value, list):
        return " · ".join(_redraw(step) for step in value)
    if key == "time_chip_stages" and isinstance(value, list) and value:
        return ", ".join(stage_words(stage) for stage in value)
    if not value and not isinstance(value, str) and (value is None or key in ZERO_WORDS):
        return str(ZERO_WORDS.get(key, "–"))
    return str(value)


def _tolerance(step: Mapping[str, int]) -> str:
    if not step["seats_at_least"] and not step["tables_above"]:
        return _("otherwise %(tolerance)d") % step
    return (
        _("%(tolerance)d with %(seats_at_least)d seats or more and more than %(tables_above)d tables") % step
    )


def _redraw(step: Mapping[str, object]) -> str:
    tables = step["tables"]
    counts = ", ".join(str(count) for count in tables) if isinstance(tables, list) else ""
    return _("from %(entries)s entries: at %(tables)s tables") % {
        "entries": step["entries_at_least"],
        "tables": counts,
    }


QUESTIONS: Final[Mapping[str, Words]] = {
    "short_open_raise": gettext_lazy("Minimum raise after a short all-in bet"),
    "limit_cap": gettext_lazy("Fixed limit: raises after the bet"),
    "limit_heads_up_uncapped": gettext_lazy("Fixed limit: no cap when"),
    "limit_under_half": gettext_lazy("Fixed limit: after an all-in of under half a bet"),
    "bba_order": gettext_lazy("A stack too short for blind and ante pays first"),
    "side_pot_order": gettext_lazy("Pots are awarded"),
    "all_in_tabled": gettext_lazy("All-in hands are tabled"),
    "run_out_boards": gettext_lazy("Maximum boards in an all-in run-out"),
    "bba_none_at": gettext_lazy("No table ante at or below this many players"),
    "pot_limit_counts_bba": gettext_lazy("Pot limit preflop: the table ante counts in the pot"),
    "odd_bet": gettext_lazy("A bet the chips in play cannot make"),
    "odd_identical": gettext_lazy("High and low won by the same hands: the pot is split"),
    "quarter_odd": gettext_lazy("High to one hand, low shared: the odd chip goes to"),
    "stud_opening": gettext_lazy("Stud: betting is opened by"),
    "stud_tie_first": gettext_lazy("Stud: of tied up-cards, first to act is"),
    "draw_reshuffle": gettext_lazy("Draw: when the stub runs out, new cards come from"),
    "draw_burn": gettext_lazy("Draw: a card is burned before each draw"),
    "misdeals_in_a_row": gettext_lazy("After this many misdeals in a row, the next one passes the deal"),
    "misdeal_fine": gettext_lazy("A player who loses the deal for misdeals pays into the next pot"),
    "prove_openers": gettext_lazy("The opener must show openers to win"),
    "false_opening": gettext_lazy("Opened without openers and all others folded: the pot"),
    "italian_flush_vs_full": gettext_lazy("Italian poker: the better hand is"),
    "italian_deck": gettext_lazy("Italian poker: the lowest card of the deck"),
    "italian_opening": gettext_lazy("Italian poker: the maximum opening bet"),
    "parola_blind": gettext_lazy("Italian poker: a carried pot may be opened blind"),
    "blind_opening_from": gettext_lazy("Italian poker: minimum players for a blind opening"),
    "see_hands": gettext_lazy("A called hand may be seen by"),
    "substantial_action": gettext_lazy("Substantial action is"),
    "oot_binding": gettext_lazy("An action out of turn is binding"),
    "hand_reading": gettext_lazy("What counts at showdown"),
    "oot_heads_up": gettext_lazy("Heads-up round, check or call out of turn: facing a bet, the player is"),
    "raise_motions": gettext_lazy("“Raise”, the amount of the call, then the rest: a raise in"),
    "stud_exposed_down": gettext_lazy("Stud: a down card exposed during the deal"),
    "exposed_misdeal": gettext_lazy("A card exposed during the deal is a misdeal"),
    "wrong_cards_misdeal": gettext_lazy("A wrong number of cards is a misdeal"),
    "draw_short_hand": gettext_lazy("Draw: after action, before the draw, a hand with too few cards is"),
    "button_rule": gettext_lazy("Button"),
    "inactive_zone": gettext_lazy("A new player is not dealt in"),
    "button_marker": gettext_lazy("A dead button is placed"),
    "first_button": gettext_lazy("The first button is"),
    "button_draw": gettext_lazy("Cards for the button"),
    "seat_draw": gettext_lazy("The first seats are drawn"),
    "final_table": gettext_lazy("Final table size follows"),
    "break_card_order": gettext_lazy("Seat cards of a broken table are dealt"),
    "stud_balancing": gettext_lazy("In events with stud, the player to move for balance is chosen"),
    "balancing": gettext_lazy("A table is balanced by moving"),
    "shot_clock_first": gettext_lazy("Shot clock before the flop, in seconds"),
    "shot_clock_second": gettext_lazy("Shot clock on the flop, in seconds"),
    "shot_clock_later": gettext_lazy("Shot clock on later streets, in seconds"),
    "shot_clock_reraised": gettext_lazy("Shot clock before the flop after a re-raise, in seconds"),
    "shot_clock_starts": gettext_lazy("The shot clock starts"),
    "shot_clock_starts_at": gettext_lazy(
        "The shot clock starts: level, players left or places from the money"
    ),
    "time_chip_stages": gettext_lazy("Shot clock: time-bank chips later on"),
    "time_chip_seconds": gettext_lazy("Shot clock: seconds of a time-bank chip"),
    "time_chips_start": gettext_lazy("Shot clock: time-bank chips at the start"),
    "time_chips_final": gettext_lazy("Shot clock: new time-bank chips at the final table"),
    "clock_seconds": gettext_lazy("When the clock is called: seconds to act"),
    "clock_countdown": gettext_lazy("When the clock is called: seconds counted down after them"),
    "disputes": gettext_lazy("A hand may be disputed until"),
    "level_in_push": gettext_lazy("A level that starts during a dealer change applies to"),
    "tolerance_steps": gettext_lazy("Tables may differ by"),
    "halt_short_by": gettext_lazy("Play halts at a table short by"),
    "halting": gettext_lazy("A table that is too short"),
    "small_table_seats": gettext_lazy("A small table has at most this many seats"),
    "small_table_halt_short_by": gettext_lazy("Play halts at a small table short by"),
    "source_by_number_above": gettext_lazy(
        "Above this many tables, balancing takes from the next table by number"
    ),
    "redraw_steps": gettext_lazy("All seats are redrawn"),
    "registration_through_break": gettext_lazy(
        "Registration stays open through the break after its last level"
    ),
    "simultaneous_bust": gettext_lazy("Hand-for-hand: players out at different tables in one hand"),
    "h4h_minutes": gettext_lazy("Hand-for-hand: minutes each hand takes off the clock"),
    "h4h_starts_at": gettext_lazy("Hand-for-hand begins by itself with this many players from the money"),
    "h4h_next_hand": gettext_lazy("Hand-for-hand: the next hand is released"),
    "h4h_run_outs": gettext_lazy("Hand-for-hand: after an all-in and a call the cards"),
    "race_round": gettext_lazy("Chip race: half a new chip or more"),
    "race_rescue": gettext_lazy("Chip race: the chip that keeps a player in comes from"),
    "late_start_min_players": gettext_lazy("Players seated before the first hand of a table"),
    "no_show_level": gettext_lazy("An entry without a hand is removed at the start of level"),
    "late_stack": gettext_lazy("A late entry gets"),
    "forfeit_to_re_enter": gettext_lazy("A player may surrender chips to re-enter"),
    "single_draw_players": gettext_lazy("Games with one draw: maximum players"),
    "triple_draw_players": gettext_lazy("Games with three draws: maximum players"),
    "forfeit_at": gettext_lazy("Where chips may be surrendered to re-enter, a player may do so"),
}

ANSWERS: Final[Mapping[str, Mapping[str, Words]]] = {
    "short_open_raise": {
        "rrp": gettext_lazy("adds the minimum bet"),
        "figp": gettext_lazy("is twice the minimum bet"),
    },
    "limit_heads_up_uncapped": {
        "last_two": gettext_lazy("two players are left in the event"),
        "round_begins": gettext_lazy("a round begins with two players"),
        "becomes": gettext_lazy("the pot becomes heads-up"),
        "never": gettext_lazy("never"),
    },
    "limit_under_half": {
        "complete": gettext_lazy("the bet may be completed"),
        "call_only": gettext_lazy("it may only be called"),
    },
    "bba_order": {"blind_first": gettext_lazy("the blind"), "ante_first": gettext_lazy("the ante")},
    "side_pot_order": {
        "newest_first": gettext_lazy("the last side pot first"),
        "main_first": gettext_lazy("the main pot first"),
    },
    "odd_bet": {
        "refused": gettext_lazy("is refused: the player names another"),
        "made_up": gettext_lazy("is made up to the next one that they can make"),
    },
    "odd_identical": {
        "even": gettext_lazy("as a whole"),
        "literal": gettext_lazy("half by half"),
    },
    "quarter_odd": {"high": gettext_lazy("the high half"), "low": gettext_lazy("the low half")},
    "stud_opening": {
        "low_brings_in": gettext_lazy("the bring-in of the lowest up-card"),
        "high_opens": gettext_lazy("the highest up-card"),
    },
    "stud_tie_first": {
        "suit": gettext_lazy("the highest suit"),
        "wsop": gettext_lazy("the highest suit; in hi-lo and razz by seat"),
        "position": gettext_lazy("by seat, clockwise from the dealer"),
    },
    "draw_reshuffle": {
        "wsop": gettext_lazy("folded hands and the discards of earlier draws"),
        "others_discards": gettext_lazy("the discards of all other players"),
        "under_stub": gettext_lazy("the discards, placed under the stub"),
    },
    "false_opening": {
        "carries": gettext_lazy("carries over to the next hand"),
        "returned": gettext_lazy("is returned to the players"),
    },
    "italian_flush_vs_full": {"flush": gettext_lazy("the flush"), "full": gettext_lazy("the full house")},
    "see_hands": {
        "tda": gettext_lazy("the player who called the last bet, if it is the bettor’s hand"),
        "any_dealt_in": gettext_lazy("every player dealt in"),
    },
    "substantial_action": {
        "tda": gettext_lazy("two actions, one of them with chips, or three"),
        "any_two": gettext_lazy("any two actions"),
    },
    "oot_binding": {
        "unchanged": gettext_lazy("if the action to the player is unchanged"),
        "always": gettext_lazy("always"),
    },
    "oot_heads_up": {
        "free": gettext_lazy("free to raise"),
        "passive": gettext_lazy("held to a call or a fold"),
    },
    "raise_motions": {
        "two": gettext_lazy("two motions is valid"),
        "one": gettext_lazy("one motion only: the rest does not count"),
    },
    "hand_reading": {
        "cards_speak": gettext_lazy("the cards: cards speak"),
        "declared": gettext_lazy("the hand as declared"),
    },
    "stud_exposed_down": {
        "upcard": gettext_lazy("becomes the up-card"),
        "misdeal": gettext_lazy("is a misdeal"),
    },
    "exposed_misdeal": {
        "by_book": gettext_lazy("by each game’s own rules"),
        "any": gettext_lazy("always, before substantial action"),
    },
    "draw_short_hand": {
        "dead": gettext_lazy("dead: its chips stay in the pot"),
        "live": gettext_lazy("live"),
    },
    "misdeal_fine": {
        "none": gettext_lazy("nothing"),
        "pot": gettext_lazy("as much as the pot of the last misdeal"),
    },
    "italian_deck": {
        "eleven": gettext_lazy("by the rule of eleven"),
        "2": gettext_lazy("the deuce: all 52 cards"),
        "3": gettext_lazy("the three"),
        "4": gettext_lazy("the four"),
        "5": gettext_lazy("the five"),
        "6": gettext_lazy("the six"),
        "7": gettext_lazy("the seven"),
        "8": gettext_lazy("the eight"),
    },
    "wrong_cards_misdeal": {
        "any": gettext_lazy("by one card or more"),
        "two_extra": gettext_lazy("by two extra cards or more"),
        "put_right": gettext_lazy("never: it is put right"),
    },
    "italian_opening": {"free": gettext_lazy("any amount"), "pot": gettext_lazy("the pot")},
    "button_rule": {
        "dead": gettext_lazy("dead button"),
        "moving": gettext_lazy("moving button"),
        "simplified": gettext_lazy("simplified: to the next player"),
    },
    "inactive_zone": {
        "tda": gettext_lazy("between small blind and button"),
        "figp": gettext_lazy("between big blind and button"),
    },
    "button_marker": {
        "empty_seat": gettext_lazy("at the empty seat"),
        "stays": gettext_lazy("where it was"),
    },
    "first_button": {
        "dealers_right": gettext_lazy("at the dealer's right"),
        "drawn": gettext_lazy("drawn after the seats"),
    },
    "button_draw": {
        "high_card": gettext_lazy("one each: the high card has it"),
        "first_jack": gettext_lazy("face up until the first jack falls"),
    },
    "seat_draw": {
        "random": gettext_lazy("at random"),
        "one_packet": gettext_lazy("at each table by a packet of cards"),
        "two_packets": gettext_lazy("at each table by two packets of cards"),
    },
    "final_table": {"tda": gettext_lazy("TDA"), "wsop": gettext_lazy("WSOP")},
    "break_card_order": {
        "by_card": gettext_lazy("by high card, then down by card"),
        "clockwise": gettext_lazy("clockwise from the high card"),
    },
    "stud_balancing": {
        "position": gettext_lazy("by position, in mixed games by the big blind"),
        "high_card": gettext_lazy("by high card"),
    },
    "balancing": {
        "due": gettext_lazy("the player who is due, to the worst seat"),
        "drawn": gettext_lazy("a player by high card, to an open seat that is drawn"),
    },
    "halting": {
        "enforced": gettext_lazy("deals no hand until it is balanced or the floor waives it"),
        "advised": gettext_lazy("is shown to the floor and deals on"),
    },
    "disputes": {
        "by_kind": gettext_lazy("the next hand for the cards, substantial action on it for chips and pots"),
        "next_hand": gettext_lazy("the next hand"),
    },
    "level_in_push": {
        "one_more": gettext_lazy("the second hand of the new dealer"),
        "at_once": gettext_lazy("the next hand"),
    },
    "shot_clock_starts": {
        "start": gettext_lazy("from the start"),
        "level": gettext_lazy("from a level on"),
        "registration": gettext_lazy("once registration is over"),
        "money": gettext_lazy("so many places from the money, or in it"),
        "players": gettext_lazy("with so many players left"),
        "final_table": gettext_lazy("at the final table"),
    },
    "simultaneous_bust": {
        "tables_tie": gettext_lazy("tie and share their prizes"),
        "by_stack": gettext_lazy("rank by their stacks"),
    },
    "h4h_next_hand": {
        "by_itself": gettext_lazy("when every table is done"),
        "director": gettext_lazy("by the director"),
    },
    "h4h_run_outs": {
        "locked": gettext_lazy("wait for the floor"),
        "free": gettext_lazy("are dealt at once"),
    },
    "race_round": {
        "half_up": gettext_lazy("is raced as one more chip"),
        "none": gettext_lazy("is not raced"),
    },
    "race_rescue": {
        "extra": gettext_lazy("the house, as an extra chip"),
        "raced_first": gettext_lazy("the chips that are raced"),
    },
    "forfeit_at": {
        "any_time": gettext_lazy("at any time during registration"),
        "last_level": gettext_lazy("in the last level of registration and the break after it"),
    },
    "late_stack": {
        "full": gettext_lazy("a full stack"),
        "blinded_off": gettext_lazy("a round of blinds and antes less for each level that is over"),
    },
}

ZERO_WORDS: Final[Mapping[str, Words]] = {
    "shot_clock_first": gettext_lazy("no shot clock"),
    "shot_clock_second": gettext_lazy("no shot clock"),
    "shot_clock_later": gettext_lazy("no shot clock"),
    "shot_clock_reraised": gettext_lazy("as before the flop"),
    "time_chip_stages": gettext_lazy("as at the start"),
    "time_chips_start": gettext_lazy("none"),
    "time_chips_final": gettext_lazy("none: those of the start go on"),
    "limit_cap": gettext_lazy("without a cap"),
    "bba_none_at": gettext_lazy("never: it is always paid"),
    "misdeals_in_a_row": gettext_lazy("never: the house deals"),
    "source_by_number_above": gettext_lazy("never: by breaking order"),
    "no_show_level": gettext_lazy("never"),
    "h4h_starts_at": gettext_lazy("never: the director announces it"),
}
