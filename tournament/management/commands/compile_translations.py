"""`manage.py compile_translations`: make the .mo files from the .po files, without gettext's programs."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tournament.management.translations import compile_ours


class Command(BaseCommand):
    help = "Compile the translations that changed."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        compiled = compile_ours(base=Path(settings.BASE_DIR), data=Path(settings.DATA_DIR))
        self.stdout.write(f"{len(compiled)} translation(s) compiled.")
