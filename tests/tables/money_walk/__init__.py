"""An evening of money in any order: sold, knocked out, locked, chopped, won, paid, and any of it taken back.

    house     what is sold and how it is paid; the tournament that is walked through, and who is in it
    books     every balance that has to be right after each step, and all that a step can move
    selling   steps at the desk before play is over: entries, rebuys, prices, added money, deductions
    playing   steps at the tables: knock-outs, hand-for-hand, the floor's moves
    prizes    steps of the director: the ladder locked, the bubble prize, chops
    extras    steps with side prizes and the envelopes of mystery bounties
    paying    steps at the cash desk
    walk      one step after another, each held against the books and taken back
    evenings  evenings that are always the same, each with one kind of money in the middle of it
    faults    what may go wrong in the product, one fault each

Each imports those above it.
"""
