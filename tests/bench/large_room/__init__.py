"""A room of the size of a Main Event, made in seconds: for benches and, much smaller, for tests.

    python -m tests.bench.large_room [--entries N] [--tables N] [--operations N] [--in-the-money]

makes one in the database that the environment names, and prints its code and a link to log in. What the services
would write one by one is written by the thousand; hands are played by the engine, so every page can read them.

    size    how large it is, and where the evening stands
    hands   the recorded hands of one table, by the pure packages alone
    bulk    many rows of one model in one statement
    room    the room while it is made
    build   from the first hand to the last
    rows    the rows of all of it
"""
