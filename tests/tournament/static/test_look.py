"""The look, as far as it can be computed: contrast, suits for the colour-blind, nothing inline."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
TOKENS = ROOT / "tournament/static/tournament/tokens.css"
SHEETS = sorted([*ROOT.glob("tournament/static/**/*.css"), *ROOT.glob("tables/static/**/*.css")])
TEMPLATES = sorted(path for kind in ("html", "jinja") for path in (ROOT / "templates").rglob(f"*.{kind}"))
SCRIPTS = sorted([*ROOT.glob("tournament/static/**/*.js"), *ROOT.glob("tables/static/**/*.js")])

Rgb = tuple[float, float, float]

TEXT_PAIRS = [
    *[(ink, ground) for ink in ("ink", "ink-soft") for ground in ("ground", "surface", "sunken")],
    *[("accent", ground) for ground in ("ground", "surface", "sunken", "accent-soft")],
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("ink", "accent-soft"),
    ("gold", "surface"),
    ("gold", "ground"),
    *[(tone, f"{tone}-soft") for tone in ("good", "warn", "bad", "info")],
    *[(tone, ground) for tone in ("good", "warn", "bad", "info") for ground in ("surface", "ground")],
    *[("ink", f"{tone}-soft") for tone in ("good", "warn", "bad", "info")],
    *[("ink-soft", ground) for ground in ("accent-soft",)],
    *[(f"suit-{suit}", "card-face") for suit in "shdc"],
]
PART_PAIRS = [
    *[("line-strong", ground) for ground in ("ground", "surface", "sunken")],
    *[("focus", ground) for ground in ("ground", "surface", "sunken", "accent-soft")],
]


PALETTE = re.findall(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", TOKENS.read_text())
THEMES = {
    "light": {name: by_day for name, by_day, _by_night in PALETTE},
    "dark": {name: by_night for name, _by_day, by_night in PALETTE},
}


def rgb(colour: str) -> Rgb:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def linear(colour: Rgb) -> Rgb:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_text_stands_out_from_its_ground(theme: str, text: str, ground: str) -> None:
    tokens = THEMES[theme]
    assert contrast(tokens[text], tokens[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("part", "ground"), PART_PAIRS)
def test_borders_and_focus_stand_out_from_their_ground(theme: str, part: str, ground: str) -> None:
    tokens = THEMES[theme]
    assert contrast(tokens[part], tokens[ground]) >= 3


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_colour_of_both_themes_stands_in_the_palette_alone(path: Path) -> None:
    text = path.read_text()
    assert "prefers-color-scheme" not in text
    assert path == TOKENS or ("data-theme" not in text and "light-dark(" not in text)


def test_every_colour_of_the_palette_is_given_by_day_and_by_night() -> None:
    palette = TOKENS.read_text().partition("[data-skin=")[0]
    colours = re.findall(r"--([a-z-]+): [^;]*#[0-9a-f]{3,8}", palette)
    assert colours == list(THEMES["light"]) == list(THEMES["dark"])
    assert len(set(colours)) == len(colours) > 20


# How the three kinds of dichromats see a colour, in linear light: the published matrices of Machado, Oliveira
# and Fernandes (2009) at full severity.
SIGHTS: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour: str, sight: str) -> Rgb:
    source = linear(rgb(colour))
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, source, strict=True))))
        for row in SIGHTS[sight]
    )
    return red, green, blue


def lab(colour: Rgb) -> Rgb:
    red, green, blue = colour
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Rgb, other: Rgb) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_the_four_suits_differ_for_the_colour_blind(theme: str, sight: str) -> None:
    suits = [THEMES[theme][f"suit-{suit}"] for suit in "shdc"]
    closest = min(difference(seen(a, sight), seen(b, sight)) for a, b in combinations(suits, 2))
    assert closest >= 30


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_templates_have_nothing_inline_and_nothing_unescaped(path: Path) -> None:
    text = path.read_text()
    forbidden = (
        r"\sstyle=",
        r"<style",
        r"\son[a-z]+=",
        r"hx-on",
        r"hx-vals=[\"']js:",
        r"\|safe\b",
        r"autoescape off",
        r"<script(?![^>]*\ssrc=)(?! type=\"application/ld\+json\">)",
        r"https?://",
    )
    assert [pattern for pattern in forbidden if re.search(pattern, text)] == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_format_no_numbers_and_evaluate_nothing(path: Path) -> None:
    text = path.read_text()
    for word in ("toLocale", "Intl.", "eval(", "innerHTML", "insertAdjacentHTML", "new Function"):
        assert word not in text


def test_icons_that_templates_name_exist() -> None:
    known = set(re.findall(r'id="icon-([a-z]+)"', (ROOT / "templates/_icons.html").read_text()))
    named: set[str] = set()
    for path in TEMPLATES:
        text = path.read_text()
        named |= set(re.findall(r'\{% icon "([a-z]+)"', text))
        named |= set(re.findall(r'\{% badge \S+ "[a-z]+" "([a-z]+)"', text))
        named |= set(re.findall(r'\{\{ "([a-z]+)"\|icon \}\}', text))
        named |= set(re.findall(r'icon_name="([a-z]+)"', text))
    assert named - known == set()
