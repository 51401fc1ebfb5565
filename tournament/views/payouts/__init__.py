"""Money that goes out, prizes and bounties, and the books of all money. None imports another."""
