"""The description of the interface is OpenAPI, and what is answered is what it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from openapi_spec_validator import validate
from schemathesis.core.result import Ok

from tests.breadth import sample
from tests.factories.house import House
from tournament.api import limits
from tournament.api.cursors import write_cursor
from tournament.config.wsgi import application
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

DESCRIPTION = "/api/v1/openapi.json"
# A cursor is what was answered before: random letters are none (test_shapes has those).
CURSORS = ["", write_cursor(0), write_cursor(1), write_cursor(10_000)]
PAIRS = ["", write_cursor(1, 3), write_cursor(2, 50), write_cursor(10_000, 1)]


def test_the_description_is_openapi(client: Client) -> None:
    described = client.get(DESCRIPTION).json()
    validate(described)
    assert described["openapi"].startswith("3.1")
    operations = [each for path in described["paths"].values() for each in path.values()]
    assert len({each["operationId"] for each in operations}) == len(operations) > 10
    assert all("Problem" in str(each["responses"]["default"]) for each in operations)


def cases_of(operation: Any, codes: list[str]) -> Any:
    """Requests that the description allows, half of them for an event that there is."""

    def with_real_values(drawn: tuple[Any, str, int]) -> Any:
        case, code, number = drawn
        if code and "code" in case.path_parameters:
            case.path_parameters["code"] = code
        if "cursor" in case.query:
            of_pairs = operation.path.endswith(("standings", "hands"))
            case.query["cursor"] = (PAIRS if of_pairs else CURSORS)[number]
        return case

    codes_or_not = st.sampled_from([*codes, *[""] * len(codes)])
    return st.tuples(operation.as_strategy(), codes_or_not, st.integers(0, 3)).map(with_real_values)


def operations() -> Iterator[Any]:
    for found in schemathesis.openapi.from_wsgi(DESCRIPTION, application).get_all_operations():
        assert isinstance(found, Ok)
        yield found.ok()


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """A request opens and closes none of its own: what is asked stands in a transaction of the test."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.sampled
@pytest.mark.usefixtures("_one_connection")
def test_random_requests_find_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STRANGER_A_MINUTE", 1_000_000)
    codes = list(Tournament.objects.values_list("code", flat=True))
    asked = 0
    for operation in operations():

        @settings(
            max_examples=sample("requests of each operation"),
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=cases_of(operation, codes))
        def ask(case: Any) -> None:
            case.call_and_validate()

        ask()
        asked += 1
    assert asked > 10
