"""Pictures of two versions beside each other: each difference once, and nothing that only moved."""

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from tests.screens.sheets import compare

Box = tuple[int, int, int, int]


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    after.mkdir()
    return before, after


def draw(file: Path, *boxes: Box, height: int = 400) -> None:
    """A white page with black boxes."""
    picture = Image.new("RGB", (600, height), (255, 255, 255))
    for box in boxes:
        ImageDraw.Draw(picture).rectangle(box, fill=(0, 0, 0))
    picture.save(file)


def test_what_is_the_same_is_on_no_sheet(folders: tuple[Path, Path], tmp_path: Path) -> None:
    for folder in folders:
        draw(folder / "a.png", (10, 10, 50, 50))
    assert compare(*folders, tmp_path / "out") == ["0 pictures changed, 0 differences on 0 sheets"]
    assert list((tmp_path / "out").iterdir()) == []


def test_a_difference_on_two_pages_is_shown_once(folders: tuple[Path, Path], tmp_path: Path) -> None:
    before, after = folders
    for name in ("a.png", "b.png"):
        draw(before / name, (100, 100, 120, 120))
        draw(after / name, (100, 100, 140, 120))
    draw(before / "gone.png")
    draw(after / "new.png")
    assert compare(before, after, tmp_path / "out") == [
        "gone.png: only before",
        "new.png: only after",
        "2 pictures changed, 1 differences on 1 sheets",
    ]
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["sheet-000.png"]


def test_what_was_only_pushed_down_is_no_difference(folders: tuple[Path, Path], tmp_path: Path) -> None:
    before, after = folders
    draw(before / "a.png", (0, 100, 40, 120), (0, 300, 40, 320))
    draw(after / "a.png", (0, 100, 40, 140), (0, 320, 40, 340), height=420)
    assert compare(before, after, tmp_path / "out") == ["1 pictures changed, 1 differences on 1 sheets"]
