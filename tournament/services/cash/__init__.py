"""The cash desk: chips sold after an entry, payouts, bounties and envelopes, and the tills the money goes through.

May import what stands below it among the services; the field stands above.
"""
