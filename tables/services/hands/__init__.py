"""Hands: dealt, recorded tap by tap, ruled on, settled when they are over.

May import `moves` (who waited for the end of the hand goes now) and `table`.
"""
