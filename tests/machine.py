"""What this machine has. What is missing is skipped and listed; with `CI` or `REQUIRE_ALL` set it fails."""

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

# The shell first: it is the same engine without a desktop's window, and takes two thirds of the work.
CHROMIUM_PLACES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

# How a program of other machines is started: it has what is left of the processor, and takes nothing of the house's.
# Linux weighs priorities within a session, and sessions against each other (sched(7), autogroups).
ELSEWHERE = (
    *("setsid", "nice", "-n", "19"),
    *("sh", "-c", '{ echo 19 > /proc/self/autogroup; } 2>/dev/null; exec "$@"', "elsewhere"),
)


def everything_is_required() -> bool:
    """Say whether a missing part of the machine is a failure here."""
    return any(os.environ.get(name, "").lower() not in {"", "0", "false"} for name in ("CI", "REQUIRE_ALL"))


def find_chromium() -> Path | None:
    """Return the Chromium of this machine; `CHROMIUM` names another one."""
    for place in filter(None, (os.environ.get("CHROMIUM"), *CHROMIUM_PLACES)):
        if found := shutil.which(place):
            return Path(found)
    return None


NOT_ALLOWED = "NOT ALLOWED HERE: "
"""What a test that was left out says where nothing can be installed: a container without rights is as it is."""


def may_not(what: str) -> NoReturn:
    """Skip the test, also where everything is required: this machine does not let it do that."""
    pytest.skip(NOT_ALLOWED + what)


NOT_TRIED = "NOT TRIED: "
"""What a test that was left out says where this part of the machine is no condition for anything: not even in CI."""


def go_without(part: str) -> NoReturn:
    """Skip the test, also where everything is required: it looks at the same in a further `part`."""
    pytest.skip(f"{NOT_TRIED}this machine has no {part}")


def do_without(part: str, cure: str) -> NoReturn:
    """Skip the test that needs `part`, or fail it where everything is required."""
    words = f"SKIPPED: no {part} on this machine ({cure})"
    if everything_is_required():
        pytest.fail(words, pytrace=False)
    pytest.skip(words)
