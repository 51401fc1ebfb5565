"""A fault planted in the engine: a function with a piece of its text replaced.

While it is `planted`, everybody who calls the function runs the faulty code.
"""

from __future__ import annotations
import __future__

import inspect
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import FunctionType
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """name: what a hand would show. where: "module:function" of tables.engine; was, is_now: its text.

    games: a pattern of the codes of games that could show it; house: the answers of the house, key and
    value, where it shows under these alone.
    """

    name: str
    where: str
    was: str
    is_now: str
    games: str = ""
    house: tuple[tuple[str, str], ...] = ()


@contextmanager
def planted(fault: Fault) -> Iterator[None]:
    """The engine with this fault. Raises LookupError if its text is not there, once, to be replaced."""
    module_name, _, path = fault.where.partition(":")
    module = import_module(f"tables.engine.{module_name}")
    found: Any = module
    for name in path.split("."):
        found = getattr(found, name)
    function = _plain(found)
    source = textwrap.dedent(inspect.getsource(function))
    if source.count(fault.was) != 1:
        raise LookupError(f"{fault.name}: {fault.where} does not say {fault.was!r} once")
    faulty = compile(
        source.replace(fault.was, fault.is_now),
        f"<{fault.name}>",
        "exec",
        flags=__future__.annotations.compiler_flag,
        dont_inherit=True,
    )
    made: dict[str, Any] = {}
    exec(faulty, module.__dict__, made)
    right, function.__code__ = function.__code__, _plain(made[function.__name__]).__code__
    try:
        yield
    finally:
        function.__code__ = right


def _plain(found: Any) -> FunctionType:
    """The function of a class method or a property."""
    for name in ("__func__", "fget"):
        found = getattr(found, name, found)
    assert isinstance(found, FunctionType)
    return found
