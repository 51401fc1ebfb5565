"""One table: which tablet may record it, its seats, its tablets, and messages between it and the floor.

The ground floor of the services: imports no other room of theirs.

    locks      row locks on tables                     lease      the one tablet that may write
    opening    a table opens, or comes back            seats single seats locked or emptied
    records    tables as they stand, to be put back    holds      every table held or released
    tablets    pairing, taking over, revoking          messages   calls, orders and notes
    calls      a call for the floor is answered        planning   tables that are laid out, not opened yet
    shaping    number, name, size and zone of a table  zones      a part of the room and its staff
    orders     in which tables open, and break         ways       hands, results or busts are recorded
    halting    a short table plays on                  not_open   why nothing can be done at a table
    totals     whether the stacks are the chips that lie there
    gone       what has become of a player             penalties  the rows of penalties, and their lines
    of_table   which table a line of the log tells of

It has more modules because whatever is said of a single table stands here, each thing in a page of its own.
"""
