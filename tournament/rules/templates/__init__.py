"""Ready-made tournaments: a name, a structure and everything else that set-up asks for.

May import `structure` and `payouts`.
"""
