"""Hands as Open Hand History: `reading` and `writing`."""
