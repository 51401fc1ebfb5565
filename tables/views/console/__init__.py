"""The floor's console: the overview, one table and what is done to it, moves, a colour-up.

It has more modules because each thing the floor does from several of its pages has one.
"""
