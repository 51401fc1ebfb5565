"""What is written: one use case, one transaction, one line in the log, published on commit.

A service locks (tournament, then tables by id, then the hand), asks the pure rules, saves, logs and publishes.
It raises Refused with words for the person who tapped, and then nothing has changed. It may import models,
queries, and services of `tournament`; it decides no rule of poker itself.

From the top down; a room imports what stands below it, never a room beside it:

    undo/ undoing from the log
    incoming/                 what other systems tell of a table
    hands/   desk/   chips/   dealing; registering; counting and exchanging chips
    moves/                    players change seats, tables break
    stops/                    what the whole room obeys at once
    table/                    one table: its lock, its lease, its seats, its tablets and messages
"""
