"""The device somebody uses, in two words: enough to tell the desk's laptop from a phone on the floor."""

from __future__ import annotations

from typing import Final

# Most browsers name others besides themselves: the first match counts.
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device_words(user_agent: str) -> str:
    """Browser and system by the User-Agent header, "Firefox, Android"; what is unknown is left out."""
    found = (_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent))
    return ", ".join(word for word in found if word)


def _first(marks: tuple[tuple[str, str], ...], text: str) -> str:
    return next((word for mark, word in marks if mark in text), "")
