"""What deploy/ says is what Floorman knows: commands, options, variables, limits; systemd and Docker can read it."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import load_command_class
from django.test import Client, override_settings

from tournament.config import settings as settings_module

DEPLOY = Path(settings.BASE_DIR) / "deploy"
UNIT = (DEPLOY / "floorman.service").read_text()
NGINX = (DEPLOY / "nginx.conf").read_text()
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
# What each variable is for stands at the top of the settings.
KNOWN = frozenset(re.findall(r"`([A-Z_]+)`", settings_module.__doc__ or ""))

# The version of PostgreSQL's programs that each release of Debian has.
CLIENTS = {"bookworm": "15", "trixie": "17"}


def check_run(arguments: list[str]) -> None:
    """The arguments of `manage.py run`, read as the command itself reads them."""
    parser = load_command_class("tournament", "run").create_parser("manage.py", "run")
    options = parser.parse_args(arguments)
    assert not options.demo, "no demo tournament in a room"


def test_a_start_writes_into_the_data_directory_only() -> None:
    """The checkout is read-only under systemd (ProtectSystem=strict), and root's in the image."""
    data = Path(settings.DATA_DIR)
    assert all(Path(place).is_relative_to(data) for place in [*settings.LOCALE_PATHS, settings.STATIC_ROOT])
    assert re.findall(r"\bchown (?:-\S+ )*floorman ([^&\n]+)", DOCKERFILE) == ["/data"]


def test_settings_name_the_variables() -> None:
    assert {"FLOORMAN_DATA_DIR", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "FLOORMAN_TRUSTED_PROXY"} <= KNOWN


# --- systemd ----------------------------------------------------------------------------------------------------


def test_the_unit_runs_the_command_with_variables_that_there_are() -> None:
    assert set(re.findall(r"^Environment=([A-Z_]+)=", UNIT, re.MULTILINE)) <= KNOWN
    command = re.search(r"^ExecStart=\S+ manage\.py run (.+)$", UNIT, re.MULTILINE)
    assert command
    check_run(command[1].split())


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="SKIPPED: this machine has no systemd-analyze"
)
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    """With a program that is there: the checkout of this test is not in /opt."""
    unit = tmp_path / "floorman.service"
    there = UNIT.replace("/opt/floorman/.venv/bin/python", sys.executable).replace(
        "User=floorman", "User=root"
    )
    unit.write_text(there.replace("Group=floorman", "Group=root"))
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, timeout=60
    )
    # It also looks at units of the machine that ours waits for.
    about_ours = [line for line in (found.stdout + found.stderr).splitlines() if "floorman" in line]
    assert about_ours == []


# --- The proxy --------------------------------------------------------------------------------------------------


def block(name: str) -> str:
    """What stands in a block of the proxy's file that has no blocks of its own."""
    found = re.search(re.escape(name) + r" \{([^{}]*)\}", NGINX)
    assert found, name
    return found[1]


def test_the_proxy_passes_streams_on_as_they_come_and_says_who_asks() -> None:
    assert NGINX.count("{") == NGINX.count("}")
    statements = [
        line.strip() for line in NGINX.splitlines() if line.strip() and not line.strip().startswith("#")
    ]
    assert all(line.endswith((";", "{", "}")) for line in statements)
    assert "proxy_buffering off;" in block("location /live/")
    assert "proxy_read_timeout 1h;" in block("location /live/")
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in NGINX
    assert "proxy_set_header X-Forwarded-Proto $scheme;" in NGINX
    sizes = re.search(r"client_max_body_size (\d+)m;", NGINX)
    assert sizes
    assert int(sizes[1]) << 20 > settings.DATA_UPLOAD_MAX_MEMORY_SIZE


# --- Containers -------------------------------------------------------------------------------------------------


def test_the_image_has_what_it_copies_and_runs_the_command() -> None:
    for source in re.findall(r"^COPY (.+) \S+$", DOCKERFILE, re.MULTILINE):
        for name in source.split():
            assert (Path(settings.BASE_DIR) / name).exists(), name
    command = re.search(r"^CMD (\[.+\])$", DOCKERFILE, re.MULTILINE)
    assert command
    program, manage, run, *arguments = ast.literal_eval(command[1])
    assert (program, manage, run) == ("python", "manage.py", "run")
    check_run(arguments)
    assert set(re.findall(r"\b(FLOORMAN_\w+)=", DOCKERFILE)) <= KNOWN


def test_the_image_has_the_programs_that_back_up_the_server() -> None:
    """Of the server's own version: pg_dump refuses a later server, and no dump of a later one is read back."""
    server = re.fullmatch(r"postgres:(\d+)", COMPOSE["services"]["database"]["image"])
    assert server
    installed = re.search(r"apt-get install [^&]*\bpostgresql-client-(\d+)\b", DOCKERFILE)
    assert installed, "backups need pg_dump and pg_restore"
    assert installed[1] == server[1]
    # Debian has one version in each release, which the image's own default would exchange some day.
    release = re.search(r"^FROM python:3\.\d+-slim-(\w+)$", DOCKERFILE, re.MULTILINE)
    assert release
    assert CLIENTS[release[1]] == installed[1]


def test_the_services_know_each_other_and_their_variables() -> None:
    services = COMPOSE["services"]
    floorman = services["floorman"]
    assert set(floorman["environment"]) <= KNOWN
    assert "@database/" in floorman["environment"]["DATABASE_URL"]
    assert floorman["environment"]["REDIS_URL"].startswith("redis://valkey:")
    proxy = services["proxy"]["networks"]["room"]["ipv4_address"]
    assert floorman["environment"]["FLOORMAN_TRUSTED_PROXY"] == proxy
    assert "server floorman:8000;" in NGINX
    assert set(floorman["depends_on"]) <= set(services)
    for service in services.values():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source.startswith("./") or source in COMPOSE["volumes"]


def test_no_other_container_is_given_an_address_that_somebody_goes_by() -> None:
    """Floorman believes the proxy by its address, and nginx looks the name of its upstream up once, at its start."""
    (pool,) = COMPOSE["networks"]["room"]["ipam"]["config"]
    subnet, given = ip_network(pool["subnet"]), ip_network(pool["ip_range"])
    assert given.subnet_of(subnet)  # type: ignore[arg-type]
    fixed = {
        name: ip_address(service["networks"]["room"]["ipv4_address"])
        for name, service in COMPOSE["services"].items()
        if isinstance(service["networks"], dict)
    }
    assert set(fixed) == {"proxy", "floorman"}
    assert len(set(fixed.values())) == len(fixed)
    # The first address and the last are the network's own, the second is the host's.
    ours = {subnet[0], subnet[1], subnet[-1]}
    for name, address in fixed.items():
        assert address in subnet, name
        assert address not in given, name
        assert address not in ours, name


@pytest.mark.django_db
def test_a_monitor_behind_no_proxy_is_not_sent_to_https() -> None:
    """The container asks itself by http, where nobody answers https."""
    with override_settings(SECURE_SSL_REDIRECT=True):
        client = Client()
        assert client.get("/login/").status_code == 301
        assert client.get("/health").status_code != 301
