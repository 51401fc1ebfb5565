"""Setting up: a tournament made, copied, changed or cancelled, plans to start from, accounts and staff.

May import `field` and what stands below it. It has more modules because a season has one for each thing that is
decided about it.
"""
