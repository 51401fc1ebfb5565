"""Hands: to read, to export, to judge which of some hands wins, and what a gesture in one counts as.

May import `table` and `words`.
"""
