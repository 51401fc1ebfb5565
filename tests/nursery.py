"""Processes of the house that are forked from one which has imported everything: each import costs three seconds.

A child runs what `manage.py` or `celery` would run, in a session of its own, and becomes a child of the process that
asked for it, to be waited for and to die with. test_run.py starts the house as an operator does.
"""

from __future__ import annotations

import array
import atexit
import ctypes
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from tempfile import TemporaryFile
from typing import Final, NoReturn

from tournament import signs
from tournament.management.processes import PR_SET_PDEATHSIG, ManagedProcess

PR_SET_NAME: Final = 15
PR_SET_CHILD_SUBREAPER: Final = 36
NURSERY: Final = "nursery"
MOST_NAME: Final = 15
MOST_BYTES: Final = 65_536
MOST_DESCRIPTORS: Final = 4
# It ends when its line does.
SEEN_OFF_SECONDS: Final = 10.0
# What the processes import later than at their start, or only some of them.
LOADED: Final = (
    "tournament.config.asgi",
    "tournament.live.serving",
    "tournament.management.serving",
    "tournament.config.celery",
    "celery.bin.celery",
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.concurrency.thread",
    "kombu.transport.redis",
)
_one_at_a_time = threading.Lock()


# --- In the process that asks -----------------------------------------------------------------------------


class Adopted(subprocess.Popen[bytes]):
    """A child of this process that another one has forked."""

    def __init__(self, pid: int, command: Sequence[str]) -> None:
        # What `Popen` sets once it has forked.
        self.args = command
        self.pid = pid
        self.returncode = None
        self.stdin = self.stdout = self.stderr = None
        self._child_created = True
        self._communication_started = False
        self._waitpid_lock = threading.Lock()


