"""Hands: dealt, recorded tap by tap, ruled on, settled when they are over; players put out by hand.

May import `moves` (players waiting for the end of the hand leave now) and `table`.
"""
