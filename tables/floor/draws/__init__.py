"""Random draws: seats, the button, one card each. Chance comes in as `rng`.

May import `room`, `button` and what stands below them.

    chance           the source of chance as an argument; SeededRng, whose seed is written down
    cards            playing cards that decide: by rank, then spades down to clubs
    seats            the seat draw, late seats, redraws, the button
    seats_by_cards   seats and the first dealer by playing cards, as home games and Italian poker draw them
"""
