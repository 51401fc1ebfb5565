"""Settings of a test run: the real ones, with a data directory of their own and a database that may be lost.

`TEST_DB=postgresql` runs the tests on a PostgreSQL cluster that is made for the run and thrown away after it;
`DATABASE_URL` names one that is there already. Without either the tests run on SQLite.

A pytest worker inherits the environment, so that one run has one cluster however many workers it has.
"""

import os
import tempfile
from pathlib import Path

from tests.postgres import start_for_this_run

if "FLOORMAN_TEST_DIR" not in os.environ:
    os.environ["FLOORMAN_TEST_DIR"] = tempfile.mkdtemp(prefix="floorman-test-")
    os.environ["FLOORMAN_TEST_OWNER"] = str(os.getpid())
TEST_DIR = Path(os.environ["FLOORMAN_TEST_DIR"])

os.environ["FLOORMAN_DATA_DIR"] = str(TEST_DIR)
# Without this a developer's own server would hear what the tests publish.
os.environ.pop("REDIS_URL", None)
for name in ("FLOORMAN_HTTPS", "FLOORMAN_DEBUG", "FLOORMAN_HOSTS", "FLOORMAN_STATIC_COLLECTED", "SECRET_KEY"):
    os.environ.pop(name, None)
# Playwright's synchronous interface runs an event loop in the test's thread.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

if os.environ.get("TEST_DB", "sqlite") == "postgresql":
    start_for_this_run()
elif os.environ.get("TEST_DB") == "sqlite":
    os.environ.pop("DATABASE_URL", None)

from tournament.config.settings import *  # noqa: E402, F403  # the environment above decides what they read
from tournament.config.settings import DATABASES, REDIS_URL  # noqa: E402

os.environ["REDIS_URL"] = REDIS_URL

if DATABASES["default"]["ENGINE"] == "tournament.config.sqlite":
    # A file, not memory: threads and the application under test open connections of their own.
    DATABASES["default"]["TEST"] = {"NAME": str(TEST_DIR / "test.sqlite3")}
    # No test cuts the power.
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF"

# Argon2 costs a tenth of a second on purpose; a test that logs in should not pay it.
PASSWORD_HASHERS = ["tests.hashers.CheapArgon2PasswordHasher"]

# Looks a static file up when it is asked for; otherwise each of a thousand test clients lists all of them first.
WHITENOISE_AUTOREFRESH = True
