"""CHANGELOG.md: an item is one line, a released section is never written into, and what came after it is listed.

At a release (CONTRIBUTING.md) the new section gets its line in `RELEASED`: the test that fails without it prints it.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
CHANGES = ROOT / "CHANGELOG.md"
UNRELEASED: Final = "Unreleased"
LONGEST: Final = 120
# What people run: a change to it is a change that they may see.
PRODUCT: Final = ("tournament", "tables", "templates")

# The digest of each released section, as `digest` takes it.
RELEASED: Final[dict[str, str]] = {
    "0.3.0": "0bea8b49984233000594dfd35234c02f74401962662f4ac1f3d5063289b2f2ee",
    "0.2.0": "29beeb1548900bfc03ca154601a44f39f21aa8506c674f17f603d8aff81f1352",
    "0.1.0": "52f2b61298aff096a741a38545eb23dc3c93c8c8a58891a34a46243b3abbb5c7",
}

SECTION = re.compile(r"^## (?P<name>\S+).*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class NoHistory(Exception):
    """Git cannot say what changed since the release; the message says why."""


def sections(changes: str) -> dict[str, str]:
    """Return each section with its heading, by its version, the newest first."""
    return {found["name"]: found[0].strip() for found in SECTION.finditer(changes)}


def items(section: str) -> list[str]:
    return [line for line in section.splitlines() if line.startswith("- ")]


def not_one_line(section: str) -> list[str]:
    """Return the items that are longer than a line, and the lines that continue one."""
    lines = section.splitlines()
    return [line for line in lines if (line.startswith("- ") and len(line) > LONGEST) or line.startswith(" ")]


def digest(section: str) -> str:
    return hashlib.sha256(section.encode()).hexdigest()


def frozen(changes: str) -> dict[str, str]:
    """Return the digest of each released section, by its version."""
    return {name: digest(text) for name, text in sections(changes).items() if name != UNRELEASED}


def git(*words: str, root: Path) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True)
    except FileNotFoundError:
        raise NoHistory("git is not installed") from None
    if done.returncode:
        raise NoHistory(done.stderr.strip())
    return done.stdout.strip()


def changed_since_release(version: str, *, root: Path) -> list[str]:
    """Return what of the product was changed after the commit that wrote the heading of this version.

    Raise NoHistory where git is missing, or has only the last commits.
    """
    wrote = release_commit(version, root=root)
    if not wrote:
        return []
    return git("log", "--format=%h %s", f"{wrote}..", "--", *PRODUCT, root=root).splitlines()


def release_commit(version: str, *, root: Path) -> str:
    """Return the commit that wrote the heading of this version; nothing, while the release is being made."""
    if git("rev-parse", "--is-shallow-repository", root=root) == "true":
        raise NoHistory("a shallow clone has no commit of the release: git fetch --unshallow")
    wrote = git("log", "--format=%H", f"-S## {version} (", "--", CHANGES.name, root=root).splitlines()
    return wrote[-1] if wrote else ""


def test_an_item_is_one_line() -> None:
    found = sections(CHANGES.read_text(encoding="utf-8"))
    assert found[UNRELEASED].startswith(f"## {UNRELEASED}")
    assert [line for section in found.values() for line in not_one_line(section)] == []


def test_a_released_section_is_never_written_into() -> None:
    """A copy that says it is this version does what the section says, no more and no less: a later change is listed
    under *Unreleased*, also where it mends what the section promises. At a release the new section is added to
    `RELEASED`, and no other line of it is touched.
    """
    now = frozen(CHANGES.read_text(encoding="utf-8"))
    changed = {name: each for name, each in now.items() if RELEASED.get(name) != each}
    assert changed == {}, "restore the section; or, of a version released just now, add this to RELEASED"
    assert list(now) == list(RELEASED)


def test_a_product_that_changed_after_its_release_lists_its_changes() -> None:
    listed = items(sections(CHANGES.read_text(encoding="utf-8"))[UNRELEASED])
    try:
        changed = changed_since_release(settings.VERSION, root=ROOT)
    except NoHistory as why:
        pytest.skip(f"what changed since {settings.VERSION} is not known here: {why}")
    assert listed or not changed, f"after {settings.VERSION}: {changed[:5]}, and no word of it"


def test_a_room_finds_the_release_by_the_subject_of_its_commit() -> None:
    """`git log --grep='^Release '`, as docs/hosts.md tells a room to look for the version that it upgrades to."""
    try:
        wrote = release_commit(settings.VERSION, root=ROOT)
    except NoHistory as why:
        pytest.skip(f"the release {settings.VERSION} is not known here: {why}")
    if wrote:
        assert git("show", "--no-patch", "--format=%s", wrote, root=ROOT) == f"Release {settings.VERSION}"


AS_ADA: Final = (
    *("-c", "user.name=Ada"), *("-c", "user.email=ada@example.com"), *("-c", "commit.gpgsign=false")
)  # fmt: skip
WRITTEN: Final = """# Changes

