"""What the settings read from outside: environment variables, the data directory, the secret key, addresses.

Every variable of Floorman is read through this module, so that one file lists them all.
"""

import os
import secrets
import tempfile
from collections.abc import Collection
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from tournament.network import LOOPBACK_NAMES, OwnHosts
from tournament.ownership import way_in

BASE_DIR = Path(__file__).resolve().parent.parent.parent
MINIMUM_KEY_LENGTH = 50
TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"", "0", "false", "no", "off"})


def read_flag(name: str, *, default: bool = False) -> bool:
    """Return the yes-or-no variable `name`; refuse a word that is neither."""
    text = os.environ.get(name)
    if text is None:
        return default
    word = text.strip().lower()
    if word not in TRUE_WORDS | FALSE_WORDS:
        raise ImproperlyConfigured(f"{name} is {text!r}; write 1 for yes or 0 for no.")
    return word in TRUE_WORDS


def read_number(name: str, *, default: int) -> int:
    """Return the variable `name`, a number from 1 on; refuse anything else."""
    text = os.environ.get(name, "").strip()
    if text and not (text.isascii() and text.isdecimal() and int(text) > 0):
        raise ImproperlyConfigured(f"{name} is {text!r}; write a number: {default}")
    return int(text or default)


def read_list(name: str) -> list[str]:
    """Return the comma-separated variable `name` as a list without blanks."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def read_choices(name: str, choices: Collection[str]) -> list[str]:
    """Return the comma-separated variable `name`; refuse a word that is none of `choices`."""
    words = [word.lower() for word in read_list(name)]
    if wrong := [word for word in words if word not in choices]:
        raise ImproperlyConfigured(f"{name} names {', '.join(wrong)}; write {', '.join(choices)} or nothing.")
    return words


def data_directory() -> Path:
    """Return the directory for everything Floorman writes, made private to its user where missing."""
    path = Path(os.environ.get("FLOORMAN_DATA_DIR") or BASE_DIR / "var").resolve()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data directory {path} cannot be used ({error.strerror}): let FLOORMAN_DATA_DIR name a directory "
            "that this user can write to."
        ) from error
    return path


def static_directory(directory: Path) -> Path:
    """Return the directory for collected files in the data directory, made where missing."""
    path = directory / "static"
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{path} cannot be made ({error.strerror}). {way_in(directory)}"
        ) from error
    return path


def secret_key(directory: Path) -> str:
    """Return the key from `SECRET_KEY`, else from a file in `directory` that the first start writes.

    There is no default in the code: an installation without a key of its own cannot exist.
    """
    key = os.environ.get("SECRET_KEY") or _key_on_disk(directory / "secret_key")
    if len(key) < MINIMUM_KEY_LENGTH or key.startswith("django-insecure"):
        raise ImproperlyConfigured(
            f"The secret key must have at least {MINIMUM_KEY_LENGTH} characters and be made at random. "
            "Remove it and Floorman makes one."
        )
    return key


def _key_on_disk(path: Path) -> str:
    """Read the key, or write one; of two processes that start together the first writes and both read it."""
    try:
        if not path.exists():
            write_once(path, secrets.token_urlsafe(64).encode())
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"The key of the house, {path}, cannot be read or written ({error.strerror}). {way_in(path.parent)}"
        ) from error


def write_once(path: Path, content: bytes) -> None:
    """Write a secret unless the file is there; only its owner can read it."""
    # Each writer has a draft of its own, which nobody else may read.
    number, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    draft = Path(name)
    os.close(number)
    draft.write_bytes(content)
    try:
        # A hard link appears whole or not at all, and never replaces a file that is there.
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def https_port() -> int:
    """Return `FLOORMAN_HTTPS_PORT`, or 0 where the web process speaks plain http only."""
    text = os.environ.get("FLOORMAN_HTTPS_PORT", "").strip()
    if text and not (text.isdecimal() and 0 < int(text) < 65_536):
        raise ImproperlyConfigured(f"FLOORMAN_HTTPS_PORT is {text!r}; write a port: 8443")
    return int(text or 0)


def public_url() -> str:
    """Return `PUBLIC_URL` without a slash at its end, or nothing; refuse what no phone could open."""
    text = os.environ.get("PUBLIC_URL", "").strip().rstrip("/")
    if text and not _is_scheme_and_host(text):
        raise ImproperlyConfigured(
            f"PUBLIC_URL is {text!r}; write scheme and host, with the port if it is needed: http://192.168.1.20:8000"
        )
    return text


def _is_scheme_and_host(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    is_whole = parts.scheme in {"http", "https"} and bool(parts.hostname) and port != 0
    return is_whole and text == f"{parts.scheme}://{parts.netloc}" and "@" not in parts.netloc


def own_hosts(url: str) -> OwnHosts:
    """Return the hosts this server answers to: that of `url`, those of `FLOORMAN_HOSTS`, and this machine's own."""
    host = urlsplit(url).hostname
    public = [f"[{host}]" if ":" in host else host] if host else []
    return OwnHosts([*LOOPBACK_NAMES, *public, *read_list("FLOORMAN_HOSTS")])
