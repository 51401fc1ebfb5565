"""Money in, prizes out: buy-ins, the pool, payout schemes, the ladder, finishing places, bounties, chops.

May import `errors` of the rules.

    money              the parts of a buy-in and the prize pool they make
    schemes            payout schemes as data
    locked             a ladder that was announced: what it owes to the pool, and what of it has been awarded
    prizes             the ladder of a pool under a scheme, and the shares of tied places
    ladders            the whole ladder: the bubble prize below the money, and what side prizes take from the pool
    forecast           how many entries an event may have when registration closes
    finishing_places   who finishes where when several are out at once
    bounties           who takes the bounty of a player who is out
    mystery            envelopes with bounties: what they hold, and the draw of their order
    icm                what a stack is worth in prizes
    chops              the prizes left divided between the players left
    limits             what is asked for before much money is paid

It has more modules because each question about money in and prizes out is answered in one of its own.
"""
