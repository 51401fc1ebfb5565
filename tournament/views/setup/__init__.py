"""Setting up: the list of tournaments, a new one, its settings, its structure and its staff.

It has more modules because a structure is typed, pasted, made or tried, each on a page of its own.
"""
