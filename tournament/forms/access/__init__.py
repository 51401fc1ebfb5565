"""Who may: log-ins, passwords, the second factor, the staff of an event, and other programs that are let in or told."""
