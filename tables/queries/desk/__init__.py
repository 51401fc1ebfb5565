"""The registration desk: players to find, entries and their tickets, and the rules in force.

May import `table` and `words`.

It has more modules because each list and each file of the desk is made in one of its own.
"""
