"""`manage.py replay` against a running server: what agrees, what does not, and what cannot be."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tables.engine.notation.recorded_hand import RULES_OF_RECORDS
from tables.models import Hand, HandStatus
from tests.processes import LiveFloorman, free_port
from tests.tables.engine.hands import play, table
from tests.tables.engine.notation.ohh_cases import CASH, OMAHA, changed
from tests.tables.engine.notation.ohh_cases import text as ohh_text
from tests.tables.engine.notation.ohh_cases import write as write_ohh
from tests.tables.engine.notation.phh_cases import phh

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.long_on_postgresql(reason="the taps are those of tablets, which have their own tests there"),
]


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def replay(*files: str, url: str) -> tuple[str, str]:
    """What the command says, and the error that it ends with."""
    said = StringIO()
    try:
        call_command("replay", *files, url=url, stdout=said)
    except CommandError as error:
        return said.getvalue(), str(error)
    return said.getvalue(), ""


def test_hands_are_recorded_tap_by_tap_and_their_stacks_compared(
    live_floorman: LiveFloorman, tmp_path: Path
) -> None:
    right = phh(actions='["p3 cbr 6", "p1 f", "p2 f"]')
    files = [
        write(tmp_path, "a.phh", right),
        write(tmp_path, "b.phh", right + "\nfinishing_stacks = [199, 198, 203]"),
        write(tmp_path, "wrong.phh", right + "\nfinishing_stacks = [200, 197, 203]"),
        write(tmp_path, "broken.phh", "variant = "),
        str(tmp_path / "missing.phh"),
    ]
    said, error = replay(*files, url=live_floorman.url)

    *complaints, last = said.splitlines()
    assert sorted(line.removeprefix(str(tmp_path)) for line in complaints) == [
        "/broken.phh: this is not TOML: Invalid value (at end of document)",
        f"/missing.phh: [Errno 2] No such file or directory: '{tmp_path}/missing.phh'",
        "/wrong.phh: stacks 199 198 203, expected 200 197 203",
    ]
    assert last.startswith("2 of 5 hands agree; 12 taps in ")
    assert error == "3 hands do not agree."
    assert Hand.objects.filter(status=HandStatus.COMPLETE).count() == 3


def test_a_server_that_is_not_there_is_said_once(tmp_path: Path) -> None:
    file = write(tmp_path, "a.phh", phh(actions='["p3 f", "p1 f"]'))
    said, error = replay(file, file, url=f"http://localhost:{free_port()}")
    assert said == ""
    assert error.startswith("The server does not answer: ")
    assert error.endswith(" Start one with `make run`, or name another with --url.")


def test_a_server_of_another_database_is_said_once(
    live_floorman: LiveFloorman, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path, "a.phh", phh(actions='["p3 f", "p1 f"]'))

    class Elsewhere:
        """What the code would be in another database: none of the server's."""

        code = "ZZZZZZZZ"

    monkeypatch.setattr("tables.management.replaying.make_pairing_code", lambda **_of: Elsewhere)
    said, error = replay(file, file, url=live_floorman.url)
    assert said == ""
    assert error.startswith(
        "The server does not know a table that was just opened in this command's database."
    )


def test_hands_of_tables_with_empty_seats_are_dealt_where_they_were(
    live_floorman: LiveFloorman, tmp_path: Path
) -> None:
    folds = '["p3 cbr 6", "p1 f", "p2 f"]'
    gaps = {"seats": "[3, 5, 8]", "actions": folds}
    two_boards = play(
        table(500, 500, rules=replace(RULES_OF_RECORDS, run_out_boards=2)),
        "r2:500 c1 s1:AhAd s2:KhKd n2 b:2c7d9s b:3h b:4c b:KcTs8s b:3c b:5c",
    )
    dead_small_blind = {
        "blinds_or_straddles": "[2, 0, 0]",
        "actions": '["p2 cbr 6", "p3 f", "p1 f"]',
        "finishing_stacks": "[198, 202, 200]",
    }
    files = [
        write(tmp_path, "gaps.phh", phh(**gaps) + "\nfinishing_stacks = [199, 198, 203]"),
        write(tmp_path, "again.phh", phh(**gaps | {"seats": "[5, 8, 3]"})),
        write(tmp_path, "dead_button.ohh", ohh_text(changed(CASH, "dealer_seat", 2))),
        write(tmp_path, "dead_small_blind.phh", phh(**dead_small_blind)),
        write(tmp_path, "two_boards.ohh", write_ohh(two_boards.setup, two_boards.history)),
        write(tmp_path, "posts.ohh", ohh_text(OMAHA)),
    ]
    said, error = replay(*files, url=live_floorman.url)
    *complaints, last = said.splitlines()
    [complaint] = complaints
    assert complaint.removeprefix(str(tmp_path)) == (
        "/posts.ohh: a tournament does not deal this hand: the file posts straddle 4 at seat 3, "
        "dead blind 1 at seat 4, entry blind 2 at seat 4, the table nothing of it"
    )
    assert last.startswith("5 of 6 hands agree; ")
    assert error == "1 hands do not agree."
