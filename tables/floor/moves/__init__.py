"""Who changes tables: proposals with their reasons; nothing here carries one out.

May import `draws`, `room` and what stands below them.

    move           one player sent from one seat to another, and when that is refused
    balancing      the fewest moves that even the tables (TDA 11, WSOP 67)
    why_balancing  why these two tables and not two others
    candidates     the tables in the order in which they give and take a player
    fewest_moves   how many they are, from the counts alone
    leaving        which player of a table goes
    arriving       which seat the player takes
    redraws        at which numbers of players all seats are redrawn (WSOP 67, WPT)
    breaking       breaking a table, the final table
    halting        when a table stops dealing because it is too short (TDA 11-D)
"""