@dataclass(slots=True, kw_only=True)
class Nursery:
    """A process that forks others, all in the same environment."""

    line: socket.socket

    def fork(
        self,
        arguments: Sequence[str],
        descriptors: Sequence[int],
        *,
        output: tuple[int, int] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Adopted:
        """Start a process: the arguments are those of Python's after `-m`, without the descriptors' numbers. `output`:
        where it writes to and where it complains, if not where the nursery does. With an `environment` it is started
        by a supervisor, and arguments and environment name the descriptors as they are here.
        """
        wanted = {
            "arguments": list(arguments),
            "has_output": output is not None,
            "environment": environment and dict(environment),
            "numbers": list(descriptors),
        }
        with adopting():
            socket.send_fds(self.line, [json.dumps(wanted).encode()], [*(output or ()), *descriptors])
            answer = self.line.recv(MOST_BYTES)
            assert answer, "the nursery has ended"
            return Adopted(int(answer), arguments)

    def complete(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        with TemporaryFile("w+") as said, TemporaryFile("w+") as complained:
            process = self.fork(arguments, (), output=(said.fileno(), complained.fileno()))
            status = process.wait()
            said.seek(0)
            complained.seek(0)
            return subprocess.CompletedProcess(arguments, status, said.read(), complained.read())


@dataclass(slots=True, kw_only=True)
class ForkedProcess(ManagedProcess):
    """A process of the house from a nursery."""

    nursery: Nursery

    def start(self) -> None:
        """Start the process."""
        self.process = self.nursery.fork(self.command, self.pass_fds)
        self.started_at = time.monotonic()


@contextmanager
def nursery(environment: Mapping[str, str], *, by: Sequence[str] = ()) -> Iterator[Nursery]:
    """A nursery for the length of the block; what it has forked outlives it.

    `by`: a command that runs the words behind it, such as nsenter.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = ManagedProcess(
        name="nursery",
        command=[*by, sys.executable, "-m", "tests.nursery", str(theirs.fileno()), str(os.getpid())],
        say=print,
        environment=environment,
        pass_fds=(theirs.fileno(),),
    )
    with theirs:
        process.start()
    try:
        with ours:
            yield Nursery(line=ours)
    finally:
        process.see_off(SEEN_OFF_SECONDS)


def nursery_if_any(environment: Mapping[str, str]) -> AbstractContextManager[Nursery | None]:
    """A nursery, but where only Linux could make one."""
    return nursery(environment) if sys.platform == "linux" else nullcontext()


@contextmanager
def adopting() -> Iterator[None]:
    """Whoever loses its parent within the block becomes a child of this process, if it descends from it."""
    with _one_at_a_time:
        _prctl(PR_SET_CHILD_SUBREAPER, 1)
        try:
            yield
        finally:
            _prctl(PR_SET_CHILD_SUBREAPER, 0)


# --- In the nursery ---------------------------------------------------------------------------------------


def load() -> None:
    """Import what the processes of the house are made of."""
    import django

    django.setup()
    for name in LOADED:
        import_module(name)
    # To look through all of this for garbage would copy it into each child.
    gc.collect()
    gc.freeze()


def serve(line: socket.socket, family: int) -> NoReturn:
    """Be a nursery, and in the children what was asked for."""
    end_after(wait_for_work(line, family))


def end_after(work: Callable[[], None]) -> NoReturn:
    """Do it and end as Python does, but take nothing apart first: that costs more than most commands do."""
    status = 0
    try:
        work()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            sys.stderr.write(f"{end.code}\n")
    except Exception:  # noqa: BLE001 - it is told, and the process ends
        traceback.print_exc()
        status = 1
    threading._shutdown()  # type: ignore[attr-defined]  # waits for the threads, as the interpreter does
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def wait_for_work(line: socket.socket, family: int) -> Callable[[], None]:
    """Fork a child for each thing that is asked for; returns in the children alone, with what each is to do."""
    while True:
        message, descriptors, _flags, _address = socket.recv_fds(line, MOST_BYTES, MOST_DESCRIPTORS)
        if not message:
            os._exit(0)
        said, say = os.pipe()
        between = os.fork()
        if not between:
            # The child of a process that has ended has the next parent that adopts.
            parent = os.getpid()
            if child := os.fork():
                os.write(say, array.array("i", [child]).tobytes())
                os._exit(0)
            line.close()
            become_child_of(family, instead_of=parent)
            return lambda: run(**json.loads(message), descriptors=descriptors)
        os.waitpid(between, 0)
        (child,) = array.array("i", os.read(said, 16))
        for descriptor in (said, say, *descriptors):
            os.close(descriptor)
        line.send(str(child).encode())


def become_child_of(family: int, *, instead_of: int) -> None:
    """Be in a session of one's own, and die with the process that asked."""
    while os.getppid() == instead_of:
        time.sleep(0.001)
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # It may have died before the kernel was asked.
    if os.getppid() != family:
        os._exit(1)
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    os.close(nothing)


def run(
    arguments: list[str],
    has_output: bool,
    environment: dict[str, str] | None,
    numbers: list[int],
    descriptors: list[int],
) -> None:
    """Be the process: `manage.py`, or a module with a function `main`."""
    module, *further = arguments
    if has_output:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(descriptors.pop(0), stream.fileno())
    if environment is None:
        further += [word for each in descriptors for word in ("--fd", str(each))]
    else:
        further = _as_started_by_a_supervisor(
            further, environment, dict(zip(numbers, descriptors, strict=True))
        )
    be_called(_name_of(module, further))
    sys.argv = [module, *further]
    import_module(module).main()


def _as_started_by_a_supervisor(
    words: list[str], environment: dict[str, str], descriptors: Mapping[int, int]
) -> list[str]:
    """Return the arguments with the descriptors as they are in this process; signs of life go to its own pipe."""
    if pipe := environment.pop(signs.VARIABLE, ""):
        signs._pipe = descriptors[int(pipe)]
    os.environ.clear()
    os.environ.update(environment)
    return [
        str(descriptors[int(word)]) if before == "--fd" else word
        for before, word in zip(["", *words], words, strict=False)
    ]


def _name_of(module: str, words: Sequence[str]) -> str:
    """Return `celery worker`, `manage.py web` and the like."""
    if module == "manage":
        return f"manage.py {words[0]}"
    program = module.partition(".")[0]
    return next((f"{program} {word}" for word in words if word in ("worker", "beat")), program)


def be_called(name: str) -> None:
    """Give this process a name, of which the kernel keeps so many letters: its command line is that of its nursery."""
    _prctl(PR_SET_NAME, name[:MOST_NAME].encode())


def _prctl(option: int, value: int | bytes) -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def main() -> None:
    line, family = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])
    load()
    serve(line, family)


if __name__ == "__main__":
    main()
