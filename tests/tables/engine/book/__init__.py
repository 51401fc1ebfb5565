"""Poker by the book: a second, small model of the rules, to be compared with the engine.

Written from the rule texts (TDA 2024, WSOP 2024, Robert's Rules, the seeds) and sharing nothing with
tables.engine. It keeps the facts of a hand, who put in what and in which order, and answers every
question from them again: slowly, plainly, and by other ways than the engine takes.
"""
