"""Which packages a process spends its time in: a profile of every thread, by processor time."""

from __future__ import annotations

import cProfile
import sys
import sysconfig
import threading
import time
from collections import Counter
from pathlib import Path
from types import CodeType
from typing import Any

import django

# The longest beginning that fits; what a C function costs belongs to the Python function that calls it.
PARTS = {
    "tables/engine": "engine",
    "tables/floor": "floor rules",
    "tournament/rules": "event rules",
    "tables/queries": "queries of the tables",
    "tournament/queries": "queries of the tournament",
    "tables/services": "services",
    "tournament/services": "services",
    "tables/models": "models",
    "tournament/models": "models",
    "tables/views": "views",
    "tournament/views": "views",
    "tables/templatetags": "templates",
    "tournament/templatetags": "templates",
    "django/template": "templates",
    "django/utils/html": "templates",
    "django/utils/safestring": "templates",
    "django/utils/translation": "words",
    "django/utils/formats": "words",
    "django/utils/numberformat": "words",
    "gettext": "words",
    "jinja2": "templates",
    "markupsafe": "templates",
    "asgiref": "what belongs to a thread",
    "<template>": "templates",
    "templates": "templates",
    "<string>": "dataclasses made",
    "django/db": "ORM and driver",
    "psycopg": "ORM and driver",
    "sqlite3": "ORM and driver",
    "tournament/config/sqlite": "ORM and driver",
    "django/forms": "forms",
    "tables/forms": "forms",
    "tournament/forms": "forms",
    "redis": "hints",
    "tournament/realtime": "hints",
    "tournament/live": "streams",
    "uvicorn": "HTTP and threads",
    "h11": "HTTP and threads",
    "httptools": "HTTP and threads",
    "a2wsgi": "HTTP and threads",
    "asyncio": "HTTP and threads",
    "concurrent": "HTTP and threads",
    "threading": "HTTP and threads",
    "queue": "HTTP and threads",
    "selectors": "HTTP and threads",
    "tournament/front": "HTTP and threads",
    "tournament/config": "handler and middleware",
    "django": "handler and middleware",
    "csp": "handler and middleware",
    "axes": "handler and middleware",
    "django_htmx": "handler and middleware",
    "whitenoise": "handler and middleware",
    "json": "JSON",
}
PLACES = (
    f"{Path(django.__file__).parents[1]}/",
    f"{sysconfig.get_path('stdlib')}/",
    f"{Path(__file__).parents[2]}/",
)


class Profiles:
    """A profile of this thread and of each that begins after `begin`."""

    def __init__(self) -> None:
        self._profiles: list[cProfile.Profile] = []
        self._before: Counter[str] = Counter()

    def begin(self) -> None:
        threading.setprofile(self._enter_thread)
        self._enter_thread()

    def start_counting(self) -> None:
        self._before = self._spent()

    def by_part(self) -> Counter[str]:
        """Nanoseconds of processor since `start_counting`, the profile's own work left out."""
        return self._spent() - self._before

    def _enter_thread(self, *_: Any) -> None:
        profile = cProfile.Profile(time.thread_time)
        self._profiles.append(profile)
        sys.setprofile(None)
        profile.enable()

    def _spent(self) -> Counter[str]:
        spent: Counter[str] = Counter()
        for profile in self._profiles:
            for entry in profile.getstats():
                if isinstance(entry.code, CodeType):
                    called = sum(each.inlinetime for each in entry.calls or () if isinstance(each.code, str))
                    spent[part_of(entry.code.co_filename)] += int(1e9 * (entry.inlinetime + called))
        return spent


def part_of(path: str) -> str:
    """The part of a tap that a file belongs to; a file that belongs to none speaks for itself."""
    for place in PLACES:
        if path.startswith(place):
            path = path.removeprefix(place)
            break
    fitting = [name for name in PARTS if path.startswith(name)]
    return PARTS[max(fitting, key=len)] if fitting else path.removesuffix(".py")
