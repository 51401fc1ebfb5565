"""What was acknowledged against what stands. Pure: lines and rows in, sentences about what does not agree out.

Each table has one tablet, and one write counts its version by one; so versions in the order of time are the order of
all writes, and no search for a lawful order is needed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from tests.soak.history import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswer:
    """A reply that the database keeps for a tap."""

    key: str
    version: int
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStanding:
    """What stands of one table: deals and operations in order, and its version before the first and now."""

    operations: Sequence[str]
    first_version: int
    version: int

    @property
    def is_written_by_others(self) -> bool:
        """Whether somebody else than the tablet has written to it: the floor."""
        return self.version - self.first_version != len(self.operations)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What stands in the end; tables by their tablet's name, level changes as (from, to) in the order of the log."""

    tables: Mapping[str, TableStanding]
    answers: Sequence[StoredAnswer]
    levels: Sequence[tuple[int, int]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """Something that was promised and did not hold: by its short name, and in a sentence."""

    rule: str
    says: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.says}"


@dataclass(frozen=True, slots=True)
class History:
    """The lines, in the order in which each began, and by what is asked of them."""

    lines: Sequence[Line]
    by_client: dict[str, list[Line]] = field(default_factory=lambda: defaultdict(list))
    by_key: dict[str, list[Line]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, lines: Sequence[Line]) -> History:
        history = cls(sorted(lines, key=lambda line: line.began))
        for line in history.lines:
            if line.kind != "answered":
                history.by_client[line.client].append(line)
            if line.key:
                history.by_key[line.key].append(line)
        return history

    def recorded(self, client: str) -> list[Line]:
        """The acknowledged taps of a tablet that write to its table, in the order in which they were tapped."""
        lines = [line for line in self.by_client[client] if line.kind == "ok" and line.counts]
        return sorted(lines, key=lambda line: line.seq)

    def in_doubt(self, client: str) -> list[Line]:
        """Taps that were sent and never answered."""
        lines = self.by_client[client]
        known = {line.key for line in lines if line.kind in ("ok", "fail")}
        return [line for line in lines if line.kind == "tapped" and line.key not in known]


Check = Callable[[History, Standing], Iterator[Violation]]


def record(history: History, standing: Standing) -> Iterator[Violation]:
    """Every acknowledged tap stands exactly once and in order, and nothing else does."""
    for client, table in standing.tables.items():
        said = [line.op for line in history.recorded(client)]
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
    """However often a tap was sent, it was given one answer, which is the one that is kept."""
    kept = {answer.key: answer.body for answer in standing.answers}
    for key, lines in history.by_key.items():
        bodies = {line.body for line in lines if line.status == 200}
        if bodies and key in kept:
            bodies.add(kept[key])
        if len(bodies) > 1:
            yield Violation(rule="another answer", says=f"{key} was given {len(bodies)} different answers")


def one_write_one_version(history: History, _standing: Standing) -> Iterator[Violation]:
    """An accepted tap was tapped on the table as it stood, and made the next version of it."""
    for line in history.lines:
        if line.kind == "ok" and line.counts and line.version != line.sent + 1:
            says = f"table {line.client}: tapped on version {line.sent}, made version {line.version}"
            yield Violation(rule="stale", says=says)


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
        for line in history.in_doubt(client):
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


def refused_for_a_reason(history: History, standing: Standing) -> Iterator[Violation]:
    """Where nobody else writes to a table, only what was tapped on an older screen is refused, and all of that."""
    for client, table in standing.tables.items():
        for line in history.by_client[client]:
            if line.kind == "fail" and line.counts and not line.is_probe and not table.is_written_by_others:
                says = f"table {client}: tap {line.seq} ({line.op}) was refused with {line.status}"
                yield Violation(rule="refused", says=says)


def levels_once(_history: History, standing: Standing) -> Iterator[Violation]:
    """Each level began once, one after the other."""
    for first, second in pairwise(standing.levels):
        if second[0] != first[1] or second[1] != second[0] + 1:
            yield Violation(
                rule="levels", says=f"after {first[0]} to {first[1]} came {second[0]} to {second[1]}"
            )


CHECKS: Final[tuple[Check, ...]] = (
    record,
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
