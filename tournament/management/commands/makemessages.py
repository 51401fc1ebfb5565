"""`manage.py makemessages`: bring the Italian catalogue up to date with the texts in code and templates.

It replaces Django's command, which would not find the sentences of the pure rules. `--check` changes
nothing and fails when there is something to do.
"""

from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.management.extraction import compare_texts, extract_texts, update_catalogue


class Command(BaseCommand):
    help = "Update locale/it/LC_MESSAGES/django.po (needs xgettext from gettext)."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="Change nothing; fail if a text is missing.")

    def handle(self, *_args: Any, **options: Any) -> None:
        path = Path(settings.BASE_DIR) / "locale" / "it" / "LC_MESSAGES" / "django.po"
        try:
            texts = extract_texts(Path(settings.BASE_DIR))
        except FileNotFoundError as missing:
            raise CommandError("xgettext is missing: install gettext (apt-get install gettext).") from missing
        catalogue = polib.pofile(str(path), encoding="utf-8") if path.exists() else polib.POFile()
        difference = compare_texts(catalogue, texts)
        for sign, found in (("+", difference.missing), ("-", difference.stale)):
            for text in found:
                self.stdout.write(f"{sign} {text}")
        if options["check"]:
            if difference.missing or difference.stale:
                raise CommandError("Run manage.py makemessages and translate what is new.")
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        updated = update_catalogue(catalogue, texts)
        updated.save(str(path))
        empty = len(updated.untranslated_entries())
        self.stdout.write(f"{len(updated)} texts, {empty} without a translation.")
