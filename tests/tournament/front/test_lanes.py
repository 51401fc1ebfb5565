import asyncio
import threading
from collections.abc import Iterator

import pytest

from tests.loops import run_in_loop
from tournament.front.answers import Answer, refusal
from tournament.front.lanes import Lane, LaneChanged, LaneFull

DONE = Answer(status=204, headers=[])


def lane(
    *,
    waiting: int = 10,
    waiting_each: int = 10,
    patience_seconds: float = 60,
    newest_first: bool = False,
) -> Lane:
    return Lane(
        "test",
        threads=1,
        waiting=waiting,
        waiting_each=waiting_each,
        patience_seconds=patience_seconds,
        newest_first=newest_first,
    )


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Holds the lane's only thread until it is set."""
    gate = threading.Event()
    yield gate
    gate.set()


async def hold(lane: Lane, gate: threading.Event) -> asyncio.Task[Answer]:
    """Take the lane's only thread."""
    taken = threading.Event()

    def work() -> Answer:
        taken.set()
        gate.wait(60)
        return DONE

    task = asyncio.create_task(lane.run(work, address="holder"))
    await asyncio.to_thread(taken.wait, 60)
    return task


@pytest.mark.parametrize(
    ("newest_first", "order"),
    [(False, ["crowd", "last", "crowd", "crowd"]), (True, ["last", "crowd", "crowd", "crowd"])],
)
def test_addresses_that_wait_take_turns(gate: threading.Event, newest_first: bool, order: list[str]) -> None:
    async def scenario() -> list[str]:
        busy, served = lane(newest_first=newest_first), []

        def note(address: str) -> Answer:
            served.append(address)
            return DONE

        holder = await hold(busy, gate)
        crowd = [
            asyncio.create_task(busy.run(lambda: note("crowd"), address="crowd")) for _request in range(3)
        ]
        await asyncio.sleep(0)
        last = asyncio.create_task(busy.run(lambda: note("last"), address="last"))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(holder, *crowd, last)
        return served

    assert run_in_loop(scenario()) == order


def test_in_a_full_lane_the_address_with_most_gives_way_to_a_newcomer(gate: threading.Event) -> None:
    async def scenario() -> list[Answer | BaseException]:
        busy = lane(waiting=3)
        holder = await hold(busy, gate)
        crowd = [asyncio.create_task(busy.run(lambda: DONE, address="crowd")) for _request in range(3)]
        await asyncio.sleep(0)
        newcomers = [asyncio.create_task(busy.run(lambda: DONE, address=each)) for each in ("one", "two")]
        await asyncio.sleep(0)
        gate.set()
        return list(await asyncio.gather(holder, *crowd, *newcomers, return_exceptions=True))

    _holder, *crowd, one, two = run_in_loop(scenario())
    assert crowd[0] is DONE
    assert (one, two) == (DONE, DONE)
    assert sum(isinstance(each, LaneFull) for each in crowd) == 2


def test_who_belongs_elsewhere_once_their_turn_comes_takes_no_thread(gate: threading.Event) -> None:
    async def scenario() -> list[Answer | BaseException]:
        busy = lane()
        holder = await hold(busy, gate)
        moved = asyncio.create_task(busy.run(lambda: DONE, address="guesses", still_belongs=lambda: False))
        await asyncio.sleep(0)
        last = asyncio.create_task(busy.run(lambda: DONE, address="last"))
        await asyncio.sleep(0)
        gate.set()
        return list(await asyncio.gather(holder, moved, last, return_exceptions=True))

    first, moved, last = run_in_loop(scenario())
    assert (first, last) == (DONE, DONE)
    assert isinstance(moved, LaneChanged)


@pytest.mark.parametrize(("waiting", "waiting_each", "address"), [(2, 9, "crowd"), (9, 2, "crowd")])
def test_a_full_lane_says_so_at_once(
    gate: threading.Event, waiting: int, waiting_each: int, address: str
) -> None:
    async def scenario() -> list[Answer]:
        busy = lane(waiting=waiting, waiting_each=waiting_each)
        holder = await hold(busy, gate)
        crowd = [asyncio.create_task(busy.run(lambda: DONE, address="crowd")) for _request in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(LaneFull):
            await busy.run(lambda: DONE, address=address)
        gate.set()
        return list(await asyncio.gather(holder, *crowd))

    assert run_in_loop(scenario()) == [DONE] * 3


def test_who_waited_too_long_is_sent_away_and_takes_no_thread(gate: threading.Event) -> None:
    async def scenario() -> list[Answer]:
        busy = lane(patience_seconds=0.01)
        holder = await hold(busy, gate)
        with pytest.raises(LaneFull):
            await busy.run(lambda: DONE, address="late")
        gate.set()
        return [await holder, await busy.run(lambda: DONE, address="next")]

    assert run_in_loop(scenario()) == [DONE, DONE]


def test_who_goes_away_while_waiting_gives_up_the_turn(gate: threading.Event) -> None:
    async def scenario() -> list[Answer]:
        busy = lane(waiting=1)
        holder = await hold(busy, gate)
        gone = asyncio.create_task(busy.run(lambda: DONE, address="gone"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        next_one = asyncio.create_task(busy.run(lambda: DONE, address="next"))
        await asyncio.sleep(0)
        gate.set()
        return list(await asyncio.gather(holder, next_one))

    assert run_in_loop(scenario()) == [DONE, DONE]


def test_work_that_fails_gives_its_thread_back() -> None:
    def fail() -> Answer:
        raise ValueError("as told")

    async def scenario() -> Answer:
        idle = lane()
        with pytest.raises(ValueError, match="as told"):
            await idle.run(fail, address="one")
        return await idle.run(lambda: refusal(400, "no"), address="two")

    assert run_in_loop(scenario()).status == 400
