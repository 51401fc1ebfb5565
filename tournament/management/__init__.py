"""What the command line offers besides Django's own commands."""
