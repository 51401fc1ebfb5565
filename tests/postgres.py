"""A PostgreSQL cluster for one test run: made in a temporary directory, reached by a Unix socket, thrown away."""

import atexit
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

# Where Debian keeps the server programs of each version.
PLACES = Path("/usr/lib/postgresql")
# Durability is what a test run can do without; constraints, locks and isolation stay as they are.
# Connections for the races of fifty that two processes run at the same moment.
FAST = (
    "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c listen_addresses='' -c max_connections=200"
    # Compiling a query pays on a million rows; a test has a hundred.
    " -c jit=off"
)


class PostgresMissing(Exception):
    """There is no PostgreSQL server on this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """A running cluster: its directory, its binaries, and how to become the user that owns it."""

    directory: Path
    binaries: Path
    options: str

    @property
    def url(self) -> str:
        """The address of its database, as `DATABASE_URL` takes it."""
        return f"postgresql://floorman@{str(self.directory / 'socket').replace('/', '%2F')}/floorman"

    @property
    def postmaster(self) -> int:
        """The process that has started all others of the server."""
        return int((self.directory / "data" / "postmaster.pid").read_text().split()[0])

    def stop(self) -> None:
        """End the server at once and remove its files."""
        self.halt(mode="immediate")
        shutil.rmtree(self.directory, ignore_errors=True)

    def halt(self, *, mode: str = "fast") -> None:
        """End the server and keep its files."""
        run_unprivileged([self.binaries / "pg_ctl", "-D", self.directory / "data", "-m", mode, "stop"])

    def go_on(self) -> None:
        """Start the server on its files."""
        places: list[str | Path] = ["-D", self.directory / "data", "-l", self.directory / "log"]
        run_unprivileged([self.binaries / "pg_ctl", *places, "-o", self.options, "-w", "start"], check=True)


def find_binaries() -> Path:
    """Return the directory of the newest PostgreSQL server programs, or raise PostgresMissing."""
    versions = [path.parent for path in PLACES.glob("*/bin/initdb")]
    if versions:
        return max(versions, key=lambda path: [int(part) for part in re.findall(r"\d+", str(path))])
    found = shutil.which("initdb")
    if found and (Path(found).resolve().parent / "pg_ctl").exists():
        return Path(found).resolve().parent
    raise PostgresMissing(
        "no initdb in /usr/lib/postgresql/*/bin or on the path (Debian: apt install postgresql)"
    )


def run_unprivileged(command: list[str | Path], *, check: bool = False) -> None:
    """Run a PostgreSQL program; as root, become the user postgres first, because the server refuses root."""
    prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
    # A server that was started again from a test of a house is none of its processes, which are known by these.
    strangers = {name: value for name, value in os.environ.items() if not name.startswith("FLOORMAN_")}
    done = subprocess.run(
        [*prefix, *map(str, command)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd="/",
        env=strangers,
    )
    if check and done.returncode != 0:
        raise RuntimeError(f"{command[0]} failed:\n{done.stdout}\n{done.stderr}")


def start_cluster(settings: str = FAST, *, place: Path | None = None) -> Cluster:
    """Make and start a cluster with an empty database `floorman`; takes about two seconds.

    `settings` are the server's; a measurement wants the durable ones of a real room. `place`: the directory that holds
    it, if not that of temporary files.
    """
    binaries = find_binaries()
    # Not the run's own directory: the user postgres must be able to reach it, and a socket's path must be
    # short.
    directory = Path(tempfile.mkdtemp(prefix="floorman-pg-", dir=place))
    (directory / "socket").mkdir()
    if os.getuid() == 0:
        for path in (directory, directory / "socket"):
            shutil.chown(path, "postgres", "postgres")
    data = directory / "data"
    options = f"{settings} -k {directory / 'socket'}"
    cluster = Cluster(directory=directory, binaries=binaries, options=options)
    run_unprivileged(
        [
            binaries / "initdb",
            "-D",
            data,
            "-U",
            "floorman",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "-N",
        ],
        check=True,
    )
    cluster.go_on()
    run_unprivileged(
        [binaries / "createdb", "-h", directory / "socket", "-U", "floorman", "floorman"], check=True
    )
    return cluster


def start_for_this_run() -> None:
    """Point DATABASE_URL at a cluster that lives as long as this process, unless it names one already."""
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        cluster = start_cluster()
        atexit.register(cluster.stop)
        os.environ["DATABASE_URL"] = cluster.url
