"""Recorded hands and their export, and the verdict: which of some hands wins."""
