"""Is this structure playable? The linter a director sees beside the editor."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tournament.rules.periods import Structure

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One remark on a structure; `row` counts from 1 with breaks, None is the whole."""

    severity: Severity
    code: str
    params: dict[str, object]
    row: int | None
    template: str

    @property
    def message(self) -> str:
        """The remark in English."""
        return self.template % self.params if self.params else self.template


def check_structure(
    structure: Structure, *, starting_stack: int, chip_values: tuple[int, ...]
) -> tuple[Finding, ...]:
    """What is wrong ("error") or unusual ("warning") with a structure, in order of rows."""
    return ()
