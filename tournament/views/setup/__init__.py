"""Setting up: the list of tournaments, a new one, its settings, its structure and its staff."""
