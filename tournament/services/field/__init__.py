"""The field: players and their entries, the end of registration, results and payouts.

May import what stands below it among the services.
"""
