"""What people type when setting up and running the event, read into values. `fields` and `structure` are
rooms; the rest are single forms.

It has more modules because each page that is filled in has a form of its own.
"""
