"""What the floor refuses, in words a director can act on."""

from __future__ import annotations


class FloorError(ValueError):
    """A request that the floor rules refuse; `code` and `params` let outer layers translate it."""

    def __init__(self, message: str, *, code: str, params: dict[str, object]) -> None:
        super().__init__(message)
        self.code = code
        self.params = params
