"""The settings as another process would read them: each case starts one, because settings are read once."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.core import signing
from django.test import Client, override_settings

from tests.factories import make_account
from tests.processes import RunningValkey
from tournament.config.hashers import OneCoreArgon2PasswordHasher

OURS = ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "DJANGO", "FLOORMAN")


def run(arguments: list[str], directory: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the repository with a data directory of its own and none of our variables but these."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return subprocess.run(
        [sys.executable, *arguments],
        env={**inherited, "FLOORMAN_DATA_DIR": str(directory), **environment},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )


def read_settings(names: list[str], directory: Path, **environment: str) -> dict[str, Any]:
    program = (
        "import json; from tournament.config import settings as s;"
        f"print(json.dumps({{name: getattr(s, name, None) for name in {names!r}}}, default=str))"
    )
    done = run(["-c", program], directory, **environment)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_deployment_check_is_clean_with_https(tmp_path: Path) -> None:
    done = run(
        ["manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        tmp_path,
        FLOORMAN_HTTPS="1",
        DJANGO_SETTINGS_MODULE="tournament.config.settings",
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_the_check_would_see_a_plain_connection(tmp_path: Path) -> None:
    done = run(
        ["manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        tmp_path,
        DJANGO_SETTINGS_MODULE="tournament.config.settings",
    )
    assert done.returncode == 1
    assert "security.W004" in done.stderr


def test_cookies_have_the_host_prefix_and_are_secure_with_https(tmp_path: Path) -> None:
    names = [
        f"{cookie}_COOKIE_{part}"
        for cookie in ("SESSION", "CSRF", "LANGUAGE")
        for part in ("NAME", "SECURE", "HTTPONLY", "SAMESITE")
    ]
    found = read_settings(names, tmp_path, FLOORMAN_HTTPS="1")
    for cookie in ("SESSION", "CSRF", "LANGUAGE"):
        assert str(found[f"{cookie}_COOKIE_NAME"]).startswith("__Host-")
        assert [found[f"{cookie}_COOKIE_{part}"] for part in ("SECURE", "HTTPONLY", "SAMESITE")] == [
            True,
            True,
            "Lax",
        ]


def test_cookies_of_tablets_and_badges_have_the_host_prefix_and_are_secure_with_https(tmp_path: Path) -> None:
    program = (
        "import django, json; django.setup(); from django.http import HttpResponse;"
        "from tables.views.tablet.access import remember_device;"
        "answer = HttpResponse(); remember_device(answer, 'secret');"
        "parts = ('secure', 'httponly', 'samesite', 'path', 'domain');"
        "print(json.dumps({each.key: [each[part] for part in parts] for each in answer.cookies.values()}))"
    )
    module = {"DJANGO_SETTINGS_MODULE": "tournament.config.settings"}

    done = run(["-c", program], tmp_path, FLOORMAN_HTTPS="1", **module)

    assert json.loads(done.stdout) == {
        "__Host-badge": [True, True, "Lax", "/", ""],
        "__Host-tablet": [True, True, "Lax", "/", ""],
    }
    plain = json.loads(run(["-c", program], tmp_path, **module).stdout)
    assert set(plain) == {"badge", "tablet"}


def test_behind_a_proxy_with_https_browsers_keep_to_it_for_a_year(tmp_path: Path) -> None:
    names = ["SECURE_HSTS_SECONDS", "SECURE_SSL_REDIRECT"]
    year = 365 * 24 * 3600
    assert read_settings(names, tmp_path, FLOORMAN_HTTPS="1") == dict(zip(names, (year, True), strict=True))
    assert not read_settings(names, tmp_path)["SECURE_HSTS_SECONDS"]


@pytest.mark.django_db
@pytest.mark.parametrize(("is_kept_there", "status"), [(False, 200), (True, 302)])
def test_a_log_in_outlives_a_valkey_that_forgets_everything(
    valkey: RunningValkey, is_kept_there: bool, status: int
) -> None:
    """The second case is a control: sessions that Valkey keeps are gone."""
    engine = "django.contrib.sessions.backends.cache" if is_kept_there else settings.SESSION_ENGINE
    shared = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": valkey.url}
    with override_settings(
        SESSION_ENGINE=engine, SESSION_CACHE_ALIAS="shared", CACHES={**settings.CACHES, "shared": shared}
    ):
        client = Client()
        client.force_login(make_account())
        assert client.get("/floor/").status_code == 200

        redis.Redis(unix_socket_path=str(valkey.path)).flushall()

        assert client.get("/floor/").status_code == status


def test_the_first_start_makes_a_key_that_only_its_owner_can_read(tmp_path: Path) -> None:
    first = read_settings(["SECRET_KEY"], tmp_path)["SECRET_KEY"]
    file = tmp_path / "secret_key"
    assert len(str(first)) >= 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert read_settings(["SECRET_KEY"], tmp_path)["SECRET_KEY"] == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret_key", "static"]


def test_two_installations_never_share_a_key(tmp_path: Path) -> None:
    keys = {read_settings(["SECRET_KEY"], tmp_path / name)["SECRET_KEY"] for name in ("one", "two")}
    assert len(keys) == 2


def test_two_processes_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    program = "from tournament.config import settings; print(settings.SECRET_KEY)"
    environment = {**os.environ, "FLOORMAN_DATA_DIR": str(tmp_path)}
    starting = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            env=environment,
            cwd=settings.BASE_DIR,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    assert len({process.communicate()[0] for process in starting}) == 1


@pytest.mark.parametrize("key", ["changeme", "django-insecure-" + "x" * 60])
def test_a_weak_key_is_refused_with_its_cure(key: str, tmp_path: Path) -> None:
    done = run(["-c", "import tournament.config.settings"], tmp_path, SECRET_KEY=key)
    assert done.returncode == 1
    assert "must have at least 50 characters" in done.stderr


def test_what_the_former_key_signed_is_read_while_it_is_a_fallback() -> None:
    old, new = "o" * 60, "n" * 60
    with override_settings(SECRET_KEY=old, SECRET_KEY_FALLBACKS=[]):
        signed = signing.dumps({"seat": 4})
    with override_settings(SECRET_KEY=new, SECRET_KEY_FALLBACKS=[old]):
        assert signing.loads(signed) == {"seat": 4}
    with override_settings(SECRET_KEY=new, SECRET_KEY_FALLBACKS=[]), pytest.raises(signing.BadSignature):
        signing.loads(signed)


def test_a_flag_that_is_neither_yes_nor_no_is_refused(tmp_path: Path) -> None:
    done = run(["-c", "import tournament.config.settings"], tmp_path, FLOORMAN_HTTPS="maybe")
    assert "FLOORMAN_HTTPS is 'maybe'; write 1 for yes or 0 for no." in done.stderr


@pytest.mark.parametrize("text", ["20k", "0", "-1", "1.5"])
def test_a_number_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    done = run(["manage.py", "check"], tmp_path, FLOORMAN_MAX_STREAMS=text)
    assert (done.returncode, done.stderr) == (1, f"FLOORMAN_MAX_STREAMS is {text!r}; write a number: 20000\n")


def test_an_address_that_is_no_valkey_is_said_without_its_password(tmp_path: Path) -> None:
    done = run(["manage.py", "check"], tmp_path, REDIS_URL="valkey:hidden@10.0.0.2:6379")
    assert done.returncode == 1
    assert done.stderr == (
        "REDIS_URL is not the address of a Valkey or Redis: write redis://HOST:6379/0, or rediss:// or unix://.\n"
    )


@pytest.mark.parametrize(
    "url",
    ["postgresql://floorman:hidd/en@10.0.0.2/floorman", "mysql://floorman@10.0.0.2/floorman", "10.0.0.2"],
)
def test_an_address_that_is_no_database_is_said_without_its_password(url: str, tmp_path: Path) -> None:
    done = run(["manage.py", "check"], tmp_path, DATABASE_URL=url)
    assert done.returncode == 1
    assert done.stderr.startswith("DATABASE_URL is not the address of a database: write postgresql://")
    assert "hidd" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_database_and_redis_come_from_the_data_directory_unless_named(tmp_path: Path) -> None:
    names = ["DATABASES", "REDIS_URL", "CELERY_BROKER_URL"]
    found = read_settings(names, tmp_path)
    assert found["DATABASES"]["default"]["NAME"] == str(tmp_path / "floorman.sqlite3")
    assert found["REDIS_URL"] == f"unix://{tmp_path}/valkey.sock"
    assert found["CELERY_BROKER_URL"] == f"redis+socket://{tmp_path}/valkey.sock"

    named = read_settings(
        names, tmp_path, DATABASE_URL="postgresql://u@db/floor", REDIS_URL="redis://cache:6379/0"
    )
    assert named["DATABASES"]["default"]["ENGINE"] == "tournament.config.postgresql"
    assert named["REDIS_URL"] == named["CELERY_BROKER_URL"] == "redis://cache:6379/0"


def test_a_data_directory_too_deep_for_a_socket_gets_one_elsewhere(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    url = str(read_settings(["REDIS_URL"], deep)["REDIS_URL"])
    assert len(url.removeprefix("unix://")) < 100
    assert url == read_settings(["REDIS_URL"], deep)["REDIS_URL"]


def test_a_foreign_host_is_refused(client: Client) -> None:
    assert client.get("/health", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize(
    ("given", "url", "host"),
    [
        ("http://192.168.1.20:8000/", "http://192.168.1.20:8000", "192.168.1.20"),
        ("https://floor.club.example", "https://floor.club.example", "floor.club.example"),
        (" http://[fd00::20]:8000 ", "http://[fd00::20]:8000", "[fd00::20]"),
    ],
)
def test_the_public_url_is_read_and_its_host_is_answered(
    given: str, url: str, host: str, tmp_path: Path
) -> None:
    found = read_settings(["PUBLIC_URL", "ALLOWED_HOSTS"], tmp_path, PUBLIC_URL=given)

    assert found["PUBLIC_URL"] == url
    hosts = found["ALLOWED_HOSTS"]
    assert isinstance(hosts, list)
    assert host in hosts


@pytest.mark.parametrize(
    "given",
    ["192.168.1.20:8000", "ftp://club", "http://:8000", "http://a:b", "http://club/floor", "http://x@club"],
)
def test_a_public_url_that_no_phone_could_open_is_refused_with_its_cure(given: str, tmp_path: Path) -> None:
    done = run(["-c", "import tournament.config.settings"], tmp_path, PUBLIC_URL=given)

    assert f"PUBLIC_URL is {given!r}; write scheme and host" in done.stderr


def test_time_is_utc_and_passwords_are_hashed_with_argon2(tmp_path: Path) -> None:
    assert read_settings(["TIME_ZONE", "USE_TZ", "PASSWORD_HASHERS"], tmp_path) == {
        "TIME_ZONE": "UTC",
        "USE_TZ": True,
        "PASSWORD_HASHERS": ["tournament.config.hashers.OneCoreArgon2PasswordHasher"],
    }
    # Django's memory and rounds; one thread, so that a log-in takes one core.
    hashed = OneCoreArgon2PasswordHasher().encode("seven red chips", "a salt of its own")
    assert hashed.startswith("argon2$argon2id$v=19$m=102400,t=2,p=1$")
