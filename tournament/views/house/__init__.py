"""The house itself, beside every tournament: its alarms. Imports access, queries and template tags."""
