"""Prizes to read: the ladder for the field as it is, and the cash desk's list.

It has more modules because each kind of prize, and each way to divide or to keep one, is read in one of its own.
"""
