"""The floor's console: its overview, the page of one table, moves, a colour-up before it is booked, the chips of the
event, and the room as it is set up.

May import `room`, `table` and `words`.
"""
