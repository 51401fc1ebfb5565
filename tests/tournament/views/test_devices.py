"""What the log calls the things people work on."""

from __future__ import annotations

import pytest

from tournament.views.devices import device_words

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        (
            f"Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Chrome/126.0.0.0 Mobile Safari/537.36",
            "Chrome, Android",
        ),
        (
            f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
            "Edge, Windows",
        ),
        (
            f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {WEBKIT} Chrome/126.0.0.0 Safari/537.36",
            "Chrome, ChromeOS",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox, Linux"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15",
            "Safari, Mac",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 CriOS/126.0 Mobile Safari/604.1",
            "Chrome, iPhone",
        ),
        ("curl/8.7.1", ""),
        ("", ""),
    ],
)
def test_a_device_is_named_by_browser_and_system(user_agent: str, words: str) -> None:
    assert device_words(user_agent) == words
