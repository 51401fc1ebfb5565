#!/usr/bin/env python
"""Command line of Floorman: `manage.py run` starts the whole house, `manage.py help` lists the rest."""

import os
import sys
from importlib import import_module

from tournament.config.version import read_version
from tournament.depth import call_deeply


def main() -> None:
    if sys.argv[1:] == ["--version"]:
        # Django would give its own.
        sys.stdout.write(f"Floorman {read_version()}\n")
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed here: run `make run`, or use .venv/bin/python manage.py.")
    try:
        import_module(os.environ["DJANGO_SETTINGS_MODULE"])
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    from tournament.timekeeping import guard_this_process

    guard_this_process()
    try:
        call_deeply(execute_from_command_line, sys.argv)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
