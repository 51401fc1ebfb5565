"""People of the staff: the house's own log, their sessions, their second factor.

May import the rooms below it and, for what is counted, `front`.
"""
