"""The version of Floorman: `version` in pyproject.toml, and nowhere else."""

import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).resolve().parent.parent.parent / "pyproject.toml"


def read_version() -> str:
    """Return the version of this checkout, for example `0.1.0` (https://semver.org)."""
    with PYPROJECT.open("rb") as file:
        version: str = tomllib.load(file)["project"]["version"]
    return version
