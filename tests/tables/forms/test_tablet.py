from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tables import engine
from tables.forms.tablet import OperationForm


def form(**fields: Any) -> OperationForm:
    return OperationForm({"key": str(uuid4()), "version": 0, "epoch": 1, **fields})


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"operation": "r3:800"}, "r3:800"),
        ({"operation": "r3", "amount": "800"}, "r3:800"),
        ({"operation": "b", "cards": ["Ah", "Td", "2c"]}, "b:AhTd2c"),
        ({"operation": "t3", "cards": ["6d"]}, "t3:6d"),
        ({"operation": "s3:6dTh", "cards": ["As", "Ks", "Qs"]}, "s3:6dThAsKsQs"),
        ({"operation": "s3"}, "s3:"),
        ({"operation": "d3", "cards": ["6d", "7d"]}, "d3:6d7d"),
        ({"operation": "d3", "cards": ["Jk"]}, "d3:Jk"),
        ({"operation": "d3"}, "d3:"),
        ({"operation": "d3:????"}, "d3:????"),
        ({"operation": "j3", "cards": ["Jh", "Js"]}, "j3:JhJs"),
        ({"operation": "w0", "seats": ["1", "3"]}, "w0:1,3"),
        ({"operation": "w0h", "seats": ["1", "3"]}, "w0h:1,3"),
        ({"operation": "w0l:"}, "w0l:"),
        ({"operation": "p", "seat": "3", "amount": "800"}, "p3:800"),
        ({"operation": "a", "seat": "3", "amount": "800"}, "a3:800"),
        ({"operation": "e"}, "e"),
        ({"operation": "o3"}, "o3"),
    ],
)
def test_an_operation_is_put_together_from_the_fields_of_its_form(fields: dict[str, Any], code: str) -> None:
    tap = form(**fields)
    assert tap.is_valid()
    assert engine.encode(tap.decoded()) == code


@pytest.mark.parametrize(
    "fields",
    [
        {"operation": "p", "amount": "800"},
        {"operation": "p", "seat": "3"},
        {"operation": "p", "seat": "11", "amount": "800"},
        {"operation": "w0h"},
        {"operation": "w0h:"},
        {"operation": "t3"},
        {"operation": "j3"},
        {"operation": "s3:6d", "cards": ["Zz"]},
    ],
)
def test_half_an_operation_is_refused(fields: dict[str, Any]) -> None:
    assert not form(**fields).is_valid()
