"""What must hold in the rows of a tournament at any moment.

Each check reads one tournament, or what belongs to the house, and yields a `Finding` for all that is broken: the name
of the rule (I01 to I32 as in docs/reliability.md) and a sentence. A check trusts nothing that it checks: a balance is
added up from its rows, a hand is played again from its operations, a place follows from the lines of who went out.
`manage.py verify` shows what they find. Each module is one comparison, and `every` registers them all.

    findings   what a check says
    chips      chips issued and chips in stacks; who sits where
    places     who went out where
    told       places beside the lines of who went out
    clock      level and time left beside the lines of the clock
    structure  the structure beside the line that changed it last
    credits    knock-outs beside the lines that credit them, bounties beside knock-outs
    roles      roles beside both logs
    draws      draws made again from their seeds
    buttons    buttons beside the last hands
    money      the ledger, the pool, bounties
    log        what the log tells of entries and places
    chain      the seals of the log and the ledgers
    states     the seals of rows that change: prizes, places, seats, settings, the clock, draws, roles, hands
    prizes     each prize beside the ladder
    kept       sums that are kept with an entry
    house      the seals of the house's own log, and the triggers
    keys       references, values that are there once, bounds, and whether the database still refuses what breaks them
    hands      each hand, played again, and who was knocked out by whom in it
    stacks     what hands leave and the next ones begin with
    every      all of them in their order

It has more modules because each of them trusts none of the others.
"""
