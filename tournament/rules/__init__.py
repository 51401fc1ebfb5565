"""Event rules: structure, clock, entries, money, prizes, places, chips, profiles. PURE.

Standard library only, no clock and no randomness of its own. `now`, cards and
row ids come in as arguments; every function returns new values; an error changes
nothing. Chips and money are integers (money in minor units), instants are aware UTC.

From the top down; a room imports what stands below it:

    templates/               ready-made tournaments
    entries                  who may enter, when
    past/                    finished events in files of other systems
    flights                  who goes on from a starting flight, with how much; when it has been played
    clock                    the tournament clock as a value
    structure/   payouts/    levels and breaks; money in, prizes and places
    chips/                   the ledger and the chip race
    profiles                 where rule books disagree about the event
    names   penalties        names as they are searched; warnings and penalties
    spreadsheets             cells that no spreadsheet runs
    errors                   RulesError

It has more modules because each question that stands beside the rooms is answered in one of its own.
"""
