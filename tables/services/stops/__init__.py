"""What the whole room obeys at once: rounds of counted hands, hand-for-hand above all.

    dealing     whether a table may deal now
    rounds      a round begins, is over, and the next one follows or the stop ends
    announcing  a stop is announced, by the floor or by itself
    reopening   a hand of a round is undone: the round is in play again
    last_hands  the end of the day: a card says how many hands are left
    resuming    every stop is ended at once
    run_outs    an all-in whose cards wait for the floor
    computer_time  the computer's clock was set and is right

May import `table`, and the services of the tournament.
"""
