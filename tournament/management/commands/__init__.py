"""Commands of manage.py: they read the clock, choose the randomness and call services."""
