"""The field: players and their entries, penalties, the end of registration, and places.

May import the cash desk and what stands below it among the services.
"""
