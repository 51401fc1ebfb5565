"""What is played, for how much and by which rules: everything fixed before the first card.

    game              the data of a game: streets, betting structure, contests
    catalogue         every game, by code
    rotations         mixed games and dealer's choice: which game is next
    decks             the deck and the contests of one hand
    house_rules       the answers where rule books differ
    stakes            blinds, antes and bets of a level
    posts             chips taken before the deal, and the opening they make
    setup             all of it together: the setup of one hand
    verdict           who wins with the cards on the table, without a recorded hand

May import: `cards`, `validation`, `errors`.
"""
