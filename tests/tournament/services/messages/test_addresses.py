"""What Apprise itself makes of the addresses of services, with those of players in them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.tournament.services.messages.addresses import ADDRESSES
from tests.tournament.services.messages.judged import judged_here  # noqa: F401  # a fixture
from tournament.rules.messages import SAMPLES, SERVICES, AddressFault, AddressWrong, filled
from tournament.services.messages import addresses
from tournament.services.messages.addresses import judge_address
from tournament.services.messages.library import understood


def test_every_service_has_an_address_here() -> None:
    assert set(ADDRESSES) == set(SERVICES)


@pytest.mark.parametrize("scheme", ADDRESSES)
def test_the_library_writes_to_the_one_player_that_is_meant(scheme: str) -> None:
    for to in SAMPLES[SERVICES[scheme].asks]:
        assert understood(filled(ADDRESSES[scheme], to), to) is not None


@pytest.mark.parametrize(
    "also",
    [
        "mailtos://u:p@smtp.house.example?from=floor@house.example&to=x%40y.example%2C{to}",
        "mailtos://u:p@smtp.house.example/x%40y.example?from=floor@house.example&to={to}",
        f"twilio://AC{'a' * 32}:{'b' * 32}@+39055123456/+393337654321/{{to}}",
        # The player as the sender.
        f"twilio://AC{'a' * 32}:{'b' * 32}@{{to}}/+39055123456",
        f"twilio://AC{'a' * 32}:{'b' * 32}@{{to}}",
        "vonage://ABCDEF12:ABCDEFabcdef1234@{to}/+39055123456",
        f"telnyx://{'a' * 32}@{{to}}/+39055123456",
        f"sinch://{'a' * 32}:{'b' * 32}@{{to}}/+39055123456?region=eu",
        f"46elks://house:{'a' * 32}@{{to}}/+39055123456",
        f"plivo://{'A' * 25}@{'b' * 40}/{{to}}/+39055123456",
        f"msgbird://{'a' * 25}/{{to}}/+39055123456",
    ],
)
def test_an_address_with_somebody_else_in_it_is_not_understood(also: str) -> None:
    for to in (*SAMPLES[SERVICES["mailtos"].asks], *SAMPLES[SERVICES["twilio"].asks]):
        assert understood(filled(also, to), to) is None


@pytest.mark.usefixtures("judged_here")
@pytest.mark.parametrize("typed", [f"plivo://{'A' * 25}@{'b' * 40}/{{to}}", f"msgbird://{'a' * 25}/{{to}}"])
def test_an_address_that_would_be_sent_from_the_player_is_refused(typed: str) -> None:
    """These services take the sender for the recipient where they find none."""
    with pytest.raises(AddressWrong) as wrong:
        judge_address(typed, in_network=False)
    assert wrong.value.fault is AddressFault.FORM


@pytest.mark.parametrize("hostile", ["+447700900123,+447700900456", "+447700900123/+447700900456"])
def test_even_what_no_player_could_give_would_be_sent_to_nobody(hostile: str) -> None:
    """The library parts what is written as text too: that is why it is asked how many it has found."""
    assert understood(filled(ADDRESSES["twilio"], hostile), hostile) is None


def test_an_address_is_judged_in_a_process_of_its_own() -> None:
    assert judge_address(ADDRESSES["twilio"], in_network=False) == "twilio"
    assert judge_address(ADDRESSES["mailto"], in_network=True) == "mailto"


@pytest.mark.usefixtures("judged_here")
@pytest.mark.parametrize(
    ("typed", "fault", "what"),
    [
        ("twilio://SID:TOKEN@+39055123456/{to}", AddressFault.FORM, SERVICES["twilio"].example),
        ("mailto://192.168.1.5:25?from=f@h.example&to={to}", AddressFault.NETWORK, "192.168.1.5"),
        ("mailto://localhost:25?from=f@h.example&to={to}", AddressFault.NETWORK, "localhost"),
        ("mailtos://u:p@h.example:6379?from=f@h.example&to={to}", AddressFault.PORT, "6379"),
        (
            "mailtos://u:p@h.example?smtp=127.0.0.1&from=f@h.example&to={to}",
            AddressFault.NETWORK,
            "127.0.0.1",
        ),
    ],
)
def test_what_the_library_does_not_read_or_leads_into_the_house_is_refused(
    typed: str, fault: AddressFault, what: str
) -> None:
    with pytest.raises(AddressWrong) as wrong:
        judge_address(typed, in_network=False)
    assert (wrong.value.fault, wrong.value.what) == (fault, what)


def test_a_machine_that_has_too_much_to_do_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_JUDGED_IN", 0.001)
    with pytest.raises(AddressWrong) as wrong:
        judge_address(ADDRESSES["twilio"], in_network=False)
    assert wrong.value.fault is AddressFault.UNJUDGED


def test_no_process_but_a_sender_loads_the_library() -> None:
    """Pages, tasks and forms are there without it: it is 18 MB."""
    asked = (
        "import django, sys; django.setup(); import tournament.urls, tables.urls, tournament.tasks, tables.tasks;"
        "sys.exit('apprise' in sys.modules)"
    )
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tournament.config.settings"}
    assert subprocess.run([sys.executable, "-c", asked], env=environment, check=False).returncode == 0
