"""What the command line does beside Django's own commands."""
