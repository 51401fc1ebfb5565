"""Hands: dealt, recorded tap by tap, ruled on, settled when they are over; players put out by hand.

May import `moves` (players waiting for the end of the hand leave now) and `table`.

It has more modules because each thing that can happen to a hand or to a player in one is a use case of its own.
"""
