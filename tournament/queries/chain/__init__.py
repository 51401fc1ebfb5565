"""The chain of seals to read: its newest seal, for papers and screens, and whether every row is as it was sealed.

seals      the head of a chain, and the seal of one line
whole      what was altered, removed or added past Floorman
reading    the digests of rows as they stand, whatever stands in them
house      the same of the house's own log
triggers   whether the database still refuses to change what is sealed
"""
