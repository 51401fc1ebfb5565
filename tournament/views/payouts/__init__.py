"""Money that goes out: prizes and bounties. Neither imports the other."""
