"""Messages by a service of the house's choice: which services, how their addresses are written, who gets one.

An address is that of Apprise, with `{to}` where the player's own address goes. Only services whose host is known are
spoken to, and a mail server that the house names: what an address may say is a list, since it comes from a person and
is read by a library that can do a good deal more, such as to write to any host or to read a file of this computer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from types import MappingProxyType
from typing import Final
from urllib.parse import parse_qsl, quote

from tournament.rules.hooks.destinations import CLOSED_PORTS, may_be_asked

TO: Final = "{to}"
LONGEST_SERVICE: Final = 500
# An address of e-mail has no more (RFC 5321, 4.5.3.1.3).
LONGEST_PLAYER: Final = 254
USUAL_CAP: Final = 200
HIGHEST_CAP: Final = 20_000
MAIL_PORTS: Final = frozenset({25, 465, 587, 2525})


class Asks(StrEnum):
    """What a player types, by which the service finds them."""

    PHONE = "phone"
    EMAIL = "email"
    TELEGRAM = "telegram"
    THREEMA = "threema"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownService:
    """A service that can be chosen: its own name, what its players type, an address as it is written."""

    name: str
    asks: Asks
    example: str


def _sms(name: str, example: str) -> KnownService:
    return KnownService(name=name, asks=Asks.PHONE, example=example)


def _email(name: str, example: str) -> KnownService:
    return KnownService(name=name, asks=Asks.EMAIL, example=example)


# By scheme. One that is added here needs a row in tests/tournament/services/messages/addresses.py.
SERVICES: Final[Mapping[str, KnownService]] = MappingProxyType(
    {
        "mailtos": _email(
            "E-mail", "mailtos://user:password@smtp.example.org:587?from=floor@example.org&to={to}"
        ),
        "mailto": _email("E-mail", "mailto://192.168.1.5:25?from=floor@example.org&to={to}"),
        "brevo": _email("Brevo", "brevo://API_KEY:floor@example.org/{to}"),
        "sendgrid": _email("SendGrid", "sendgrid://API_KEY:floor@example.org/{to}"),
        "mailgun": _email("Mailgun", "mailgun://floor@example.org/API_KEY/{to}"),
        "twilio": _sms("Twilio", "twilio://ACCOUNT_SID:AUTH_TOKEN@+39055123456/{to}"),
        "vonage": _sms("Vonage", "vonage://API_KEY:API_SECRET@+39055123456/{to}"),
        "plivo": _sms("Plivo", "plivo://AUTH_ID@AUTH_TOKEN/+39055123456/{to}"),
        "sinch": _sms("Sinch", "sinch://PLAN_ID:API_TOKEN@+39055123456/{to}?region=eu"),
        "telnyx": _sms("Telnyx", "telnyx://API_KEY@+39055123456/{to}"),
        "msgbird": _sms("MessageBird", "msgbird://API_KEY/+39055123456/{to}"),
        "clickatell": _sms("Clickatell", "clickatell://API_KEY/{to}"),
        "clicksend": _sms("ClickSend", "clicksend://USER:API_KEY@{to}"),
        "bulksms": _sms("BulkSMS", "bulksms://TOKEN_ID:TOKEN_SECRET@{to}"),
        "d7sms": _sms("D7 Networks", "d7sms://TOKEN@{to}"),
        "seven": _sms("seven", "seven://API_KEY/{to}"),
        "46elks": _sms("46elks", "46elks://USER:PASSWORD@SENDER/{to}"),
        "sns": _sms("Amazon SNS", "sns://ACCESS_KEY/SECRET_KEY/eu-south-1/{to}"),
        "whatsapp": _sms("WhatsApp Business", "whatsapp://TOKEN@PHONE_NUMBER_ID/{to}"),
        "tgram": KnownService(name="Telegram", asks=Asks.TELEGRAM, example="tgram://BOT_TOKEN/{to}"),
        "threema": KnownService(
            name="Threema", asks=Asks.THREEMA, example="threema://*GATEWAY_ID@SECRET/{to}"
        ),
    }
)
MAIL: Final = frozenset({"mailto", "mailtos"})
# What may follow the question mark. Not here: copies to others, files to be read, certificates that are not looked at.
_SAID: Final = frozenset({"to", "from", "name", "smtp", "user", "pass", "mode", "region", "silent"})


class AddressFault(StrEnum):
    """What is wrong with a service's address."""

    UNREADABLE = "unreadable"
    SCHEME = "scheme"
    TO_MISSING = "to_missing"
    TO_TWICE = "to_twice"
    TO_PLACE = "to_place"
    SAYS = "says"
    FORM = "form"
    PORT = "port"
    NETWORK = "network"
    UNJUDGED = "unjudged"


class AddressWrong(ValueError):
    """It cannot be the address of a service. `what`: the part that is wrong; `near`: what may be meant."""

    def __init__(self, fault: AddressFault, *, what: str = "", near: str = "") -> None:
        super().__init__(fault.value)
        self.fault, self.what, self.near = fault, what, near


