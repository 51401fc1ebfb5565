"""No secret is kept in the repository: no key, no password, no file that holds one."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
# Written apart, so that this file is not what it looks for. The word that stands for a password in docs is "secret".
SECRETS: Final = {
    "a private key": "-----BEGIN [A-Z ]*PRIVATE" + " KEY-----",
    "a key of Django": r"SECRET_KEY\w*['\"]?\s*[:=]\s*['\"]?[\w!@#$%^&*()+-]{32,}",
    "a log-in in an address": r"\b(?:postgres(?:ql)?|rediss?|https?)://[\w.-]*:(?!secret@)[^\s@/{}$'\"<]+@",
    "a token of a service": r"\b(?:gh[pousr]_|github_pat_|glpat-|xox[abp]-|AKIA|pypi-AgE)[A-Za-z0-9_-]{16,}",
}
FILES_OF_SECRETS = re.compile(r"(^|/)(\.env(\..+)?|secret_key|id_(rsa|ed25519)|[^/]+\.(pem|key|p12|pfx))$")


def kept_files() -> list[str]:
    """What git keeps; in an archive without git, what lies there."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        return listed.stdout.splitlines()
    here = [path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file()]
    return [str(path) for path in here if not path.parts[0].startswith(".") and path.parts[0] != "var"]


def secrets_in(text: str) -> list[str]:
    return [what for what, pattern in SECRETS.items() if re.search(pattern, text)]


def test_no_file_of_the_repository_holds_a_secret() -> None:
    files = kept_files()
    found = {name: what for name in files if (what := secrets_in(text_of(ROOT / name)))}
    assert found == {}
    assert [name for name in files if FILES_OF_SECRETS.search(name)] == []
    assert len(files) > 100


def text_of(path: Path) -> str:
    return path.read_bytes().decode(errors="replace") if path.is_file() else ""


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("-----BEGIN RSA PRIVATE" + " KEY-----\nMIIE", "a private key"),
        ("-----BEGIN PRIVATE" + " KEY-----", "a private key"),
        ("SECRET_KEY = '" + "k3y-" * 12 + "'", "a key of Django"),
        ("SECRET_KEY: " + "k3y-" * 12, "a key of Django"),
        ("postgresql://floorman:" + "river7@db/floorman", "a log-in in an address"),
        ("token = gh" + "p_" + "a1B2" * 9, "a token of a service"),
    ],
)
def test_a_secret_would_be_found(text: str, what: str) -> None:
    assert secrets_in(text) == [what]


@pytest.mark.parametrize("name", [".env", "deploy/.env", "var/secret_key", "house.key", "certs/house.pem"])
def test_a_file_of_secrets_would_be_found(name: str) -> None:
    assert FILES_OF_SECRETS.search(name)


@pytest.mark.parametrize(
    "text", ["SECRET_KEY = secret_key(DATA_DIR)", "postgresql://a@db/b", "postgresql://a:secret@db/b"]
)
def test_a_name_is_not_a_secret(text: str) -> None:
    assert secrets_in(text) == []
