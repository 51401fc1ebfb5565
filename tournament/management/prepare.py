"""What must be in place before the processes start."""

import fcntl
import hashlib
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import IO

from django.conf import settings
from django.contrib.staticfiles import finders

from tournament.links import base_url

# Every open stream is a file; systems often allow 1,024 unless asked.
WANTED_FILES = 65_536
USUAL_PORT = 8000
USUAL_HTTPS_PORT = 8443


class DirectoryInUse(Exception):
    """Another Floorman runs on this data directory."""


def lock_data_directory(directory: Path, *, port: int) -> IO[str]:
    """Take the data directory for this supervisor and return the open lock; closing it, or dying, gives it back.

    The lock file holds the process id and its port, and the one for https if there is one; they stay there for links
    printed on the terminal.
    """
    lock = (directory / "run.lock").open("a+", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        owner = lock.readline().strip()
        lock.close()
        raise DirectoryInUse(
            f"Floorman already runs on {directory} (process {owner}). "
            "Stop it, or give this one a directory of its own: FLOORMAN_DATA_DIR=..."
        ) from None
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n{port}\n" + (f"{settings.HTTPS_PORT}\n" if settings.HTTPS_PORT else ""))
    lock.flush()
    return lock


def last_ports(directory: Path) -> list[int]:
    """The port for http, and the one for https if there was one."""
    lock = directory / "run.lock"
    lines = lock.read_text(encoding="ascii").split() if lock.exists() else []
    return [int(line) for line in lines[1:]] or [USUAL_PORT]


def terminal_url() -> str:
    """Return the start of a link that a command prints: no browser has asked for an address yet."""
    ports = last_ports(Path(settings.DATA_DIR))
    is_secure = settings.HTTPS or len(ports) > 1
    return base_url(scheme="https" if is_secure else "http", host=f"localhost:{ports[-1]}")


def raise_file_limit() -> None:
    """Raise the limit of open files as far as the system lets us; the children inherit it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_FILES if hard == resource.RLIM_INFINITY else min(WANTED_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def collect_static() -> None:
    """Collect, compress and fingerprint the static files, unless they are as they were the last time."""
    root = Path(settings.STATIC_ROOT)
    note, digest = root / ".collected", digest_of_sources()
    if note.exists() and note.read_text(encoding="ascii") == digest:
        return
    # A process of its own: this one was loaded with the plain storage.
    subprocess.run(
        [
            sys.executable,
            str(settings.BASE_DIR / "manage.py"),
            "collectstatic",
            "--no-input",
            "--clear",
            "-v",
            "0",
        ],
        env={**os.environ, "FLOORMAN_STATIC_COLLECTED": "1"},
        check=True,
    )
    note.write_text(digest, encoding="ascii")


def digest_of_sources() -> str:
    """Return a digest of the path, size and time of every static file."""
    sums = hashlib.sha256()
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            status = Path(storage.path(path)).stat()
            sums.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return sums.hexdigest()
