"""Prizes to read: the ladder for the field as it is, and the cash desk's list."""
