"""Televisions, their rules, and the files of the house for them."""
