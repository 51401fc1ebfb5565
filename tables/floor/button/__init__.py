"""Button and blinds: where they are in the first hand and in each that follows.

May import `circle`, `reasons`, `rules` and `errors` of the floor.

    positions   who has the button and the blinds in one hand: the value that is stored with it
    alone       one player there, all others absent: a hand every two minutes (WSOP 36)
    by_hand     the floor sets the button of the next hand (TDA 34-A)
    next_hand   the dead button (TDA 32), the moving one, heads-up (TDA 34)
    posting     who posts in a hand of one game: two blinds, one on the button, or none
    straddle    what the player after the big blind may put up before the deal, at home
    orbit       when the button has come round
    resting     the button rests while a game without one is played (TDA 11-B, WSOP 67b)
    promises    what holds for every hand under a dead button
    explain     what is unusual about a hand's positions, in reasons
"""
