"""What is dear and was made more than once in a process: a world, a server, a database for one test."""

from collections.abc import Mapping

from tests.times.run import TimesOfRun
from tests.times.yardstick import STATED_RATE

# Seconds of processor at the stated rate for each further time; what costs less may be made again.
DEAR_SECONDS = 0.4

FOR_A_REASON: Mapping[str, str] = {
    "tests/security/test_reading.py::reading": "the walk of each visitor, another one each time",
    "tests/test_upgrade.py::saved": "a copy of a saved database, which each test changes",
}


def made_again(run: TimesOfRun) -> list[str]:
    """Say of each fixture and builder that is dear, and was made more often than there were processes, what to do."""
    faster = run.rate / STATED_RATE
    return [
        f"{name} was made {cost.times} times, again at {seconds:.1f} s of processor: make it once in a module or"
        " session and give it back (tests/worlds.py, tests/databases.py), or name it in tests/times/made_again.py with"
        " the reason."
        for name, cost in sorted({**run.fixtures, **run.builders}.items())
        if cost.times > run.processes
        and (seconds := cost.again * faster) > DEAR_SECONDS
        and name not in FOR_A_REASON
    ]
