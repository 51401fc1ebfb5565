"""What people type when setting up and running the event, read into values. `access`, `cash`, `fields`, `prizes`,
`screens` and `structure` are rooms; the rest are single forms.
"""
