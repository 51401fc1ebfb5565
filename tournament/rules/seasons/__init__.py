"""A season: its standings, what its money gives each rank, and the stacks with which its finale begins.

money   stacks      of the standings
standings           what counts, and in which order players are
"""
