"""Certificates for https on site: one that was bought, or one of the house, made on this machine.

The house signs for itself: `house.pem` in the data directory has its key and its certificate (`house.crt` is the
certificate alone, for tablets to trust), made once and good for ten years. With it the house signs a certificate for
the names and addresses that the machine has now, a new one as soon as they change; it lives in memory only.

A tablet that trusts the house trusts it for the room and for nothing else: its certificate says that it signs for
private networks and this machine's own names only, so a thief of the key cannot pass for a bank.
"""

from __future__ import annotations

import ssl
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tournament.config.environment import write_once

HOUSE_YEARS: Final = 10
# Phones refuse certificates of servers that are good for longer than thirteen months.
SERVER_DAYS: Final = 397
# Clocks in a room differ; some start in the wrong year, and nobody can help those.
BEFORE: Final = timedelta(days=1)
NAMES: Final = ("localhost", "local", "lan", "home", "internal", "home.arpa")
NETWORKS: Final = tuple(
    ip_network(text)
    for text in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The key and the certificate with which the house signs."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate


def house_of(directory: Path, *, hosts: Sequence[str]) -> House:
    """Read the house's key and certificate, or make them; of two processes at once the first makes them for both.

    `hosts` are this machine's names and addresses as browsers write them: the house may sign for those too.
    """
    path = directory / "house.pem"
    if not path.exists():
        house = _make_house(hosts, now=datetime.now(UTC))
        write_once(path, _key_text(house.key) + _text(house.certificate))
    content = path.read_bytes()
    key = serialization.load_pem_private_key(content, password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError(f"{path} is not a key of this house; remove it and Floorman makes another.")
    house = House(key=key, certificate=x509.load_pem_x509_certificate(content))
    house_certificate(directory).write_bytes(_text(house.certificate))
    return house


def house_certificate(directory: Path) -> Path:
    """The file that tablets download."""
    return directory / "house.crt"


def context_of_house(house: House, hosts: Callable[[], Sequence[str]]) -> ssl.SSLContext:
    """A context whose certificate names `hosts()` as they are when a browser connects."""
    made: dict[tuple[str, ...], ssl.SSLContext] = {}

    def fit(connection: ssl.SSLSocket | ssl.SSLObject, _name: str | None, _first: ssl.SSLContext) -> None:
        now = tuple(hosts())
        if now not in made:
            made.clear()
            made[now] = _context_for(house, now)
        connection.context = made[now]

    context = _context_for(house, tuple(hosts()))
    context.sni_callback = fit
    return context


def context_of_files(certificate: Path, key: Path) -> ssl.SSLContext:
    """A context with a certificate that was given, its chain in the same file; OSError if it cannot be used."""
    context = _new_context()
    context.load_cert_chain(certificate, key)
    return context


def _new_context() -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    return context


def _context_for(house: House, hosts: Sequence[str]) -> ssl.SSLContext:
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _sign(house, key, hosts, now=datetime.now(UTC))
    context = _new_context()
    # The only way into a context is a file; this one is its owner's alone, and gone at once.
    with tempfile.NamedTemporaryFile() as file:
        file.write(_key_text(key) + _text(certificate) + _text(house.certificate))
        file.flush()
        context.load_cert_chain(file.name)
    return context


def _make_house(hosts: Sequence[str], *, now: datetime) -> House:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Floorman {now:%Y-%m-%d %H:%M}")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BEFORE)
        .not_valid_after(now + timedelta(days=365 * HOUSE_YEARS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(_signs_for(hosts), None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return House(key=key, certificate=certificate)


def _sign(
    house: House, key: ec.EllipticCurvePrivateKey, hosts: Sequence[str], *, now: datetime
) -> x509.Certificate:
    owner = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Floorman")])
    identifier = house.certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    return (
        x509.CertificateBuilder()
        .subject_name(owner)
        .issuer_name(house.certificate.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BEFORE)
        .not_valid_after(now - BEFORE + timedelta(days=SERVER_DAYS))
        .add_extension(x509.SubjectAlternativeName([_named(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier), critical=False
        )
        .sign(house.key, hashes.SHA256())
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _named(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host.strip("[]")))
    except ValueError:
        return x509.DNSName(host)


def _signs_for(hosts: Sequence[str]) -> list[x509.GeneralName]:
    """Private networks, names that no public authority gives out, and what this machine is called now."""
    own = [_named(host) for host in hosts]
    names = [*NAMES, *(name.value for name in own if isinstance(name, x509.DNSName))]
    networks: list[IPv4Network | IPv6Network] = [*NETWORKS]
    for each in own:
        if isinstance(each, x509.IPAddress) and not any(each.value in network for network in networks):
            networks.append(ip_network(str(each.value)))
    return [
        *(x509.DNSName(name) for name in dict.fromkeys(names)),
        *(x509.IPAddress(network) for network in networks),
    ]


def _text(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _key_text(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
