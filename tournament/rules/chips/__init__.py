"""Chips of a tournament: what was issued and removed, and the race when the smallest leave.

May import `profiles` and `errors` of the rules.
"""
