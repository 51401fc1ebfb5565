"""Two hosts on one PostgreSQL and one Valkey, one address in front of them: either may die at any moment.

Each host is a `manage.py run` with a port and a working folder of its own; they share nothing else, so that they
might as well be two machines. Both sweep the clocks: that neither is the only one is what lets either die.
"""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from tests.faults.balancer import Balancer
from tests.faults.test_faults import check_evening, evening_at
from tests.processes import RunningValkey, database_url_of_test, wait_until
from tests.running_house import RunningFloorman, opened

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.slow,
    pytest.mark.long(
        reason="two whole houses; that claims are won once is asked of the database in test_sweep.py"
    ),
]


def kill_host(house: RunningFloorman) -> None:
    """kill -9 the supervisor; every other process of the host dies with it."""
    house.process.kill()
    house.process.wait()
    wait_until(lambda: house.processes() == {}, "the end of every process")


@pytest.mark.django_db(transaction=True)
def test_either_of_two_hosts_may_die_and_taps_streams_and_ticks_go_on(
    tmp_path: Path, valkey: RunningValkey
) -> None:
    shared = {
        "DATABASE_URL": database_url_of_test(),
        "REDIS_URL": valkey.url,
        # Log-ins, tablets and the addresses of streams made by one host hold at the other.
        "SECRET_KEY": secrets.token_urlsafe(64),
    }
    with (
        opened(tmp_path / "one", **shared) as one,
        opened(tmp_path / "two", **shared) as two,
        Balancer(one.port, two.port).opened() as balancer,
        evening_at(balancer.url, two) as evening,
    ):
        evening.goes_on("the start")
        kill_host(one)
        evening.goes_on("the death of the first host")
        one.start()
        wait_until(one.answers, "the first host again")
        kill_host(two)
        evening.goes_on("the death of the second host")
        pushes = len(evening.watcher.pushed)
        two.start()
        wait_until(two.answers, "the second host again")
        wait_until(lambda: len(evening.watcher.pushed) > pushes, "a pushed clock after all of it")
        assert min(balancer.relayed[one.port], balancer.relayed[two.port]) >= 3
    check_evening(evening, levels=5)
