"""What people type when setting up and running the event, read into values. `cash`, `fields`, `prizes` and `structure`
are rooms; the rest are single forms.
"""
