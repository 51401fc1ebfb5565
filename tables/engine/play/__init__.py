"""The mechanisms of a hand that every game shares: its record, its chips, its betting, its showdown.

    operations        what a dealer records
    coding            the text form of operations
    progress          where a hand stands: the one mutable value of the engine
    denominations     amounts the chips in play can make
    limits            how much may be bet or raised
    rounds            betting rounds: whose turn it is, and how a round ends
    betting           fold, check, call, raise, bring-in
    dealing           cards becoming known
    pots              building and splitting pots
    awarding          who takes which chips
    openers           openers and their proof; the pot carried over
    showdown          who shows, who mucks, which pots are decided

May import: `games`, `cards`, `validation`, `errors`.
"""
