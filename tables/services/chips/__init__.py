"""Chips outside a hand: a colour-up with its race, and a stack that was counted again.

May import `table`. Every difference goes into the chip ledger.
"""
