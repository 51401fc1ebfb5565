"""The whole room: tables and seats as the floor rules see them, what they advise, who is on the way.

May import `table` and `words`.

    tables       the room as the pure floor rules see it
    advice       what these rules advise now: moves, a table to break, a redraw
    next_table   which table is opened next
    halted       whether a table waits for the balance
    kept_seats   seats reserved for players
    kept_for_rebuys  seats of players who are out and may still buy back
    places       whether one more can play at a table
    board        what the room reads on a wall
    orders       in which order tables open, and break
    departures   who has yet to go, and who is on the way
    odd_stacks   stacks that the chips in play cannot make
    seating      who sits where: the public standings, and a player's own seat
    arrivals     who has not arrived, and who is a no-show
    play_notes   what the structure says of shot clock and redraws
    particulars  small print below lines of the log

It has more modules because each question about the whole room has one of its own.
"""
