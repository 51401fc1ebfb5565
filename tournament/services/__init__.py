"""What is written about the event: one use case, one transaction, one line in the log, published on commit.

From the top down; what stands below may be imported:

    clock_controls           a tap on the clock panel
    undo undoing a line of the log
    clock                    the clock is changed or has run on
    house_time               the computer's clock is looked at
    setup/                   tournaments, plans to start from, accounts, staff
    prizes/                  the ladder locked and edited, chops
    field/                   entries, players, penalties, registration, places
    cash/                    chips sold, payouts, bounties, tills
    clock_claim   over       the clock claimed by its version; a tournament that is over
    locks   log   replies    row locks; the log; one tap, one effect
    heartbeats               who works behind the screens was last at work
    old_sign_ins             what signing in leaves behind
    actor   errors           who makes a change, and when; Refused

It has more modules because what every use case needs (locks, log, replies) stands beside the rooms.
"""
