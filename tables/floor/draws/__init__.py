"""Random draws: seats, the button, one card each. Chance comes in as `rng` (`tournament.draws`).

May import `room`, `button` and what stands below them.

    cards            playing cards that decide: by rank, then spades down to clubs
    seats            the seat draw, late seats, redraws, the button
    listed           what each draw is made from, as its file lists it
    seats_by_cards   seats and the first dealer by playing cards, as home games and Italian poker draw them
"""
