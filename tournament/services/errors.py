from __future__ import annotations


class Refused(Exception):
    """A change that is not allowed now; the message tells the person why and what to do.

    `code` is stable, `message` is translated, `field` names the form field where there is one.
    """

    def __init__(self, message: str, *, code: str, field: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.field = field
