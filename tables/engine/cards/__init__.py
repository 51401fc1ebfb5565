"""Cards and what hands of them are worth.

    ranks             ranks and suits by their letters
    cards             a card as an integer; its text form; the deck
    rankings          which hand wins, as data: the order of categories and ranks of each ranking
    ranking_tables    the look-up tables built from a ranking on first use
    evaluation        the strength of a hand, who wins, what qualifies, the odd chip's suits
    naming            what a hand is called and why it beats another

May import: `errors`. Knows no game, no chips and no players.
"""
