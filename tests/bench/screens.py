"""What drawing a tablet's screen costs: `python -m tests.bench.screens`.

Every screen of a hand of each kind of game, as `tests/tables/drawn` keeps them, drawn again and again by this thread;
its processor time counts, which holds on a busy machine too.
"""

from __future__ import annotations

import os
import statistics
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.utils import translation  # noqa: E402

from tables.queries.tablet.screen import TabletScreen  # noqa: E402
from tables.templatetags.screen import prepare_screens, render_screen  # noqa: E402
from tests.bench.figures import say, say_runs  # noqa: E402
from tests.tables.drawn.database import left_empty, own_database  # noqa: E402
from tests.tables.drawn.everything import FOLLOWED, moments  # noqa: E402

ROUNDS = 7


def main() -> None:
    screens = all_screens()
    began = time.thread_time()
    prepare_screens()
    say("screens: templates compiled once", f"{1000 * (time.thread_time() - began):>10,.0f} ms")
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            size = statistics.mean(len(render_screen(each).encode()) for each in screens)
            say_runs(
                f"screens: one drawn, {language}", [microseconds_of(screens) for _ in range(ROUNDS)], "µs"
            )
        say("", f"{size:>10,.0f} bytes, mean of {len(screens)}")


def all_screens() -> list[TabletScreen]:
    screens: list[TabletScreen] = []
    with own_database():
        for game in sorted(FOLLOWED):
            with left_empty():
                screens += [moment.screen for moment in moments(game)]
    return screens


def microseconds_of(screens: list[TabletScreen]) -> float:
    """The mean of one round."""
    began = time.thread_time()
    for each in screens:
        render_screen(each)
    return 1_000_000 * (time.thread_time() - began) / len(screens)


if __name__ == "__main__":
    main()
