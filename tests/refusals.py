"""What the pure packages say when they refuse something, as one value."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tables.floor.errors import FloorError
from tournament.rules.errors import RulesError

Said = tuple[str, str, dict[str, object]]


def said(refused: Callable[[], object]) -> Said:
    """The sentence, the code and the figures with which this is refused."""
    with pytest.raises((FloorError, RulesError)) as caught:
        refused()
    assert isinstance(caught.value, FloorError | RulesError)
    return str(caught.value), caught.value.code, dict(caught.value.params)
