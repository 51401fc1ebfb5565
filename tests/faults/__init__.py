"""What goes wrong in a room, done on purpose to the real application: processes killed, hints lost, sweeps doubled."""
