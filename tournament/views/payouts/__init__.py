"""Money that goes out, prizes, their chop and bounties, the books of all money, and the tills. None imports another."""
