"""People of the staff: the house's own log in words, and where somebody is logged in."""
