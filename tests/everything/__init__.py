"""`make test` and `make test-long`: all that must hold, two cores kept busy, a line for each part as it ends.

    python -m tests.everything [--lint-only | --long] [--no-browser] [--no-postgresql] [arguments for pytest]

Three lanes run side by side: the browser tests, which wait a good deal and go first; the other tests on SQLite and
after them what touches the database on PostgreSQL; the checks that read the code. `--long` runs what is only breadth
(tests/selection.py), and a suite for which there is no time may be left out. What a part said is shown when it
failed. Of a suite with at most three failures these run once more, alone (second_look.py): if they pass, so does the
suite, and the summary names them as unsteady. Where `CI` or `REQUIRE_ALL` is set a part that was asked for and did
not run is a failure: a green result would say too much.
"""
