"""`make check`: what a change touches, in a minute.

    python -m tests.check [--since COMMIT] [--seconds N]

Of the files that differ from the last commit (where none do, of the last commit itself): their style, their types, and
the layers; then the tests on SQLite, those nearest to the change first, until a minute is filled: the test files that
have changed, those that mirror a changed module, those that import it, those that mirror a module which imports it, and
so on. What there was no time for is counted and said. Everything is asked by `make test`.
"""
