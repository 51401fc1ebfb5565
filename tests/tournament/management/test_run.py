"""`manage.py run` as the floor manager meets it: it opens, it heals, it closes, and it leaves nothing behind.

Most cases start the real command in a data directory of its own. Processes are found by that directory in their
environment, so that a survivor is seen whoever its parent is.
"""

import os
import re
import signal
import socket
import ssl
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest
from django.conf import settings

from tests.commands import Ended, Manage
from tests.processes import BROWSER, READY_SECONDS, database_url_of_test, free_port, wait_until
from tests.running_house import (
    CLOSED_SECONDS,
    ENDED_SECONDS,
    LOOK_EVERY,
    NAMES,
    PROGRAMS,
    ForkedFloorman,
    RunningFloorman,
    once_open,
    opened,
)
from tournament.management.commands import run as command
from tournament.management.prepare import last_ports
from tournament.management.processes import ManagedProcess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="SKIPPED: looks for processes in /proc")


def says_where_it_is(house: RunningFloorman) -> None:
    said = house.says()
    assert said.startswith(f"Floorman {settings.VERSION}\n")
    assert f"Floorman is running at http://127.0.0.1:{house.port}/" in said
    assert f"Single-use log-in link for director: http://127.0.0.1:{house.port}/login/" in said
    assert "Phones and tablets cannot open these addresses" in said


def closes_without_leaving_a_process(house: RunningFloorman) -> None:
    began = time.monotonic()
    house.process.send_signal(signal.SIGINT)
    assert house.process.wait(ENDED_SECONDS) == 0
    assert time.monotonic() - began < CLOSED_SECONDS
    assert house.processes() == {}
    assert "Traceback" not in house.says()
    assert "was killed" not in house.says().partition("Closing.")[2]


def priorities_of(process: int) -> set[int]:
    """Of the process and, where Linux weighs sessions, of its session: "/autogroup-25 nice 5"."""
    session = Path(f"/proc/{process}/autogroup")
    said = session.read_text().split() if session.exists() else []
    return {os.getpriority(os.PRIO_PROCESS, process), *map(int, said[-1:])}


@pytest.mark.long(
    reason="a new house with its first migrations, and eight deaths at once; those that hang die too"
)
def test_the_house_opens_heals_and_closes_without_leaving_a_process(tmp_path: Path) -> None:
    with opened(tmp_path / "data") as house:
        says_where_it_is(house)
        assert house.answers()
        running = house.processes()
        assert sorted(running) == sorted(PROGRAMS)
        assert [priorities_of(running[f"manage.py {each}"]) for each in ("web", "pages")] == [{0}, {5}]
        wait_until(house.has_stand_by, "a web process that stands ready", every=LOOK_EVERY)

        killed = house.children()
        assert len(killed) == len(NAMES)
        for process in killed:
            os.kill(process, signal.SIGKILL)
        wait_until(
            lambda: house.is_complete() and house.has_stand_by(),
            "a complete house after eight deaths",
            every=LOOK_EVERY,
        )
        assert not killed & house.children()
        for name in NAMES:
            assert f"{name} ended (killed by SIGKILL); starting it again in 0.25 s." in house.says()
        closes_without_leaving_a_process(house)


@pytest.mark.long(reason="opens two houses to be closed as the others are")
def test_a_second_house_says_in_one_line_why_not_and_a_closed_terminal_closes_the_first(
    tmp_path: Path,
) -> None:
    with once_open(ForkedFloorman(tmp_path / "data")) as house:
        second = RunningFloorman(tmp_path / "other", "--port", str(house.port))
        assert second.process.wait(ENDED_SECONDS) == 1
        assert second.says() == (
            f"CommandError: Port {house.port} cannot be used on 127.0.0.1: Address already in use. "
            "Stop the program listening there, "
            f"or choose another port: make run ARGS='--port {house.port + 1}'\n"
        )

        same = RunningFloorman(tmp_path / "data")
        assert same.process.wait(ENDED_SECONDS) == 1
        assert same.says() == (
            f"CommandError: Floorman already runs on {tmp_path / 'data'} (process {house.process.pid}). "
            "Stop it, or give this one a directory of its own: FLOORMAN_DATA_DIR=...\n"
        )
        assert house.answers()

        house.process.send_signal(signal.SIGHUP)
        assert house.process.wait(ENDED_SECONDS) == 0
        assert house.processes() == {}


@pytest.mark.long(reason="another start of the house for two addresses in what it says")
def test_links_of_the_terminal_have_the_public_address_and_the_port_of_the_house(tmp_path: Path) -> None:
    with once_open(ForkedFloorman(tmp_path / "data", PUBLIC_URL="http://192.168.1.20:8000")) as house:
        assert "Floorman is running at http://192.168.1.20:8000/" in house.says()
        assert "Single-use log-in link for director: http://192.168.1.20:8000/login/" in house.says()
        assert "cannot open these addresses" not in house.says()
    assert last_ports(tmp_path / "data") == [house.port]
    assert last_ports(tmp_path) == [8000]


