"""One version, said everywhere: pyproject.toml, the command line, the newest heading of CHANGELOG.md."""

import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.factories import make_account

ROOT = Path(__file__).resolve().parent.parent
# https://semver.org, without build metadata
SEMANTIC = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?")
HEADING = re.compile(r"^## (?P<version>\S+) \((?P<date>\d{4}-\d\d-\d\d)\)$", re.MULTILINE)


def test_the_version_is_semantic_and_the_newest_released_one_of_the_changes() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = [(found["version"], date.fromisoformat(found["date"])) for found in HEADING.finditer(changes)]
    assert SEMANTIC.fullmatch(settings.VERSION)
    assert released[0][0] == settings.VERSION
    assert released == sorted(released, key=lambda each: each[1], reverse=True)
    assert changes.index("\n## Unreleased\n") < changes.index(f"\n## {settings.VERSION} (")


def test_the_command_line_says_it() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "--version"], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"Floorman {settings.VERSION}\n", "")


@pytest.mark.django_db
def test_pages_of_the_staff_say_it_and_those_of_players_do_not(client: Client) -> None:
    said = f"Floorman {settings.VERSION}"
    assert said not in client.get("/").text
    client.force_login(make_account())
    assert said in client.get("/floor/").text
