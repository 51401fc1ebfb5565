"""`make test`, `make test-long` and `make check`: all that must hold, the cores kept busy, a line for each part.

    python -m tests.everything [--lint-only | --long] [--minutes=N] [--no-browser] [--no-postgresql] [for pytest]
    python -m tests.check [--since COMMIT]

All suites are begun at once and share one queue (tests/turns.py): at any moment as many tests run as the machine has
room for, those first that wait for a browser or for processes, and the checks that read the code take their turns
too. `--long` runs what is only breadth (tests/selection.py), with `--minutes` as much of it as fits
(tests/in_time.py), and a suite may be left out. What a part said is shown when it failed. Of a suite with at most
three failures these run once more, alone (second_look.py): if they pass, so does the suite, and the summary names
them as unsteady. Where `CI` or `REQUIRE_ALL` is set a part that was asked for and did not run is a failure: a green
result would say too much.

A whole run leaves behind where its time went (tests/times), and fails where a folder of tests has outgrown its budget.
"""
