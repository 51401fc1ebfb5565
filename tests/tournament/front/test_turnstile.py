import fcntl
import threading
import time
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
    assert done.wait(60)
    thread.join(60)


def test_after_work_the_lock_rests_as_long_as_the_work_took(tmp_path: Path) -> None:
    seconds = 0.2

    def respond(_scope: Scope, _body: bytes) -> Answer:
        time.sleep(seconds)
        return DONE

    respond_alone = one_at_a_time(respond, lock=tmp_path / "lock")
    began = time.monotonic()
    assert respond_alone({}, b"") is DONE
    answered = time.monotonic() - began
    assert seconds <= answered
    assert respond_alone({}, b"") is DONE
    # Two pieces of work and the rest between them; the answer did not wait for it.
    assert time.monotonic() - began >= 3 * seconds


def test_who_pauses_lets_others_through_the_turnstile_and_waits_for_the_answer(tmp_path: Path) -> None:
    seconds = 0.1

    def respond(_scope: Scope, _body: bytes) -> Answer:
        time.sleep(seconds)
        return DONE

    respond_alone = one_at_a_time(respond, lock=tmp_path / "lock", pauses=lambda scope: scope["pauses"])
    began = time.monotonic()
    guess = threading.Thread(target=respond_alone, args=({"pauses": 20.0}, b""))
    guess.start()
    time.sleep(seconds / 2)
    assert respond_alone({"pauses": 0.0}, b"") is DONE
    assert guess.is_alive(), "the other one was through before the guess was answered"
    guess.join(60)
    assert time.monotonic() - began >= 20 * seconds
