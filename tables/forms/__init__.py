"""What people type on the tables' pages, read into values; forms leave the rules to the pure packages.

It has more modules because each page has one of its own.
"""
