"""Collected static files: each under a name of its contents, the modules that scripts import among them."""

from __future__ import annotations

import json
import re
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

MODULES = Path(settings.BASE_DIR) / "tables/static/tables/tablet"


def imports_of(path: Path) -> set[str]:
    return set(re.findall(r'(?:from|import) "\./([\w.]+)";', path.read_text(encoding="utf-8")))


def test_a_script_imports_modules_by_the_names_of_their_contents(tmp_path: Path) -> None:
    storage = {"BACKEND": "tournament.config.static.FingerprintedStorage"}
    with override_settings(STATIC_ROOT=tmp_path, STORAGES={**settings.STORAGES, "staticfiles": storage}):
        call_command("collectstatic", interactive=False, verbosity=0)

    manifest = json.loads((tmp_path / "staticfiles.json").read_text(encoding="utf-8"))["paths"]
    for name in sorted(path.name for path in MODULES.glob("*.js")):
        collected = tmp_path / manifest[f"tables/tablet/{name}"]
        wanted = {Path(manifest[f"tables/tablet/{each}"]).name for each in imports_of(MODULES / name)}
        assert imports_of(collected) == wanted, name


def test_the_tablets_page_fetches_its_modules_at_once() -> None:
    page = (settings.BASE_DIR / "templates/tables/tablet/table.html").read_text(encoding="utf-8")
    preloaded = re.findall(r"""rel="modulepreload" href="\{% static 'tables/tablet/([\w.]+)' %\}""", page)
    reached: set[str] = set()
    ahead = ["tablet.js"]
    while ahead:
        new = imports_of(MODULES / ahead.pop()) - reached
        reached |= new
        ahead += new
    assert preloaded == sorted(reached)
    # The page of a tablet that was unpaired begins elsewhere.
    assert {path.name for path in MODULES.glob("*.js")} == reached | {"tablet.js", "revoked.js"}
