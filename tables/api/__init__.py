"""The part of the interface that knows seats and hands; see `tournament.api`."""
