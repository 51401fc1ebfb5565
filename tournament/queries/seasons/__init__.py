"""A season as people see it: its standings, and its money. `money` may import `board`."""
