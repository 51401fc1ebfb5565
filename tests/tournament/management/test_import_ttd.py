"""`manage.py import_ttd`: what is in files, and their events imported, each file whole or not at all."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_player
from tests.tournament.rules.past.ttd_files import DAY, START, make_ttd_file
from tournament.models import ImportedEvent, ImportedFile, Player
from tournament.services.imports import forget_all


def write(folder: Path, **files: bytes) -> list[str]:
    paths = []
    for name, raw in files.items():
        path = folder / name.replace("_", ".")
        path.write_bytes(raw)
        paths.append(str(path))
    return paths


def run(*arguments: str) -> tuple[list[str], list[str]]:
    """What it prints, and what it complains of."""
    out, err = StringIO(), StringIO()
    try:
        call_command("import_ttd", *arguments, stdout=out, stderr=err)
    except CommandError as error:
        err.write(f"{error}\n")
    return out.getvalue().splitlines(), err.getvalue().splitlines()


def test_a_preview_is_one_object_a_file_and_touches_no_database(tmp_path: Path) -> None:
    files = write(
        tmp_path,
        a_tdt=make_ttd_file(prizes=(70, 29)),
        b_tdt=b"{V: 1, T: go()}",
        c_csv=b"place,player\n1,Ada Alder\n",
    )
    out, err = run("--preview", *files)
    (first, second) = map(json.loads, out)
    assert first["name"] == "Friday in the Woods"
    assert (first["date"], first["players"], first["entries"], first["pool"]) == ("2026-03-14", 4, 5, 109)
    assert [(each["place"], each["name"], each["prize"]) for each in first["places"][:2]] == [
        (1, "Ada Alder", 70),
        (2, "Bo Birch", 29),
    ]
    assert first["places"][1]["knocked_out_by"] == ["Ada Alder"]
    assert (first["prizes"], first["paid"], first["difference"]) == ([70, 29], 99, 10)
    assert [each["big_blind"] for each in first["levels"]] == [50, 100, 0, 200]
    assert "example.org" not in out[0]
    asked = json.loads(run("--preview", "--contact", files[0])[0][0])
    assert asked["contact"] == {"Ada Alder": {"Email": "ada@example.org", "Phone": "000"}}
    assert (second["players"], second["date"]) == (1, None)
    assert err == [
        f"{files[1]}: Line 1, column 11: “go” is a call, which is not run.",
        "1 of 3 was not read.",
    ]


@pytest.mark.django_db
def test_files_are_imported_once_and_what_is_refused_stops_no_other(tmp_path: Path) -> None:
    files = write(
        tmp_path, a_tdt=b"nothing", b_tdt=make_ttd_file(), c_tdt=make_ttd_file(StartTime=START + DAY)
    )
    out, err = run(*files, str(tmp_path / "missing.tdt"))
    about = "Friday in the Woods, 2026-03-14: 4 players, 5 entries"
    assert out == [f"2 of 4: {about}", f"3 of 4: {about.replace('14', '15')}"]
    assert err == [
        f"{files[0]}: Line 1, column 1: “nothing” is not a value.",
        f"{tmp_path}/missing.tdt: No such file or directory",
        "2 of 4 were not imported.",
    ]
    assert (ImportedEvent.objects.count(), Player.objects.count()) == (2, 4)
    again, _err = run(files[1])
    assert again == [f"1 of 1: {about}; was imported before"]
    saved_again = write(tmp_path, d_tdt=make_ttd_file(Comment="late"), e_tdt=make_ttd_file(prizes=(80, 29)))
    out, err = run(*saved_again)
    assert out == [f"1 of 2: {about}; was imported before"]
    assert err[0].endswith("or remove the earlier one first.")
    forget_all()
    # What no page shows to be left out is not kept.
    assert ImportedFile.objects.filter(refusal__isnull=True).count() == 2


@pytest.mark.django_db
def test_one_event_that_is_refused_stops_no_other_of_its_file(tmp_path: Path) -> None:
    make_player("Ada Alder")
    make_player("Ada Alder")
    three = b"event,place,player\nMay,1,Bo Birch\nJune,1,Ada Alder\nJuly,1,Cleo Cedar\n"
    (file,) = write(tmp_path, list_csv=three)
    out, err = run(file)
    assert [line.split(",")[0] for line in out] == ["1 of 1: May", "1 of 1: July"]
    assert err[0].endswith("Several players are called “Ada Alder”: say who of them played in “June”.")


def test_a_zone_and_a_currency_that_are_none_are_said(tmp_path: Path) -> None:
    (file,) = write(tmp_path, a_tdt=make_ttd_file())
    assert run(file, "--zone", "Mars/Base")[1] == [
        "Mars/Base is not a time zone: write for example Europe/Rome."
    ]
    assert run(file, "--currency", "XXX")[1][0].startswith("XXX is not one of EUR, ")
