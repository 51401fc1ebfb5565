"""What the settings read from outside: environment variables, the data directory, the secret key, addresses.

Every variable of Floorman is read through this module, so that one file lists them all.
"""

import os
import secrets
import socket
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

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


def read_list(name: str) -> list[str]:
    """Return the comma-separated variable `name` as a list without blanks."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def data_directory() -> Path:
    """Return the directory for everything Floorman writes, made private to its user where missing."""
    path = Path(os.environ.get("FLOORMAN_DATA_DIR") or BASE_DIR / "var").resolve()
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def secret_key(directory: Path) -> str:
    """Return the key from `SECRET_KEY`, else from a file in `directory` that the first start writes (S37).

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
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64), encoding="ascii")
        try:
            # A hard link appears whole or not at all, and never replaces a key that is there.
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()


def own_addresses() -> list[str]:
    """Return the names and addresses by which devices in the room reach this machine."""
    host = socket.gethostname().lower()
    return list(dict.fromkeys(["localhost", "127.0.0.1", "[::1]", host, f"{host}.local", *room_addresses()]))


def room_addresses() -> list[str]:
    """Return this machine's IPv4 address in the room, or nothing without a network.

    Connecting a datagram socket sends nothing: it only asks the routing table which address would speak.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return [str(probe.getsockname()[0])]
        except OSError:
            return []
