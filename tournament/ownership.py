"""Whose a directory is, and the command that lets the right user into it. Asks no settings: they need it themselves."""

import os
import pwd
import sys
from pathlib import Path

# What says which house it is.
OF_THE_HOUSE = ("FLOORMAN_DATA_DIR", "FLOORMAN_BACKUP_DIR", "DATABASE_URL", "REDIS_URL", "SECRET_KEY")


def is_of_another(directory: Path) -> bool:
    return os.geteuid() != directory.stat().st_uid


def command_as_owner(directory: Path) -> str:
    """The sentence that sends this command to the user whose directory it is."""
    name = _name(directory.stat().st_uid)
    # What is set for this user sudo would not pass on, and the command would go to another house.
    passed = ",".join(each for each in OF_THE_HOUSE if each in os.environ)
    return (
        f"{directory} belongs to the user {name}: run the command as that user, "
        f"sudo {f'--preserve-env={passed} ' if passed else ''}-u '{name}' {sys.executable} {' '.join(sys.argv)}"
    )


def command_to_own(directory: Path) -> str:
    """The sentence that makes everything in a directory readable and writable for this user."""
    return f"Make it writable: sudo chown -R '{_name(os.geteuid())}' {directory} && sudo chmod -R u+rwX {directory}"


def way_in(directory: Path) -> str:
    """What to do where something in a directory does not open."""
    return command_as_owner(directory) if is_of_another(directory) else command_to_own(directory)


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"#{user}"
