"""What is kept of one test is not read by the next: the same events have the same keys."""

from __future__ import annotations

from typing import Any

import pytest

_OWN = "django.core.cache.backends.locmem.LocMemCache"


@pytest.fixture(autouse=True)
def own_caches(settings: Any, request: pytest.FixtureRequest) -> None:
    settings.CACHES = {
        name: {"BACKEND": _OWN, "LOCATION": f"{name}-{request.node.nodeid}"} for name in ("default", "shared")
    }
