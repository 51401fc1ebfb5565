"""`requirements.txt` is all that running needs: `make run` installs nothing else, the product imports nothing else."""

import base64
import hashlib
import os
import re
import subprocess
import sys
from importlib.metadata import distribution, metadata, packages_distributions
from pathlib import Path

import grimp
import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
RUNNING, TESTING = ROOT / "requirements.txt", ROOT / "requirements-dev.txt"
BROUGHT_ALONG = "# brought along by the above"

# Run in a process of its own: whatever only tests and lint need cannot be imported there, as after `make run`.
WITHOUT_TEST_PACKAGES = """
import importlib, pkgutil, sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BANNED:
            raise ModuleNotFoundError(f"{name} is not in requirements.txt", name=name)

BANNED = set(sys.argv[1:])
sys.meta_path.insert(0, Missing())

import django
django.setup()
import tables, tournament
found = [each.name for app in (tournament, tables) for each in pkgutil.walk_packages(app.__path__, f"{app.__name__}.")]
for name in found:
    if not name.endswith("__main__"):
        importlib.import_module(name)
from django.core.management import call_command
call_command("check")
print(len(found))
"""


def canonical(name: str) -> str:
    """Return a package's name as the index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(path: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Return the pins of a list by package: those asked for, and those brought along."""
    asked, _, along = path.read_text(encoding="utf-8").partition(BROUGHT_ALONG)
    halves = []
    for half in (asked, along):
        lines = [line.partition("#")[0].strip() for line in half.splitlines()]
        wanted = [Requirement(line) for line in lines if line and not line.startswith("-r ")]
        halves.append(
            {
                canonical(each.name): str(each.specifier).removeprefix("==")
                for each in wanted
                if each.marker is None or each.marker.evaluate()
            }
        )
    return halves[0], halves[1]


def needed_by(roots: set[str]) -> set[str]:
    """Return these packages and what they need on this machine, all the way down."""
    found: set[str] = set()
    waiting = sorted(roots)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        needs = [Requirement(text) for text in distribution(name).requires or ()]
        waiting += [
            canonical(each.name)
            for each in needs
            if each.marker is None or each.marker.evaluate({"extra": ""})
        ]
    return found


def test_each_list_is_whole_and_has_nothing_that_nobody_needs() -> None:
    running, along = pins(RUNNING)
    assert needed_by(set(running)) == {*running, *along}
    testing, testing_along = pins(TESTING)
    assert needed_by(set(testing)) - {*running, *along} == {*testing, *testing_along}


@pytest.mark.parametrize("path", [RUNNING, TESTING], ids=lambda path: path.name)
def test_what_is_installed_is_what_is_pinned(path: Path) -> None:
    asked, along = pins(path)
    assert {name: distribution(name).version for name in asked | along} == asked | along


def imported_from(*packages: str) -> set[str]:
    """Return what the modules of these import from elsewhere, wherever in them, by the name of its package."""
    graph = grimp.build_graph(*packages, include_external_packages=True, cache_dir=None)
    return {module.partition(".")[0] for module in graph.modules} - {*packages, *sys.stdlib_module_names}


def test_the_product_imports_what_is_installed_for_it_and_nothing_else() -> None:
    asked, along = pins(RUNNING)
    named_in_settings = {name.partition(".")[0] for name in (*settings.INSTALLED_APPS, *settings.MIDDLEWARE)}
    imported = imported_from("tournament", "tables") | named_in_settings - {"tournament", "tables"}
    assert {"django", "reportlab", "whitenoise"} <= imported
    owners = packages_distributions()
    installed = {name for name in imported if {canonical(owner) for owner in owners[name]} & {*asked, *along}}
    assert imported == installed


@pytest.mark.long(
    reason="the process behind `make run`; what the product imports is read from its code above"
)
def test_the_product_starts_without_the_packages_of_tests_and_lint(tmp_path: Path) -> None:
    asked, along = pins(TESTING)
    banned = {
        module
        for module, owners in packages_distributions().items()
        if {canonical(owner) for owner in owners} <= {*asked, *along}
    }
    assert {"pytest", "mypy", "hypothesis", "pokerkit", "djlint"} <= banned
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("DJANGO", "FLOORMAN"))
    }
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_TEST_PACKAGES, "tests", *sorted(banned)],
        cwd=ROOT,
        env={
            **environment,
            "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
            "FLOORMAN_DATA_DIR": str(tmp_path),
        },
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert int(done.stdout.split()[-1]) > 300


# --- What others wrote -------------------------------------------------------------------------------------

# Scripts of others that a page may load, as they were looked at. They come with django-htmx, which is pinned.
SCRIPTS = {
    "django_htmx/htmx-2.min.js": "H5SrcfygHmAuTDZphMHqBJLc3FhssKjG7w/CeCpFReSfwBWDTKpkzPP8c+cLsK+V",
    "django_htmx/ext/hx-sse-2.min.js": "A986SAtodyH8eg8x8irJnYUk7i9inVQqYigD6qZ9evobksGNIXfeFvDwLSHcp31N",
}
LICENCES = ("MIT", "BSD", "Apache", "MPL-2.0", "LGPL-3.0", "PSF-2.0")


def licence_of(name: str) -> str:
    """What a package says of its licence, wherever it says it."""
    said = metadata(name).json
    classified = [text for text in said.get("classifier", []) if text.startswith("License ::")]
    return " ".join([str(said.get("license_expression", "")), str(said.get("license", ""))[:60], *classified])


def test_every_package_that_is_installed_may_be_passed_on() -> None:
    asked, along = pins(RUNNING)
    unknown = {
        name: licence_of(name)
        for name in asked | along
        if not any(word in licence_of(name) for word in LICENCES)
    }
    assert unknown == {}


@pytest.mark.django_db
def test_a_page_loads_scripts_of_ours_and_those_of_others_that_were_looked_at(client: Client) -> None:
    page = client.get("/").content.decode()
    loaded = {name.removeprefix("/static/") for name in re.findall(r'<script src="([^"]+)"', page)}
    assert {name for name in loaded if not finders.find(name)} == set()
    others = {name for name in loaded if not name.startswith(("tournament/", "tables/"))}
    assert others - SCRIPTS.keys() == set()
    assert "django_htmx/htmx-2.min.js" in others
    for name, looked_at in SCRIPTS.items():
        digest = hashlib.sha384(Path(str(finders.find(name))).read_bytes()).digest()
        assert base64.b64encode(digest).decode() == looked_at, name


def test_every_script_in_the_repository_is_ours() -> None:
    """Nothing that others wrote is copied in: it would be pinned by nobody."""
    tracked = subprocess.run(
        ["git", "ls-files", "*.js", "*.wasm", "*.min.css"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert tracked
    assert [name for name in tracked if ".min." in name or "/static/" not in name] == []
