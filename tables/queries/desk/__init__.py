"""The registration desk: players to find, entries and their tickets, and the rules in force.

May import `table` and `words`.
"""
