"""Chips of a tournament: what was issued and removed, what they can make, and the race when the smallest leave.

May import `profiles` and `errors` of the rules.

    ledger          what was issued and removed, what is in play, the average stack
    denominations   which amounts the chips in play can make
    bust_chips      who has the chips of players who are out without a recorded hand
    counted_stacks  what a count makes of the stacks of a table
    chip_race       the smallest chips are raced off
    sets            chips by the piece: what a stack is made of, and what a case is enough for
    by_piece        which pieces are in play, by what was handed out and what has left
"""
