"""Undoing from the log what was done to tables; each module registers the verbs it can undo.

May import every other room of the services. What later changes depend on is refused.

    one_table   holds, locked seats, corrections      seating   the seat draw, an opened table
    moves       a move                                start     the start of the clock
    breaks      a broken table                        redraws   a redraw
    gestures    a verdict on words and chips            clock     a clock that was called
    button      a button set by hand
    alternates  the waiting list
    shaping     numbers, sizes, zones, orders          of_table  which table a line tells of
    house_rules a rule of the house
    counts      counted stacks, a colour-up            busts     players put out by hand
    stops       what stopped the whole room            people    absent or back, penalties, left
    ways        a way of recording, a counted hand
    disputes    disputed hands                         pushes    dealers who changed
    arrivals    check-in and no-shows                  bags      bags counted, bags accepted
    recounts    what a dealer typed wrongly, typed again
    chip_sales  rebuys and add-ons                      refunds   an entry that had played

It has more modules because each kind of change is undone in one of its own, and none knows another.
"""
