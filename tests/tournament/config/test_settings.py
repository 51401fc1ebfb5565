"""The settings as another process would read them, read anew for each case; real ones start where the way in counts."""

import json
import stat
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import redis
from django.conf import settings
from django.core import signing
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpResponse
from django.test import Client, override_settings

from tables.views.tablet.access import remember_device
from tests.commands import Ended, Manage, environment_of, settings_of
from tests.factories import make_account
from tests.processes import RunningValkey
from tournament.config.hashers import OneCoreArgon2PasswordHasher

CHECK_DEPLOYMENT = ("check", "--deploy", "--fail-level", "WARNING")


def run(arguments: list[str], directory: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the repository with a data directory of its own and none of our variables but these."""
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment_of(directory, **environment),
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )


def test_the_deployment_check_is_clean_with_https(manage: Manage, tmp_path: Path) -> None:
    done = manage(tmp_path, *CHECK_DEPLOYMENT, FLOORMAN_HTTPS="1")
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_the_check_would_see_a_plain_connection(manage: Manage, tmp_path: Path) -> None:
    done = manage(tmp_path, *CHECK_DEPLOYMENT)
    assert done.returncode == 1
    assert "security.W004" in done.stderr


def cookies_of_django(found: ModuleType, part: str) -> list[object]:
    return [getattr(found, f"{cookie}_COOKIE_{part}") for cookie in ("SESSION", "CSRF", "LANGUAGE")]


def test_cookies_have_the_host_prefix_and_are_secure_with_https(tmp_path: Path) -> None:
    found = settings_of(tmp_path, FLOORMAN_HTTPS="1")
    assert cookies_of_django(found, "NAME") == ["__Host-session", "__Host-csrf", "__Host-language"]
    assert cookies_of_django(found, "SECURE") == [True] * 3
    assert cookies_of_django(found, "HTTPONLY") == [True] * 3
    assert cookies_of_django(found, "SAMESITE") == ["Lax"] * 3


# The names are made when their modules are loaded.
COOKIES_OF_A_TABLET = """
import django, json
django.setup()
from django.http import HttpResponse
from tables.views.tablet.access import remember_device
answer = HttpResponse()
remember_device(answer, "secret")
parts = ("secure", "httponly", "samesite", "path", "domain")
print(json.dumps({each.key: [each[part] for part in parts] for each in answer.cookies.values()}))
"""


def test_cookies_of_tablets_and_badges_have_the_host_prefix_and_are_secure_with_https(tmp_path: Path) -> None:
    environment = {"DJANGO_SETTINGS_MODULE": "tournament.config.settings", "FLOORMAN_HTTPS": "1"}

    done = run(["-c", COOKIES_OF_A_TABLET], tmp_path, **environment)

    assert json.loads(done.stdout) == {
        "__Host-badge": [True, True, "Lax", "/", ""],
        "__Host-tablet": [True, True, "Lax", "/", ""],
    }
    remember_device(plain := HttpResponse(), "secret")
    assert set(plain.cookies) == {"badge", "tablet"}


def test_behind_a_proxy_with_https_browsers_keep_to_it_for_a_year(tmp_path: Path) -> None:
    behind = settings_of(tmp_path, FLOORMAN_HTTPS="1")
    assert (behind.SECURE_HSTS_SECONDS, behind.SECURE_SSL_REDIRECT) == (365 * 24 * 3600, True)
    assert not hasattr(settings_of(tmp_path), "SECURE_HSTS_SECONDS")


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
    first = settings_of(tmp_path).SECRET_KEY
    file = tmp_path / "secret_key"
    assert len(first) >= 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert first == settings_of(tmp_path).SECRET_KEY
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret_key", "static"]


def test_two_installations_never_share_a_key(tmp_path: Path) -> None:
    keys = {settings_of(tmp_path / name).SECRET_KEY for name in ("one", "two")}
    assert len(keys) == 2


def test_two_processes_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    # Of the settings the part that finds the key: four processes come to it more nearly at once.
    program = (
        "from tournament.config.environment import data_directory, secret_key;"
        "print(secret_key(data_directory()))"
    )
    starting = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            env=environment_of(tmp_path),
            cwd=settings.BASE_DIR,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    assert {process.communicate()[0] for process in starting} == {f"{settings_of(tmp_path).SECRET_KEY}\n"}


@pytest.mark.parametrize("key", ["changeme", "django-insecure-" + "x" * 60])
def test_a_weak_key_is_refused_with_its_cure(key: str, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="must have at least 50 characters"):
        settings_of(tmp_path, SECRET_KEY=key)


def test_what_the_former_key_signed_is_read_while_it_is_a_fallback() -> None:
    old, new = "o" * 60, "n" * 60
    with override_settings(SECRET_KEY=old, SECRET_KEY_FALLBACKS=[]):
        signed = signing.dumps({"seat": 4})
    with override_settings(SECRET_KEY=new, SECRET_KEY_FALLBACKS=[old]):
        assert signing.loads(signed) == {"seat": 4}
    with override_settings(SECRET_KEY=new, SECRET_KEY_FALLBACKS=[]), pytest.raises(signing.BadSignature):
        signing.loads(signed)


def test_a_flag_that_is_neither_yes_nor_no_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        ImproperlyConfigured, match=r"^FLOORMAN_HTTPS is 'maybe'; write 1 for yes or 0 for no\.$"
    ):
        settings_of(tmp_path, FLOORMAN_HTTPS="maybe")


@pytest.mark.parametrize("text", ["20k", "0", "-1", "1.5"])
def test_a_number_that_is_none_is_refused(text: str, manage: Manage, tmp_path: Path) -> None:
    done = manage(tmp_path, "check", FLOORMAN_MAX_STREAMS=text)
    assert done == Ended(
        returncode=1, stdout="", stderr=f"FLOORMAN_MAX_STREAMS is {text!r}; write a number: 20000\n"
    )


def test_a_process_with_settings_that_are_none_says_so_in_one_line_and_ends(tmp_path: Path) -> None:
    done = run(["manage.py", "check"], tmp_path, FLOORMAN_MAX_STREAMS="20k")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "FLOORMAN_MAX_STREAMS is '20k'; write a number: 20000\n"


def test_an_address_that_is_no_valkey_is_said_without_its_password(manage: Manage, tmp_path: Path) -> None:
    done = manage(tmp_path, "check", REDIS_URL="valkey:hidden@10.0.0.2:6379")
    assert done.returncode == 1
    assert done.stderr == (
        "REDIS_URL is not the address of a Valkey or Redis: write redis://HOST:6379/0, or rediss:// or unix://.\n"
    )


@pytest.mark.parametrize(
    "url",
    ["postgresql://floorman:hidd/en@10.0.0.2/floorman", "mysql://floorman@10.0.0.2/floorman", "10.0.0.2"],
)
def test_an_address_that_is_no_database_is_said_without_its_password(
    url: str, manage: Manage, tmp_path: Path
) -> None:
    done = manage(tmp_path, "check", DATABASE_URL=url)
    assert done.returncode == 1
    assert done.stderr.startswith("DATABASE_URL is not the address of a database: write postgresql://")
    assert "hidd" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_database_and_redis_come_from_the_data_directory_unless_named(tmp_path: Path) -> None:
    found = settings_of(tmp_path)
    assert found.DATABASES["default"]["NAME"] == str(tmp_path / "floorman.sqlite3")
    assert f"unix://{tmp_path}/valkey.sock" == found.REDIS_URL
    assert f"redis+socket://{tmp_path}/valkey.sock" == found.CELERY_BROKER_URL

    named = settings_of(tmp_path, DATABASE_URL="postgresql://u@db/floor", REDIS_URL="redis://cache:6379/0")
    assert named.DATABASES["default"]["ENGINE"] == "tournament.config.postgresql"
    assert named.REDIS_URL == named.CELERY_BROKER_URL == "redis://cache:6379/0"


def test_a_data_directory_too_deep_for_a_socket_gets_one_elsewhere(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    url = settings_of(deep).REDIS_URL
    assert len(url.removeprefix("unix://")) < 100
    assert url == settings_of(deep).REDIS_URL


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
    found = settings_of(tmp_path, PUBLIC_URL=given)

    assert url == found.PUBLIC_URL
    assert host in found.ALLOWED_HOSTS


@pytest.mark.parametrize(
    "given",
    ["192.168.1.20:8000", "ftp://club", "http://:8000", "http://a:b", "http://club/floor", "http://x@club"],
)
def test_a_public_url_that_no_phone_could_open_is_refused_with_its_cure(given: str, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^PUBLIC_URL is {given!r}; write scheme and host"):
        settings_of(tmp_path, PUBLIC_URL=given)


def test_time_is_utc_and_passwords_are_hashed_with_argon2(tmp_path: Path) -> None:
    found = settings_of(tmp_path)
    assert (found.TIME_ZONE, found.USE_TZ) == ("UTC", True)
    assert found.PASSWORD_HASHERS == ["tournament.config.hashers.OneCoreArgon2PasswordHasher"]
    # Django's memory and rounds; one thread, so that a log-in takes one core.
    hashed = OneCoreArgon2PasswordHasher().encode("seven red chips", "a salt of its own")
    assert hashed.startswith("argon2$argon2id$v=19$m=102400,t=2,p=1$")
