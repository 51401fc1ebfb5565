"""Players change seats: one at a time, by the balancing rules, by a high card, or all when a table breaks.

May import `stops` (a table that breaks may have been the last of a round) and `table`.
"""
