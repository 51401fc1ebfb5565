"""One table: the rules it plays by, the hand in play, the one before and the one that comes.

May import `words`. Services ask here too, so that what a tablet shows before the deal is what is dealt.

It has more modules because each thing that decides the next hand (game, button, level, stacks, penalties) is one alone.
"""
