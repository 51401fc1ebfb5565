"""Recorded hands: to read, to export, and to judge which of some hands wins.

May import `table` and `words`.
"""
