"""A structure made from what a director knows: players, stacks, chips, hours.

Three sheets that end at the same time: slow at first (gentle), in even steps (middle), and fast at first (steep). Each
is clean in the structure's check, and every amount can be paid with the chips that are in play then.

    wishes    what a director asks for, and how it is refused
    blinds    the amounts that chips can pay: small blinds from a ladder, and which chips they still need
    climb     how the blinds climb: levels fitted to a curve, each one above the last
    stakes    what one level's games are played for, made from its small blind
    rows      levels and breaks in a row; chips leave in the break after the last level that needs them
    stack     of which chips a starting stack is made
    making    the three sheets; also the rest of one, from a level that stays
    ends      when a sheet ends, by the forecast
    outlook   that end as a range, and the average stack at each break
    printing  a sheet as text

    python -m tournament.rules.structure.generate --players 15-20 --stack 10000 --chips 25,100,500 --hours 5
"""