## Unreleased

## 0.2.0 (2027-01-31)

### The desk

- Sell a rebuy in one tap.

## 0.1.0 (2027-01-01)

The first version.
"""


def test_a_section_begins_with_its_heading_and_ends_before_the_next() -> None:
    assert sections(WRITTEN) == {
        "Unreleased": "## Unreleased",
        "0.2.0": "## 0.2.0 (2027-01-31)\n\n### The desk\n\n- Sell a rebuy in one tap.",
        "0.1.0": "## 0.1.0 (2027-01-01)\n\nThe first version.",
    }


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("- " + "x" * 118, []),
        ("- " + "x" * 119, ["- " + "x" * 119]),
        ("- Sell a rebuy\n  in one tap.", ["  in one tap."]),
        ("The first version: " + "x" * 120, []),
    ],
)
def test_an_item_of_more_than_a_line_is_found(planted: str, found: list[str]) -> None:
    assert not_one_line(f"## Unreleased\n\n{planted}") == found


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("in one tap.", "in two taps."),
        ("in one tap.", "in one tap.\n- Undo it."),
        ("- Sell a rebuy in one tap.\n", ""),
        ("### The desk", "### Rebuys"),
        ("2027-01-31", "2027-02-01"),
    ],
)
def test_a_released_section_that_was_written_into_is_found(was: str, now: str) -> None:
    before, after = frozen(WRITTEN), frozen(WRITTEN.replace(was, now))
    assert after["0.2.0"] != before["0.2.0"]
    assert after["0.1.0"] == before["0.1.0"]
    assert frozen(WRITTEN.replace("## Unreleased\n", "## Unreleased\n\n- Undo it.\n")) == before


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the two releases of `WRITTEN`, and nothing after them."""
    root = tmp_path / "house"
    (root / "tables").mkdir(parents=True)
    git("init", "--quiet", root=root)
    older = WRITTEN.replace("## 0.2.0 (2027-01-31)\n", "")
    for subject, changes in (("Release 0.1.0", older), ("Release 0.2.0", WRITTEN)):
        (root / CHANGES.name).write_text(changes, encoding="utf-8")
        (root / "tables" / "rebuys.py").write_text(f"# {subject}\n", encoding="utf-8")
        commit(subject, root=root)
    return root


def commit(subject: str, *, root: Path) -> None:
    git("add", "--all", root=root)
    git(*AS_ADA, "commit", "--quiet", f"-m{subject}", root=root)


def test_a_change_of_the_product_after_the_release_is_found(repository: Path) -> None:
    assert changed_since_release("0.2.0", root=repository) == []
    (repository / "README.md").write_text("Read me.", encoding="utf-8")
    commit("Say how to read it", root=repository)
    assert changed_since_release("0.2.0", root=repository) == []
    (repository / "tables" / "rebuys.py").write_text("PRICE = 1\n", encoding="utf-8")
    commit("Sell a rebuy", root=repository)
    assert [line.split(" ", 1)[1] for line in changed_since_release("0.2.0", root=repository)] == [
        "Sell a rebuy"
    ]
    assert len(changed_since_release("0.1.0", root=repository)) == 2
    assert changed_since_release("0.3.0", root=repository) == []


def test_a_copy_without_the_release_in_its_history_says_so(repository: Path, tmp_path: Path) -> None:
    git("clone", "--quiet", "--depth=1", repository.as_uri(), "shallow", root=tmp_path)
    with pytest.raises(NoHistory, match="fetch --unshallow"):
        changed_since_release("0.2.0", root=tmp_path / "shallow")
    (tmp_path / "archive").mkdir()
    with pytest.raises(NoHistory):
        changed_since_release("0.2.0", root=tmp_path / "archive")
