"""What pages read: rows in, frozen values out, in a known number of queries. Nothing here writes.

A query asks the pure rules (`tables.engine`, `tables.floor`, `tournament.rules`) and puts their answers into
the reader's language; it decides no rule itself. It may import models, and queries of `tournament`.

From the top down; a room imports what stands below it, never a room beside it:

    console/  tablet/  hands/  desk/    one room for each audience, the shape of its pages
    room/                               the whole room: every table, seat and move
    table/                              one table: its rules, its hand in play, its next hand
    words/                              sentences for codes, reasons, hands and the log
"""
