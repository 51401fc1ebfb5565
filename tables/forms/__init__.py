"""What people type at the tables' pages, read into values; a form asks no rule that the pure packages hold."""
