import fcntl
import threading
from pathlib import Path

from tournament.front.answers import Answer, Scope
from tournament.front.turnstile import one_at_a_time

DONE = Answer(status=204, headers=[])


def test_work_waits_while_another_process_holds_the_lock(tmp_path: Path) -> None:
    """The lock belongs to an open file, so that a second one in this process is as good as another process."""
    path, done = tmp_path / "lock", threading.Event()

    def respond(_scope: Scope, _body: bytes) -> Answer:
        done.set()
        return DONE

    with path.open("a") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        thread = threading.Thread(target=one_at_a_time(respond, lock=path), args=({}, b""))
        thread.start()
        assert not done.wait(0.3)
    assert done.wait(5)
    thread.join(5)
