"""Apprise judges an address in the test's own process: one that is started for it takes a quarter of a second.

That it has a process of its own in a house is asked in test_addresses.py.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from tournament.services.messages import addresses, library


@pytest.fixture
def judged_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the process would run reads what it would be given and says what it would say."""

    def run(_command: object, **how: Any) -> subprocess.CompletedProcess[str]:
        said = StringIO()
        with patch.object(sys, "stdin", StringIO(how["input"])), redirect_stdout(said):
            library.main()
        return subprocess.CompletedProcess([], 0, stdout=said.getvalue())

    here = SimpleNamespace(run=run, TimeoutExpired=subprocess.TimeoutExpired)
    monkeypatch.setattr(addresses, "subprocess", here)
