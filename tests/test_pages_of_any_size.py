"""A page asks as many questions of the database in a large room as in a small one.

The pages are those of `make bench ARGS=pages`, which reads them at the size of a Main Event. Those of the console are
counted in their own tests.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.bench.large_room.build import build
from tests.bench.large_room.size import Size
from tests.bench.page_list import pages_of
from tests.factories import make_account

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.long_on_postgresql(reason="the queries are the same and as many"),
]

# Not these: pages of the console and of hands have tests of their own, tablets too.
ELSEWHERE = (
    "tables:console",
    "tables:moves",
    "tables:announce",
    "tables:hand",
    "tables:colour_up",
    "tables:tablet",
)
# Namesakes whose entries are counted, players in play before whom others rank: nobody is asked about where none are.
ONE_MORE_WHERE_SOMEBODY_IS = {"tables:player", "tables:standings last page"}
FEW = Size(entries=54, tables=6, operations=300)
# Lists go over several pages.
MANY = Size(entries=144, tables=16, operations=900)


def question_of(sql: str) -> str:
    """What is asked for, whatever figures stand in it."""
    return re.sub(r"\b\d+\b", "?", sql.partition(" WHERE ")[0])


def asked(size: Size) -> Mapping[str, Counter[str]]:
    """By page what it asks for, each question as often as it asks."""
    account = make_account()
    tournament = build(size, account=account, now=timezone.now())
    client = Client()
    client.force_login(account)
    found: dict[str, Counter[str]] = {}
    for page in pages_of(tournament):
        if not page.name.startswith(ELSEWHERE):
            client.get(page.path)
            with CaptureQueriesContext(connection) as captured:
                response = client.get(page.path)
            assert response.status_code == 200, page.path
            found[page.name] = Counter(question_of(query["sql"]) for query in captured)
    return found


@pytest.mark.long(reason="every page four times; the heavy ones count their queries in tests of their own")
@pytest.mark.parametrize("in_the_money", [False, True])
def test_a_page_asks_the_same_of_sixteen_tables_as_of_six(in_the_money: bool) -> None:
    few = asked(replace(FEW, in_the_money=in_the_money))
    many = asked(replace(MANY, in_the_money=in_the_money))

    assert len(few) >= 30
    differences = {
        name: (many[name] - questions) + (questions - many[name]) for name, questions in few.items()
    }
    different = {name: difference.total() for name, difference in differences.items() if difference}
    assert different.keys() <= ONE_MORE_WHERE_SOMEBODY_IS
    assert set(different.values()) <= {1}
