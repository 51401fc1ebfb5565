"""Where each key on which rule books disagree acts, and what it changes there, in a sentence with its sources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = Promise | str

BETTING: Final = _("Tablet, betting")
DEAL: Final = _("Tablet, next hand")
SHOWDOWN: Final = _("Tablet, showdown")
IRREGULAR: Final = _("Tablet, irregularities")
CONSOLE: Final = _("Console, next steps")
DRAWS: Final = _("Seat draw")
COLOUR_UP: Final = _("Colour-up of a table")
HAND_FOR_HAND: Final = _("Hand-for-hand")
HAND: Final = _("Page of a hand")
REGISTRATION: Final = _("Registration desk")

EFFECTS: Final[Mapping[str, tuple[Words, Words]]] = {
    # --- In the hand ---
    "short_open_raise": (
        BETTING,
        _("The minimum raise offered after an opening all-in below the minimum bet (RRP, FIGP)."),
    ),
    "limit_cap": (
        BETTING,
        _("After this many raises only call and fold are offered (TDA 48, RRP: four; FIGP: three)."),
    ),
    "limit_heads_up_uncapped": (
        BETTING,
        _("When raises have no limit in fixed limit (TDA 48, WSOP Live 127, FIGP, RRP)."),
    ),
    "limit_under_half": (
        BETTING,
        _(
            "Whether a player may complete the bet after a short all-in (RRP, WSOP Live 129) or only call it (FIGP)."
        ),
    ),
    "bba_order": (
        DEAL,
        _(
            "What a stack too short for the big blind and its ante puts in first (TDA RP-11 of 2024 and of 2019)."
        ),
    ),
    "side_pot_order": (
        SHOWDOWN,
        _("The order in which the tablet asks for the winners of the pots (TDA, FIGP)."),
    ),
    "all_in_tabled": (
        SHOWDOWN,
        _("With a player all-in and the betting over, no hand may be mucked (TDA 16)."),
    ),
    "run_out_boards": (
        SHOWDOWN,
        _(
            "How many times the rest of the board may be dealt, each time for its share of the pots (WSOP Live "
            "205, for cash games)."
        ),
    ),
    "bba_none_at": (
        DEAL,
        _("At a short table nobody posts the ante for the table (TDA RP-11: always; BARGE: four)."),
    ),
    "pot_limit_counts_bba": (
        BETTING,
        _("Whether the largest bet before the flop is worked out with the ante paid for the table."),
    ),
    "odd_bet": (
        BETTING,
        _(
            "Whether the tablet refuses a bet that the chips in play cannot make, or makes it up (home rules)."
        ),
    ),
    "odd_identical": (
        SHOWDOWN,
        _("How a pot is split whose high and low go to the same hands (WSOP 73, TDA 20)."),
    ),
    "quarter_odd": (SHOWDOWN, _("Which half of a hi-lo pot gets its odd chip (TDA 20-C).")),
    "stud_opening": (
        BETTING,
        _("Who opens the first betting round of stud, and whether there is a bring-in."),
    ),
    "stud_tie_first": (BETTING, _("Who acts first where up-cards tie (TDA RP-10, WSOP, WSOP Live).")),
    "draw_reshuffle": (
        DEAL,
        _("Which cards the tablet accepts when the stub runs out in a draw (WSOP, draw room)."),
    ),
    "draw_burn": (DEAL, _("Whether the tablet counts a burn card before each draw.")),
    "misdeals_in_a_row": (
        DEAL,
        _("A player who deals badly loses the deal: the button moves on with the next hand (home rules)."),
    ),
    "misdeal_fine": (
        DEAL,
        _("What the tablet posts for that player, dead, in the next hand (home rules)."),
    ),
    "prove_openers": (SHOWDOWN, _("Whether the opener's hand must be shown before the pot is awarded.")),
    "false_opening": (
        IRREGULAR,
        _("Where the pot goes that was opened without openers and that nobody called."),
    ),
    "italian_flush_vs_full": (
        SHOWDOWN,
        _("Which of the two wins with a stripped deck, on the tablet and in “Who wins?”."),
    ),
    "italian_deck": (
        DEAL,
        _("Which cards the tablet offers in Italian poker, and what a straight begins with."),
    ),
    "italian_opening": (BETTING, _("The largest opening bet that is offered.")),
    "parola_blind": (BETTING, _("Whether the blind opening is offered for a pot that was carried over.")),
    "blind_opening_from": (BETTING, _("With how many players the blind opening is offered.")),
    "see_hands": (IRREGULAR, _("Whose request to see a called hand the floor may grant (TDA 18).")),
    "substantial_action": (
        IRREGULAR,
        _("From when on a misdeal, a wrong button or a skipped player is no longer put right (TDA 36)."),
    ),
    "oot_binding": (
        IRREGULAR,
        _("Whether an action out of turn stands when its turn comes (TDA 53, WSOP 90)."),
    ),
    "oot_heads_up": (
        IRREGULAR,
        _("Whether a passive action out of turn forbids a raise in a round that began heads-up (WSOP)."),
    ),
    "raise_motions": (
        IRREGULAR,
        _("How “What counts?” reads a declared raise made in two motions (TDA 42, WSOP 94)."),
    ),
    "hand_reading": (
        SHOWDOWN,
        _(
            "Whether a hand counts as it lies or as it was declared, in a dispute and in “Who wins?” (TDA 12)."
        ),
    ),
    "stud_exposed_down": (
        IRREGULAR,
        _("What the tablet does with a down card that was exposed in the deal (TDA RP-10, WSOP 88)."),
    ),
    "exposed_misdeal": (
        IRREGULAR,
        _("When the tablet calls an exposed card a misdeal (TDA 35, WSOP 88, home rules)."),
    ),
    "draw_short_hand": (
        IRREGULAR,
        _(
            "What the tablet does with a draw hand that is short of cards after substantial action (WSOP 108)."
        ),
    ),
    "wrong_cards_misdeal": (
        IRREGULAR,
        _("From how many wrong cards on the tablet offers a misdeal (TDA 35, WSOP 88)."),
    ),
    # --- On the floor ---
    "button_rule": (
        DEAL,
        _(
            "Where button and blinds go when a player leaves: nobody skips a blind, or nobody is last twice (TDA 32)."
        ),
    ),
    "inactive_zone": (
        DEAL,
        _("In which seats a player who has just arrived waits for a hand (TDA 10, FIGP)."),
    ),
    "button_marker": (DEAL, _("Where the tablet and the seat maps show a dead button (WSOP 85, FIGP).")),
    "first_button": (DEAL, _("Where a table begins (WSOP 85, FIGP).")),
    "button_draw": (DEAL, _("How cards for the button are read at a table (WSOP 85, home rules).")),
    "seat_draw": (DRAWS, _("How the first seats of the event are given out (TDA 7, Italian poker).")),
    "shot_clock_first": (BETTING, _("The tablet counts down each decision before the flop (WSOP 80).")),
    "shot_clock_second": (BETTING, _("The tablet counts down each decision on the flop (WSOP 80).")),
    "shot_clock_later": (BETTING, _("The tablet counts down each decision on later streets (WSOP 80).")),
    "shot_clock_reraised": (
        BETTING,
        _(
            "The seconds of a decision before the flop once somebody has re-raised (WPT Prime: 30 instead of 15). "
            "0: as without."
        ),
    ),
    "shot_clock_starts": (
        BETTING,
        _(
            "From when on the tablet counts decisions down (WPT: players left; Wynn: a level; APT: from the start); "
            "then it goes on to the end."
        ),
    ),
    "shot_clock_starts_at": (
        BETTING,
        _(
            "The number that goes with the start (Wynn: level 15; EPT hyper-turbos: level 11; WPT: 180 players). "
            "0 places from the money: in the money."
        ),
    ),
    "time_chip_stages": (
        BETTING,
        _(
            "Chips that players get later, with a plus added to what they have, else exactly so many (WPT, Wynn). "
            "For example: day 2: +4, 24 players: 6, final table: 8."
        ),
    ),
    "time_chip_seconds": (BETTING, _("How much time the tablet adds for a time-bank chip.")),
    "time_chips_start": (BETTING, _("How many time-bank chips a player has from the start on.")),
    "time_chips_final": (BETTING, _("How many time-bank chips each player has at the final table.")),
    "clock_seconds": (
        BETTING,
        _("How long a player has when the clock is called on the tablet (TDA 29, WSOP 80)."),
    ),
    "clock_countdown": (
        BETTING,
        _("How many seconds more are counted down before the hand is dead (TDA 29)."),
    ),
    "level_in_push": (
        DEAL,
        _(
            "Which blinds the first hand after a dealer change has, if a level starts meanwhile (TDA 23, "
            "WSOP 79)."
        ),
    ),
    "disputes": (HAND, _("How long the page of a hand takes a dispute (TDA 22, WSOP 76).")),
    "final_table": (CONSOLE, _("With how many players left the last tables become one (TDA RP-9, WSOP 68).")),
    "break_card_order": (
        CONSOLE,
        _("In which order the players of a broken table get their seat cards; it is drawn that way."),
    ),
    "stud_balancing": (
        CONSOLE,
        _("Who moves in an event with stud, alone or among other games (TDA 11, WSOP 67)."),
    ),
    "balancing": (
        CONSOLE,
        _("Who moves and to which seat; WSOP draws both in events of $50,000 and more (WSOP 67)."),
    ),
    "tolerance_steps": (CONSOLE, _("From which difference on a move is proposed (TDA 11-D, WSOP 67).")),
    "halt_short_by": (CONSOLE, _("How many players short a table stops (TDA 11-D, WSOP 67).")),
    "halting": (DEAL, _("Whether the tablet of a table that is too short deals (TDA 11-D, WSOP 67).")),
    "small_table_seats": (
        CONSOLE,
        _("For which tables the next rule holds; the TDA leaves them to the director."),
    ),
    "small_table_halt_short_by": (CONSOLE, _("How many players short a small table stops.")),
    "source_by_number_above": (
        CONSOLE,
        _("Which of several full tables sends a player: by table number, or by breaking order (WSOP 67)."),
    ),
    "redraw_steps": (CONSOLE, _("At which numbers of tables a redraw is proposed (WSOP 67).")),
    # --- In the event ---
    "registration_through_break": (
        REGISTRATION,
        _("When late registration closes if a break follows its last level (WSOP 12)."),
    ),
    "simultaneous_bust": (
        HAND_FOR_HAND,
        _("Places and prizes of the players out in one round (TDA RP-8, WSOP 126)."),
    ),
    "h4h_minutes": (HAND_FOR_HAND, _("How far the clock goes on with each hand (TDA RP-8, WSOP 126).")),
    "h4h_starts_at": (HAND_FOR_HAND, _("When hand-for-hand is announced without the director.")),
    "h4h_next_hand": (HAND_FOR_HAND, _("Who lets the tables deal again once all of them are done.")),
    "h4h_run_outs": (
        HAND_FOR_HAND,
        _("Whether a table with an all-in stops before its next card (TDA RP-8)."),
    ),
    "race_round": (COLOUR_UP, _("How many chips a table's race has (RRP).")),
    "race_rescue": (COLOUR_UP, _("Whether a rescue adds chips to the event (TDA 24) or not (French clubs).")),
    "late_start_min_players": (
        DEAL,
        _(
            "How many players must sit at a table before its first hand, while registration is open (WSOP 36, LFP)."
        ),
    ),
    "no_show_level": (
        REGISTRATION,
        _("When the stacks of players who never came leave the event (WSOP 16)."),
    ),
    "late_stack": (
        REGISTRATION,
        _("How many chips an entry gets once levels are over (TDA 8, WSOP 13: a full stack)."),
    ),
    "forfeit_to_re_enter": (
        REGISTRATION,
        _("Whether a player may surrender chips and buy in again (TDA 8)."),
    ),
    "single_draw_players": (
        CONSOLE,
        _(
            "How many players a table can have while a game with one draw is still to come (WSOP IX: 7; draw "
            "rooms: 8)."
        ),
    ),
    "triple_draw_players": (
        CONSOLE,
        _("How many players a table can have while a game with three draws is still to come (WSOP IX: 6)."),
    ),
    "forfeit_at": (
        REGISTRATION,
        _("When the desk lets a player surrender chips and buy in again (TDA 8, WSOP 13)."),
    ),
}
