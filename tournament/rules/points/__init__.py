"""Points of a league: formulas as clubs write them, read and worked out by rules of our own.

May import `errors` of the rules.

    names        what a formula may ask for, and what else these names are called
    words        a formula cut into words
    functions    what a formula can work out, but for those that choose what is worked out at all
    formula      a formula read, with the place of what is wrong in it
    evaluation   the points of one player
    presets      formulas ready to use

    python -m tournament.rules.points "FORMULA" n=150 r=3 b=20    prints the points
"""
