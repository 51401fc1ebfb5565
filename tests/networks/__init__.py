"""Floorman in networks as a room has them: machines in namespaces of the kernel, joined by virtual cables."""
