"""The registration desk: entries, players, printed seat tickets, imports, and the rules in force.

It has more modules because each page of the desk has one.
"""
