"""What people type about the event, read into values. `fields` and `structure` are rooms; the rest are single forms."""
