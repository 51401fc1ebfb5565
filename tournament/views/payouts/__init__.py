"""Money that goes out, prizes, their chop and bounties, the books of all money, and the tills. None imports another.

It has more modules because each way that money goes out has pages of its own.
"""
