"""Money that goes out, prizes and bounties, the books of all money, and the tills. None imports another."""