def read_service(typed: str) -> str:
    """The scheme of a service's address, all of which may be said. Raises AddressWrong."""
    scheme, separator, rest = typed.partition("://")
    scheme = scheme.lower()
    if not separator or not rest or len(typed) > LONGEST_SERVICE or not _is_plain(typed):
        raise AddressWrong(AddressFault.UNREADABLE)
    if scheme not in SERVICES:
        near = get_close_matches(scheme, SERVICES, n=1)
        raise AddressWrong(AddressFault.SCHEME, what=scheme[:20], near="".join(near))
    _check_to(scheme, rest)
    return scheme


def _is_plain(typed: str) -> bool:
    """A comma or a space would begin the next address."""
    return typed.isascii() and typed.isprintable() and not set(" ,;\\#") & set(typed)


def _check_to(scheme: str, rest: str) -> None:
    if rest.count(TO) != 1 or "{" in rest.replace(TO, ""):
        fault = AddressFault.TO_TWICE if rest.count(TO) > 1 else AddressFault.TO_MISSING
        raise AddressWrong(fault, what=SERVICES[scheme].example)
    authority, path, query = _parts(rest)
    said = parse_qsl(query, keep_blank_values=True)
    unknown = next((name for name, _ in said if name.lower() not in _SAID), "")
    if unknown:
        raise AddressWrong(AddressFault.SAYS, what=unknown[:20])
    names = [name.lower() for name, _ in said]
    if len(names) != len(set(names)):
        raise AddressWrong(AddressFault.SAYS, what=max(names, key=names.count)[:20])
    is_said = any(value == TO and name.lower() == "to" for name, value in said)
    is_last = path.rstrip("/").rpartition("/")[2] == TO
    if not (is_said or is_last or (_host(authority) == TO and _is_host_recipient(scheme))):
        raise AddressWrong(AddressFault.TO_PLACE, what=SERVICES[scheme].example)


def _is_host_recipient(scheme: str) -> bool:
    """Of most services this part is the sender or a secret."""
    return _host(_parts(SERVICES[scheme].example.partition("://")[2])[0]) == TO


def _host(authority: str) -> str:
    return authority.rpartition("@")[2]


def _parts(rest: str) -> tuple[str, str, str]:
    """What stands before the first stroke, from there to the question mark, and after it."""
    front, _, query = rest.partition("?")
    authority, _, path = front.partition("/")
    return authority, path, query


def is_mail_port(port: int, *, in_network: bool) -> bool:
    """Whether a mail server may be at it; in the room's network at one of the higher ones as well."""
    return port in MAIL_PORTS or (in_network and 1024 <= port < 65536 and port not in CLOSED_PORTS)


def is_literal_elsewhere(host: str, *, in_network: bool) -> bool:
    """Whether a host is an address in digits to which nothing is sent."""
    is_digits = ":" in host or host.replace(".", "").isdigit()
    is_own = host.lower().rstrip(".") == "localhost"
    return (is_own and not in_network) or (is_digits and not may_be_asked(host, in_network=in_network))


# --- A player's own address -------------------------------------------------------------------------------------------

# No letter of these has a meaning in an address of a service, or parts one recipient from the next.
_WRITTEN: Final[Mapping[Asks, re.Pattern[str]]] = MappingProxyType(
    {
        Asks.PHONE: re.compile(r"\+[1-9][0-9]{6,14}"),
        Asks.EMAIL: re.compile(
            r"[A-Za-z0-9](?:[A-Za-z0-9_+-]|\.(?!\.))*(?<!\.)@(?=.{4,253}\Z)"
            r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
        ),
        Asks.TELEGRAM: re.compile(r"[1-9][0-9]{4,15}"),
        Asks.THREEMA: re.compile(r"[A-Z0-9]{8}"),
    }
)
# Two of each that are nobody's: numbers of films (Ofcom), domains of examples (RFC 2606).
SAMPLES: Final[Mapping[Asks, tuple[str, str]]] = MappingProxyType(
    {
        Asks.PHONE: ("+447700900123", "+447700900456"),
        Asks.EMAIL: ("anna.verdi@example.org", "bruno+poker@example.net"),
        Asks.TELEGRAM: ("123456789", "987654321"),
        Asks.THREEMA: ("ABCD1234", "ZYXW9876"),
    }
)


def read_player(typed: str, asks: Asks) -> str:
    """A player's address in the one form that is kept; "" where it cannot be one. A number may be typed with spaces,
    strokes and brackets, and 00 for the plus.
    """
    line = typed.strip()
    if asks is Asks.PHONE:
        line = re.sub(r"[\s()./-]", "", line)
        line = f"+{line[2:]}" if line.startswith("00") else line
    elif asks is Asks.THREEMA:
        line = line.upper()
    is_read = len(line) <= LONGEST_PLAYER and line.isascii() and _WRITTEN[asks].fullmatch(line)
    return line if is_read else ""


def hidden(address: str) -> str:
    """As it is shown where others may look on: its end, of an e-mail address its first letter and the domain."""
    name, at, domain = address.partition("@")
    return f"{name[:1]}…@{domain}" if at else f"…{address[-3:]}"


def filled(service: str, to: str) -> str:
    """A service's address with that of a player in it, as text that means nothing but itself."""
    return service.replace(TO, quote(to, safe=""))
