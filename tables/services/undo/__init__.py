"""Undoing from the log what needs several rooms, or is a page of its own; the rest is undone where it is done.

May import every other room of the services. What later changes depend on is refused.

    breaks      a broken table                        seating     the seat draw, an opened table
    moves       a move                                start       the start of the clock
    busts       players put out by hand               departures  players who left with chips
    refunds     an entry that had played
"""
