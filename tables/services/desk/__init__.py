"""The registration desk: players, their entries and seats, and a whole list of players at once.

May import `moves` and `table`. It has more modules because each thing that the desk sells, seats or takes back has one
of its own.
"""
