"""What was acknowledged against what stands. Pure: lines and rows in, sentences about what does not agree out.

Each table has one tablet, and one write counts its version by one; so versions in the order of time are the order of
all writes, and no search for a lawful order is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tests.soak.history import History, Line

INSTANT: Final = 0.001
# How much later a level may be booked: as long as a table may need after a fault. And earlier: the house follows a
# computer's clock that is so little ahead.
LATEST_SECONDS: Final = 180.0
EARLIEST_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswer:
    """A reply that the database keeps for a tap."""

    key: str
    version: int
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStanding:
    """What stands of one table: deals and operations in order, its version before the first and now, and its calls for
    the floor."""

    operations: Sequence[str]
    first_version: int
    version: int
    calls: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelChange:
    """A level that began, so many seconds after the clock was started."""

    from_index: int
    to_index: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What stands in the end; tables by their tablet's name, level changes in the order of the log.

    Each level takes `level_seconds`, and the clock has run for `clock_seconds` by a clock that no fault has touched.
    """

    tables: Mapping[str, TableStanding]
    answers: Sequence[StoredAnswer]
    levels: Sequence[LevelChange] = ()
    level_seconds: float
    clock_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """Something that was promised and did not hold: by its short name, and in a sentence."""

    rule: str
    says: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.says}"


Check = Callable[[History, Standing], Iterator[Violation]]


def record(history: History, standing: Standing) -> Iterator[Violation]:
    """Every acknowledged tap stands exactly once and in order, and nothing else does."""
    for client in sorted(standing.tables.keys() | history.by_client.keys()):
        table = standing.tables.get(client)
        if table is None:
            yield Violation(rule="lost", says=f"table {client} is not there")
            continue
        said = [line.op for line in history.acknowledged(client) if line.counts]
        stands = list(table.operations)
        # The last tap of all may stand or not: nobody was told.
        maybe = [[*said, line.op] for line in history.in_doubt(client)[-1:] if line.counts]
        if stands == said or stands in maybe:
            continue
        lost, more = Counter(said) - Counter(stands), Counter(stands) - Counter(said)
        if lost:
            yield Violation(rule="lost", says=f"table {client}: acknowledged, and not there: {_some(lost)}")
        if more:
            yield Violation(
                rule="doubled", says=f"table {client}: there, and not acknowledged: {_some(more)}"
            )
        if not lost and not more:
            at = next(index for index, (a, b) in enumerate(zip(said, stands, strict=True)) if a != b)
            yield Violation(
                rule="order", says=f"table {client}: from tap {at + 1} on the order is another one"
            )


def calls_stand(history: History, standing: Standing) -> Iterator[Violation]:
    """An acknowledged call for the floor stands; as nobody comes, further ones of that table are the same call."""
    for client, table in standing.tables.items():
        said, maybe = (
            any(not line.counts for line in lines)
            for lines in (history.acknowledged(client), history.in_doubt(client))
        )
        if table.calls < said:
            yield Violation(rule="lost", says=f"table {client}: called for the floor, and no call is there")
        if table.calls > (said or maybe):
            says = f"table {client}: {table.calls} calls for the floor are there"
            yield Violation(rule="doubled", says=says)


def answers_kept(history: History, standing: Standing) -> Iterator[Violation]:
    """The answer of each acknowledged tap is kept once, as it was given; a refused tap has none."""
    counted = Counter(answer.key for answer in standing.answers)
    for key, times in counted.items():
        if times > 1:
            yield Violation(rule="key twice", says=f"{key} has {times} answers")
    kept = {answer.key: answer for answer in standing.answers}
    for key, lines in history.by_key.items():
        kinds = {line.kind for line in lines}
        if "ok" in kinds and key not in kept:
            yield Violation(rule="lost", says=f"{key} was acknowledged and has no answer")
        if "fail" in kinds and key in kept:
            yield Violation(rule="refused with effect", says=f"{key} was refused and has an answer")
    for key in kept.keys() - history.by_key.keys():
        yield Violation(rule="stranger", says=f"nobody has tapped {key}")


def same_answer(history: History, standing: Standing) -> Iterator[Violation]:
    """However often a tap was sent, it was given one answer, which is the one that is kept; never a refusal as well."""
    kept = {answer.key: answer.body for answer in standing.answers}
    for key, lines in history.by_key.items():
        if history.is_acknowledged(key) and (refused := [line.status for line in lines if line.is_refused]):
            yield Violation(rule="another answer", says=f"{key} was recorded, and refused with {refused[0]}")
        bodies = {line.body for line in lines if line.status == 200}
        if bodies and key in kept:
            bodies.add(kept[key])
        if len(bodies) > 1:
            yield Violation(rule="another answer", says=f"{key} was given {len(bodies)} different answers")


