"""Event rules: structure, clock, entries, money, prizes, places, chips, profiles.

Pure: standard library only, no clock and no randomness of its own. `now`, cards and
row ids come in as arguments; every function returns new values; an error changes
nothing. Chips and money are integers (money in minor units), instants are aware UTC.
"""
