"""The certificate with which a web process speaks https on site: the one given, or one of the house."""

import ssl
from pathlib import Path

from django.conf import settings

from tournament.config.certificates import context_of_files, context_of_house, house_of


def server_context() -> ssl.SSLContext:
    """Return the context for the listening socket; OSError or ValueError if the given files cannot be used."""
    if settings.CERTIFICATE:
        return context_of_files(
            Path(settings.CERTIFICATE), Path(settings.CERTIFICATE_KEY or settings.CERTIFICATE)
        )
    return context_of_house(house_of(Path(settings.DATA_DIR), hosts=names()), names)


def names() -> tuple[str, ...]:
    """Return what browsers may call this machine at the moment: the certificate of the house names it all."""
    return tuple(host for host in dict.fromkeys(settings.ALLOWED_HOSTS) if not host.startswith(("*", ".")))
