"""Sentences: what engine, floor and services say in codes, in the reader's language.

May import the pure rules, models of log lines, and `tournament.queries.words`; no other room of queries.

    hands        hands, and why one beats another        pots        who gets a pot
    hand_lines   one line of a recorded hand             motions     what a gesture at the table means
    rulings      irregularities and their rules          reasons     why the floor does something
    log          what the tables write into the log      colour_up   a colour-up in the log
    rule_keys    house rules                             rule_effects where they act and what they change
    busts        players put out by hand, in the log     counts      counted stacks, in the log
"""