def test_a_database_that_does_not_answer_is_said_in_one_line(
    manage: Manage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Signals and limits are those of a whole process.
    monkeypatch.setattr(command, "listen_to_signals", lambda: None)
    monkeypatch.setattr(command, "raise_file_limit", lambda: None)
    started = Mock()
    monkeypatch.setattr(ManagedProcess, "start", started)
    nobody = "postgresql://floorman@127.0.0.1:9/floorman"

    done = manage(tmp_path / "data", "run", "--no-demo", "--port", "0", DATABASE_URL=nobody)

    assert (done.returncode, done.stdout) == (1, f"Floorman {settings.VERSION}\n")
    (line,) = done.stderr.splitlines()
    assert line.startswith("CommandError: The database cannot be used: connection failed: ")
    started.assert_not_called()


def test_sqlite_has_one_web_process_and_says_why(manage: Manage, tmp_path: Path) -> None:
    assert manage(tmp_path / "data", "run", "--no-demo", "--port", "0", "--web", "2") == Ended(
        returncode=1,
        stdout="",
        stderr="CommandError: SQLite has one writer at a time: several web processes need PostgreSQL (DATABASE_URL).\n",
    )


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_web_processes_share_the_port_evenly_and_stand_in_for_each_other(tmp_path: Path) -> None:
    several = ForkedFloorman(tmp_path / "data", "--web", "2", DATABASE_URL=database_url_of_test())
    with once_open(several) as house, ExitStack() as stack:

        def connections() -> list[int]:
            return [len(list(Path(f"/proc/{process}/fd").iterdir())) for process in house.web_processes()]

        wait_until(lambda: len(listening(house.port)) == 2, "two listening sockets", every=LOOK_EVERY)
        before = connections()
        for _ in range(100):
            stack.enter_context(closing(socket.create_connection(("127.0.0.1", house.port))))
        wait_until(lambda: sum(connections()) >= sum(before) + 100, "100 accepted connections")
        taken = [now - then for now, then in zip(connections(), before, strict=True)]
        assert min(taken) > 25, taken

        # While a new one starts, nobody waits for it and nobody is refused.
        killed = house.web_processes()[0]
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: len(listening(house.port)) == 1, "one socket less")
        assert [house.answers() for _ in range(30)] == [True] * 30
        wait_until(
            lambda: len(listening(house.port)) == 2 and killed not in house.web_processes(),
            "two again",
            every=LOOK_EVERY,
        )
        assert re.search(r"web [12] ended \(killed by SIGKILL\); starting it again in 0.25 s.", house.says())

        house.process.send_signal(signal.SIGINT)
        assert house.process.wait(ENDED_SECONDS) == 0
        assert house.processes() == {}


def listening(port: int) -> list[str]:
    """The listening sockets at a port of 127.0.0.1, as the kernel lists them."""
    lines = Path("/proc/net/tcp").read_text().splitlines()
    return [line for line in lines if f"0100007F:{port:04X} 00000000:0000 0A" in line]


@pytest.mark.long(reason="two more starts of the house, each killed at once")
def test_kill_9_of_the_supervisor_leaves_no_process_and_the_next_start_finds_all(tmp_path: Path) -> None:
    for _ in range(2):
        with opened(tmp_path / "data") as house:
            assert len(house.processes()) == len(PROGRAMS)
            styles = BROWSER.get(f"http://127.0.0.1:{house.port}/").text
            linked = re.findall(r'href="(/static/[^"]+\.css)"', styles)
            assert linked
            assert all(re.search(r"\.[0-9a-f]{12}\.css$", path) for path in linked), "fingerprinted"
            answer = BROWSER.get(f"http://127.0.0.1:{house.port}{linked[0]}")
            assert (answer.status_code, "immutable" in answer.headers["cache-control"]) == (200, True)
            house.process.kill()
            house.process.wait()
            wait_until(lambda: house.processes() == {}, "the end of every process")


@pytest.mark.long(reason="another start of the house; the certificate has its tests in tests/networks")
def test_the_house_speaks_https_with_its_own_certificate(tmp_path: Path) -> None:
    port = free_port()
    with opened(tmp_path / "data", "--https", "--https-port", str(port)) as house:
        said = house.says()
        assert f"Floorman is running at https://127.0.0.1:{port}/" in said
        assert f"Single-use log-in link for director: https://127.0.0.1:{port}/login/" in said
        assert f"Players' phones open http://127.0.0.1:{house.port}/" in said
        assert f"A tablet that is to trust this house opens http://127.0.0.1:{house.port}/trust/" in said
        trusted = ssl.create_default_context(cafile=tmp_path / "data" / "house.crt")
        with httpx.Client(verify=trusted, timeout=READY_SECONDS) as browser:
            log_in = browser.get(f"https://127.0.0.1:{port}/login/")
            assert log_in.status_code == 200
            assert "strict-transport-security" not in log_in.headers, (
                "the port of http stays open to browsers"
            )
            trust = browser.get(f"http://127.0.0.1:{house.port}/trust/")
        fingerprint = re.search(r"SHA-256 (\S+)", said)
        assert fingerprint
        assert fingerprint[1] in trust.text
        assert last_ports(tmp_path / "data") == [house.port, port]


def test_a_certificate_that_cannot_be_used_is_said_in_one_line(tmp_path: Path) -> None:
    missing = tmp_path / "missing.pem"
    house = RunningFloorman(
        tmp_path / "data", "--certificate", str(missing), "--https-port", str(free_port())
    )
    assert house.process.wait(ENDED_SECONDS) == 1
    assert house.says() == (
        f"CommandError: The certificate {missing} cannot be used: [Errno 2] No such file or directory\n"
    )
    assert house.processes() == {}
