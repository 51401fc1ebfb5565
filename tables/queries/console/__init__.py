"""The floor's console: its overview, the page of one table, moves, and a colour-up before it is booked,
and the room as it is set up.

May import `room`, `table` and `words`.
"""
