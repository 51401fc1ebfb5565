"""The plan of a tournament: all that its director decides, each setting in one row.

    settings     each setting: its words, its bounds, its part of the page, and until when it may change
    plan         the values of a tournament
    ready_made   the plans to start from

May import the rows and the pure rules.
"""