def one_write_one_version(history: History, standing: Standing) -> Iterator[Violation]:
    """An accepted tap was tapped on the table as it stood, and made the next version of it; nothing else made one."""
    for line in history.lines:
        if line.kind == "ok" and line.counts and line.version != line.sent + 1:
            says = f"table {line.client}: tapped on version {line.sent}, made version {line.version}"
            yield Violation(rule="stale", says=says)
    for client, table in standing.tables.items():
        grown = table.version - table.first_version
        if grown != len(table.operations):
            says = f"table {client}: {grown} versions for {len(table.operations)} operations"
            yield Violation(rule="versions", says=says)


def versions_in_real_time(history: History, _standing: Standing) -> Iterator[Violation]:
    """A tap that was answered before another one began has the lower version."""
    for client in history.by_client:
        written = [line for line in history.by_client[client] if line.kind == "ok" and line.counts]
        ended = sorted(written, key=lambda line: line.ended)
        highest, at = 0, 0
        for line in sorted(written, key=lambda line: line.began):
            while at < len(ended) and ended[at].ended < line.began:
                highest = max(highest, ended[at].version)
                at += 1
            if line.version <= highest:
                says = f"table {client}: version {line.version} after version {highest} was acknowledged"
                yield Violation(rule="real time", says=says)


def versions_seen(history: History, _standing: Standing) -> Iterator[Violation]:
    """What a tablet is shown never goes back."""
    for client, lines in history.by_client.items():
        seen = 0
        for line in sorted(lines, key=lambda line: line.ended):
            if line.kind not in ("ok", "fail", "read") or not line.version:
                continue
            if line.version < seen:
                says = f"table {client}: was shown version {line.version} after version {seen}"
                yield Violation(rule="went back", says=says)
            seen = max(seen, line.version)


def outbox_kept(history: History, _standing: Standing) -> Iterator[Violation]:
    """Each tap is sent until it is answered; only the last one may still be on its way."""
    for client in history.by_client:
        taps = [line for line in history.by_client[client] if line.kind == "tapped"]
        for line in history.unheard(client):
            if line is not taps[-1]:
                says = f"table {client}: tap {line.seq} ({line.op}) was given up without an answer"
                yield Violation(rule="given up", says=says)


def one_at_a_time(history: History, _standing: Standing) -> Iterator[Violation]:
    """A tablet has one sending on its way, never two."""
    for client, lines in history.by_client.items():
        sendings = [line for line in lines if line.kind in ("ok", "fail", "info", "replay")]
        for first, second in pairwise(sendings):
            if second.began < first.ended:
                says = f"table {client}: taps {first.seq} and {second.seq} were on their way at once"
                yield Violation(rule="at once", says=says)


def refused_for_a_reason(history: History, _standing: Standing) -> Iterator[Violation]:
    """As nobody but its tablet writes to a table, only what was tapped on an older screen is refused."""
    for client, lines in history.by_client.items():
        for line in lines:
            if line.kind == "fail" and not line.is_probe:
                says = f"table {client}: tap {line.seq} ({line.op}) was refused with {line.status}"
                yield Violation(rule="refused", says=says)


def levels_once(_history: History, standing: Standing) -> Iterator[Violation]:
    """Each level began once, one after the other from the first on, when the one before was over."""
    for index, change in enumerate(standing.levels):
        if (change.from_index, change.to_index) != (index, index + 1):
            says = f"{change.from_index} to {change.to_index} came where {index} to {index + 1} was due"
            yield Violation(rule="levels", says=says)
        due = change.to_index * standing.level_seconds
        if abs(change.seconds - due) > INSTANT:
            says = (
                f"{change.from_index} to {change.to_index} after {change.seconds:.1f} s instead of {due:g} s"
            )
            yield Violation(rule="levels", says=says)
    fewest = int((standing.clock_seconds - LATEST_SECONDS) / standing.level_seconds)
    most = int((standing.clock_seconds + EARLIEST_SECONDS) / standing.level_seconds)
    if not fewest <= len(standing.levels) <= most:
        says = f"{len(standing.levels)} began in {standing.clock_seconds:.1f} s"
        yield Violation(rule="levels", says=says)


CHECKS: Final[tuple[Check, ...]] = (
    record,
    calls_stand,
    answers_kept,
    same_answer,
    one_write_one_version,
    versions_in_real_time,
    versions_seen,
    outbox_kept,
    one_at_a_time,
    refused_for_a_reason,
    levels_once,
)


def check(lines: Sequence[Line], standing: Standing) -> list[Violation]:
    """Everything that does not agree."""
    history = History.of(lines)
    return [violation for each in CHECKS for violation in each(history, standing)]


def _some(counted: Counter[str]) -> str:
    shown = ", ".join(f"{op} ({times})" for op, times in counted.most_common(3))
    return f"{counted.total()} in all, {shown}"
