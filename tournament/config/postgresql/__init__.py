"""Django's PostgreSQL backend that can empty the whole database though its append-only tables refuse it."""
