"""What a player's words and chips mean under the rules, for a dealer who has seen an irregularity.

    gesture           what the player said and did, and the situation it was made in
    rules             the ordered table by which it is read
    interpretation    what it comes to
    counted_chips     chips put in, made into the ruling they amount to

May import: everything in the engine but `notation`.
"""
