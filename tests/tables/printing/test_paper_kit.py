"""The paper kit says on A4 what the room needs to go on by hand, in either language, and is kept as files."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone, translation

from tables.models import Seat
from tables.printing import shelf
from tables.printing.paper_kit import printed_kit
from tables.printing.paper_kit_pdf import paper_kit_pdf
from tables.queries.console.paper import paper_kit
from tables.tasks import print_paper_kits
from tests.factories import NOW
from tests.factories.field import started
from tests.factories.floor import Floor
from tests.factories.mixed import fold_out, mixed_felt
from tests.pdf_text import lines_of
from tournament.models import Entry, Tournament, TournamentStatus

pytestmark = pytest.mark.django_db


def lines(tournament: Tournament, *, seconds: int = 0) -> list[str]:
    return lines_of(
        paper_kit_pdf(printed_kit(paper_kit(tournament, now=NOW + timedelta(seconds=seconds)), tournament))
    )


def test_each_player_stands_at_their_table_and_seat_with_their_chips() -> None:
    tournament, _ = started(18, now=NOW)
    unknown = Seat.objects.filter(table__tournament=tournament, entry__isnull=False).latest("pk")
    Entry.objects.filter(seat=unknown).update(is_stack_known=False)

    words = lines(tournament)

    for seat in Seat.objects.filter(table__tournament=tournament, entry__isnull=False).select_related(
        "entry__player"
    ):
        assert seat.entry is not None
        at = words.index(seat.entry.player.name)
        chips = "unknown" if seat.pk == unknown.pk else f"{seat.entry.stack:,}"
        assert words[at - 1 : at + 2] == [str(seat.number), seat.entry.player.name, chips]
    assert {"Table 1", "Table 2"} <= set(words)
    assert sum(word.startswith("Button: seat ") for word in words) == 2


def test_the_clock_stands_as_it_is_at_the_moment_of_printing_and_the_levels_follow() -> None:
    tournament, _ = started(9, now=NOW)
    length = tournament.structure.periods[0].duration_seconds

    words = lines(tournament, seconds=65)

    left = length - 65
    assert words[words.index("Time left") + 1] == f"{left // 60}:{left % 60:02d}"
    assert words[words.index("Clock") + 1] == "running"
    first = words.index("Level 1")
    assert words[first + 3] == "now"
    follows = [word for word in words[first + 4 :] if re.fullmatch(r"\d\d:\d\d", word)]
    assert follows == sorted(follows)
    assert follows
    later = lines(tournament, seconds=length + 5)
    assert "Level 1" not in later
    assert later[later.index("Level 2") + 3] == "now"


def test_the_stakes_are_said_as_on_the_console_with_whose_ante_it_is() -> None:
    tournament, _ = started(9, now=NOW)
    words = lines(tournament)
    assert words[words.index("Blinds") + 1] == "25/50"
    assert words[words.index("Level 3") + 1] == "100/200, BB ante 200"


def test_of_a_mixed_level_each_game_has_its_stakes_and_each_table_its_game() -> None:
    felt = mixed_felt()
    fold_out(felt)

    words = lines(felt.tournament)

    first, second = words.index("Level 1"), words.index("Level 2")
    stakes = ["NLH", "25/50, BB ante 75", "PLO", "25/50", "LHE", "100/200"]
    assert words[first + 1] == "NLH, PLO, LHE"
    assert words[first + 4 : second] == stakes
    assert "NLH, 1 left, then PLO" in words
    fold_out(felt)
    with translation.override("it"):
        assert "PLO, ne restano 2, poi LHE" in lines(felt.tournament)


def test_in_overtime_no_time_is_left_and_the_overtime_is_said() -> None:
    tournament, _ = started(9, now=NOW)
    assert "Overtime" not in lines(tournament)
    length = sum(period.duration_seconds for period in tournament.structure.periods)

    words = lines(tournament, seconds=length + 65)

    assert words[words.index("Time left") + 1] == "0:00"
    assert words[words.index("Clock") + 1] == "overtime"
    assert words[words.index("Overtime") + 1] == "1:05"


def test_prizes_still_to_be_won_are_listed() -> None:
    tournament, _ = started(18, now=NOW)
    kit = paper_kit(tournament, now=NOW)
    assert kit.prizes
    words = lines(tournament)
    assert "Prizes still to be won" in words
    assert len(kit.prizes) == sum(row.first <= kit.board.field.left for row in kit.prizes)


def test_it_is_written_in_italian_too() -> None:
    tournament, _ = started(9, now=NOW)
    with translation.override("it"):
        words = lines(tournament)
    assert {"Tavolo 1", "Tempo rimasto", "Livelli"} <= set(words)


def test_a_large_room_takes_more_pages_each_with_its_head() -> None:
    tournament, _ = started(60, now=NOW)
    words = lines(tournament)
    pages = [word for word in words if re.fullmatch(r"Page \d+", word)]
    assert pages == [f"Page {number}" for number in range(1, len(pages) + 1)]
    assert len(pages) > 1
    assert words.count(tournament.name) == len(pages)


def test_the_same_room_gives_the_same_bytes() -> None:
    tournament, _ = started(9, now=NOW)
    kit = printed_kit(paper_kit(tournament, now=NOW), tournament)
    assert paper_kit_pdf(kit) == paper_kit_pdf(kit)


# --- The files ------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    return tmp_path / "paper"


def test_each_tournament_in_play_has_a_kit_in_each_language(folder: Path) -> None:
    tournament, _ = started(9, now=timezone.now())
    over, _ = started(9, now=timezone.now())
    Tournament.objects.filter(pk=over.pk).update(status=TournamentStatus.FINISHED)

    assert print_paper_kits() == 1

    names = sorted(path.name for path in folder.iterdir())
    assert [name[: len(tournament.code) + 4] for name in names] == [
        f"{tournament.code}-en-",
        f"{tournament.code}-it-",
    ]
    assert "Table 1" in lines_of((folder / names[0]).read_bytes())
    assert folder.stat().st_mode & 0o077 == 0


def test_only_the_newest_are_kept(folder: Path) -> None:
    for minutes in range(6):
        shelf.keep_kit(
            folder, code="ABC", language="en", pdf=b"%d" % minutes, now=NOW + timedelta(minutes=minutes)
        )
    assert [path.read_bytes() for path in sorted(folder.iterdir())] == [b"3", b"4", b"5"]


def test_the_kits_of_an_event_go_a_week_after_the_last_one(folder: Path) -> None:
    now = timezone.now()
    for code, age in {"OVER": timedelta(days=7, minutes=1), "LATELY": timedelta(days=6, hours=23)}.items():
        shelf.keep_kit(folder, code=code, language="en", pdf=b"", now=now - age)
    (folder / "2026-01-01-notes.pdf").write_bytes(b"not one of ours")

    assert print_paper_kits() == 0

    assert {path.name.split("-")[0] for path in folder.iterdir()} == {"LATELY", "2026"}


def test_a_kit_that_cannot_be_written_stops_no_other_and_is_logged(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The disk is full: play goes on, the task ends well, and no half of a file is left."""
    tournament, _ = started(9, now=timezone.now())
    write = Path.write_bytes

    def fail(path: Path, data: bytes) -> int:
        if path.name.startswith(tournament.code):
            write(path, data[:10])
            raise OSError(28, "No space left on device")
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", fail)
    other, _ = started(9, now=timezone.now())

    assert print_paper_kits() == 1

    assert {path.name.split("-")[0] for path in folder.iterdir()} == {other.code}
    assert f"The paper kit of tournament {tournament.pk} could not be printed." in caplog.text


def test_any_staff_gets_it_in_one_tap(client: Client) -> None:
    floor = Floor(client, 9)
    page = floor.get("").content.decode()
    answer = floor.get("paper-kit.pdf")

    assert f'href="/floor/{floor.tournament.code}/paper-kit.pdf"' in page
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    assert "Paper kit" in " ".join(lines_of(answer.content))
