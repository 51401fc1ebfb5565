"""The registration desk: players, their entries and seats, and a whole list of players at once.

May import `moves` and `table`.
"""
