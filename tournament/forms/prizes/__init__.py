"""Forms of the prizes: the payout scheme, the locked ladder, a chop. May import `fields`."""
