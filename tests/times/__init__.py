"""Where the time of a test run goes: written by each of its processes, read as tables.

    python -m tests.times [--write]

`recording` is a part of pytest (tests/conftest.py names it) that writes down what each test, fixture and builder
costs; `run` reads what all processes of a run have written; `pages` makes the tables of docs/tests.md of it; `budgets`
says which folder has grown. Processor time counts, of the process and of what it started: waiting is another thing.
"""
