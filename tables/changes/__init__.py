"""Changes of tables, seats, hands and players in play: one frozen class for each verb, as in `tournament.changes`.

May import `tables.words`, the rows, the floor and the engine, and what `tournament.changes` has.

    kinds        the filters of the log that are the tables' own
    at_table     where something was done: table, hand, player in a seat

    buttons      the button by hand                      stacks       counted and corrected
    colour_ups   chip races and late chips               bags         of the day's end
    absences     absent, and back                        hands        hands undone
    stops        the whole room, stopped and resumed     rounds       of the room, and run-outs
    rulings      asked for, decided, and gestures        decision_clock  called on a player, time chips
    disputes     of hands                                departures   players who leave with chips
    penalties    given, undone, served                   busts        by hand, counted hands, knock-outs
    pushes       dealers who changed                     tables       opened, held, drawn, redrawn by cards
    breaks       broken and redrawn                      shaping      numbers, sizes, zones, orders
    seats        locked and drawn                        moves        of players
    alternates   the waiting list                        arrivals     check-in and no-shows
    players      of the list                             rebuys       asked for and declined
    calls        to the floor, and messages              tablets      paired and unpaired
    house_rules  set and put back                        voided       where a draw is undone with a reason
"""
