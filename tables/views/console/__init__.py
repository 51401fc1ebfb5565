"""The floor's console: the overview, one table and what is done to it, moves, a colour-up."""
