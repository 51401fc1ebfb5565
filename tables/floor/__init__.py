"""The rules of the floor: draws, the button, balancing, breaking tables, and where an evening stands. PURE.

Standard library only, no clock and no randomness of its own: chance comes in as `rng`, cards and counts as
values, and every function returns new values or raises FloorError. It knows seats and tables, never rows of a
database, and nothing of the hand engine or of `tournament`. Sources: TDA 2024, WSOP 2024 and the house rules
that `rules.FLOOR_RULES` lists; each rule names its own.

From the top down; a room imports what stands below it:

    moves/     who changes tables, and why: balancing, breaking, halting
    draws/     seats, the button and cards drawn by lot
    redeals    whether a misdealt hand is dealt again; alone
    decisions  the time that a player has for one decision; alone
    shot_clock the time of every decision: from when on, how long, and chips for more of it; alone
    level_hands  levels that last hands: what counts, and who waits; alone
    push       the dealer push, and the level of the hand after it; alone
    disputes   how long a hand may be disputed
    stage      where an evening stands and what comes next; alone, from a few facts
    room       the tables as the floor sees them: seats, players, the last positions
    button/    button and blinds, from one hand to the next
    rules      house rules of the floor as one value, with the profiles to pick from
    reasons    why the floor does something: a code, its figures and its sentence
    circle     seats around a table, clockwise
    errors     FloorError

It has more modules because a question of the floor that needs no other is answered in one of its own.
"""
