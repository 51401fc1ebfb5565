from __future__ import annotations

import pkgutil
from importlib import import_module


def import_rooms(*rooms: str) -> None:
    """Import every module of these packages: what registers itself is there from the start."""
    for room in rooms:
        package = import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            import_module(module.name)
