"""Sentences: what engine, floor and services say in codes, in the reader's language.

May import the pure rules, models of log lines, and `tournament.queries.words`; no other room of queries.

    hands        hands, and why one beats another        pots        who gets a pot
    hand_lines   one line of a recorded hand             motions     what a gesture at the table means
    rulings      irregularities and their rules          reasons     why the floor does something
    log          what the tables write into the log      colour_up   a colour-up in the log
    rules        the keys of house rules, and what each changes
    busts        players put out by hand, in the log     counts      counted stacks, in the log

It has more modules because the log has a page of sentences for each kind of change.
"""
