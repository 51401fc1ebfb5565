"""What came of the parts, and the closing summary."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.machine import NOT_ALLOWED, NOT_TRIED


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one part went. `left_out` says in words what it could not run; `said` is its output.

    `failed` are the ids of what failed in a suite that ran to its end; `unsteady` of what then passed alone.
    """

    name: str
    passed: bool
    seconds: float
    detail: str = ""
    left_out: Sequence[str] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    failed: Sequence[str] = ()
    unsteady: Sequence[str] = ()
    said: str = ""


def announce(outcome: Outcome) -> Outcome:
    """Print the line of a part that has ended, and all it said if it failed; return it."""
    verdict = "ok    " if outcome.passed else "FAILED"
    line = f"{verdict} {outcome.seconds:6.1f} s  {outcome.name}  {outcome.detail}".rstrip()
    failure = "" if outcome.passed else f"\n--- {outcome.name} ---\n{outcome.said}\n"
    print(f"{failure}{line}", flush=True)
    return outcome


def what_is_missing(*suites: Outcome) -> list[str]:
    """Return what must have run where everything is required, and did not.

    What the machine forbids need not, nor what is tried where it can be.
    """
    missing = [f"{suite.name}: none ran" for suite in suites if not suite.counts.get("passed")]
    left_out = [words for suite in suites for words in suite.left_out]
    return missing + [words for words in left_out if not words.startswith((NOT_ALLOWED, NOT_TRIED))]


def sum_up(outcomes: Sequence[Outcome], missing: Sequence[str], *, seconds: float) -> int:
    """Print what failed, was unsteady or left out, and the time; return the exit status."""
    failed = [outcome.name for outcome in outcomes if not outcome.passed]
    left_out = [words for outcome in outcomes for words in outcome.left_out]
    if left_out:
        print("\nSkipped on this machine:")
        print("\n".join(f"  {words}" for words in left_out))
    if missing:
        print("\nEverything is required here (CI or REQUIRE_ALL is set), but this was not run:")
        print("\n".join(f"  {words}" for words in missing))
    for test in (test for outcome in outcomes for test in outcome.unsteady):
        print(f"\nUNSTEADY: failed beside the others and passed alone: {test}. Mend it.")
    verdict = f"FAILED: {', '.join(failed)}" if failed else "incomplete" if missing else "passed"
    print(f"\n{verdict}, {seconds:.0f} s in total", flush=True)
    return 1 if failed or missing else 0
