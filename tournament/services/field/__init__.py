"""The field: players and their entries, the end of registration, results and payouts.

It has fourteen modules because prizes, bounties, chops and tills follow from places and from one another.
May import what stands below it among the services.
"""
