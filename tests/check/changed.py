"""The files that a change touches, as git knows them."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def changed_files(since: str = "HEAD") -> list[str]:
    """Return the paths that differ from a commit or are new, and are there; where none do, those of the last commit."""
    differing = [
        *_said_by_git("diff", "--name-only", since),
        *_said_by_git("ls-files", "--others", "--exclude-standard"),
    ]
    if not differing and since == "HEAD":
        differing = _said_by_git("diff", "--name-only", "HEAD~1", "HEAD")
    return sorted({path for path in differing if (ROOT / path).is_file()})


def _said_by_git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()
