"""The dealer's tablet: pairing, its table, every tap. A device is known by its cookie, not by an account."""
