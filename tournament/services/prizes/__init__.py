"""What the last players get: the ladder locked and edited by hand, and chops agreed among the players left.

May import the field and what stands below it.
"""
