"""The two ways an input of the engine can be wrong.

Both carry an English sentence for people, a stable `code` and the `params` of the sentence, so
that outer layers can say it in another language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


class EngineError(Exception):
    """Something was refused; nothing has changed.

    `str(error)` is the English sentence, `error.code` a stable name such as
    "raise_below_minimum", `error.params` the values in the sentence.
    """

    code: str
    params: Mapping[str, object]

    def __init__(self, message: str, code: str, params: Mapping[str, object] | None = None) -> None:
        # All three are exception arguments, so that an error survives pickling between processes.
        super().__init__(message, code, params)
        self.code = code
        self.params = dict(params or {})

    def __str__(self) -> str:
        return str(self.args[0])


class InvalidNotation(EngineError):
    """A text that is invalid in any hand: a card "1x", an operation "q7"."""


class IllegalAction(EngineError):
    """Well formed, but not allowed at this point: the sentence says what would be."""


DAMAGED: Final = (EngineError, KeyError, TypeError, ValueError)
"""What playing a record again raises where it is not as it was written: on a damaged disk, or by somebody's hand."""
