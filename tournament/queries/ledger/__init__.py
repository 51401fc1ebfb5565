"""The ledger of money to read: as a statement, and reconciled with what was sold and paid. Writes nothing."""
