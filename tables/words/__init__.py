"""Sentences: what engine, floor and services say in codes, in the reader's language.

May import the pure rules, models of log lines, and `tournament.words`; no other room of queries.

    hands        hands, and why one beats another        pots        who gets a pot
    hand_lines   one line of a recorded hand             motions     what a gesture at the table means
    rulings      irregularities and their rules          reasons     why the floor does something
    penalties    penalties, and what they are for        chips       chips that came or went
    rules        the keys of house rules, and what each changes
"""
