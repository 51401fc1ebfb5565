"""The dealer's tablet: one table, one hand, and what may be done next.

May import `room`, `table` and `words`.
"""
