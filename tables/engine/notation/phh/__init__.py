"""Hands as PHH files: `hands` reads and writes them, `files` splits a file of many hands."""
