"""One POST to a receiver: its host is looked up once, and connected to at an address that was checked.

A name that leads elsewhere a moment later changes nothing, since nobody asks for it again: the address is in the
request, the name in its Host header and in the certificate that is wanted. Redirects are not followed, proxies of the
environment are not asked, and of the answer only its head is read.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import httpx

from tournament.models import HookFault
from tournament.rules.hooks.destinations import Destination, Reach, may_be_asked, reach_of

# For all of it together: Standard Webhooks wants 15 to 30.
SECONDS: Final = 20.0
CONNECT_SECONDS: Final = 8.0
# A receiver may have several addresses, of which the first does not answer.
MOST_ADDRESSES: Final = 2
_BUSY: Final = frozenset({429, 502, 503, 504})


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """What came of a try. `fault` is None for one that arrived; `status` what was answered, if anything was."""

    fault: HookFault | None
    status: int | None = None
    retry_after: str = ""


def post(
    to: Destination, *, headers: Mapping[str, str], body: bytes, in_network: bool, seconds: float = SECONDS
) -> Posted:
    """Raises nothing: whatever goes wrong is a fault."""
    try:
        return asyncio.run(asyncio.wait_for(_post(to, headers, body, in_network), seconds))
    except (TimeoutError, httpx.TimeoutException):
        return Posted(fault=HookFault.TIMED_OUT)
    except socket.gaierror:
        return Posted(fault=HookFault.NO_NAME)
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        return Posted(fault=_fault_of(error))


async def _post(to: Destination, headers: Mapping[str, str], body: bytes, in_network: bool) -> Posted:
    addresses = await _addresses_of(to)
    refused = next((each for each in addresses if not may_be_asked(each, in_network=in_network)), None)
    if refused is not None:
        is_of_room = reach_of(refused) is Reach.NETWORK
        return Posted(fault=HookFault.IN_NETWORK if is_of_room else HookFault.NOT_ASKED)
    *others, last = addresses[:MOST_ADDRESSES]
    for address in others:
        try:
            return await _post_to(address, to, headers, body)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            continue
    return await _post_to(last, to, headers, body)


async def _addresses_of(to: Destination) -> Sequence[str]:
    """Those of the host, as the system orders them, each once."""
    found = await asyncio.get_running_loop().getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


async def _post_to(address: str, to: Destination, headers: Mapping[str, str], body: bytes) -> Posted:
    limits = httpx.Timeout(SECONDS, connect=CONNECT_SECONDS)
    async with httpx.AsyncClient(verify=_trusted(), trust_env=False, timeout=limits) as client:
        request = client.build_request(
            "POST",
            httpx.URL(to.url).copy_with(host=address),
            content=body,
            headers={**headers, "Host": to.host_header},
            extensions={"sni_hostname": to.host},
        )
        answer = await client.send(request, stream=True, follow_redirects=False)
        try:
            return _posted(answer)
        finally:
            await answer.aclose()


def _posted(answer: httpx.Response) -> Posted:
    status, retry_after = answer.status_code, answer.headers.get("Retry-After", "")
    if answer.is_success:
        return Posted(fault=None, status=status)
    if answer.status_code == 410:
        return Posted(fault=HookFault.GONE, status=status)
    if 300 <= answer.status_code < 400:
        return Posted(fault=HookFault.REDIRECTED, status=status)
    fault = HookFault.BUSY if status in _BUSY or retry_after else HookFault.ANSWER
    return Posted(fault=fault, status=status, retry_after=retry_after)


@cache
def _trusted() -> ssl.SSLContext:
    """Made once: it reads all authorities."""
    return httpx.create_ssl_context(trust_env=False)


def _fault_of(error: BaseException) -> HookFault:
    causes = list(_causes(error))
    if any(isinstance(each, ssl.SSLCertVerificationError) for each in causes):
        return HookFault.CERTIFICATE
    if any(isinstance(each, ConnectionRefusedError) for each in causes):
        return HookFault.REFUSED
    return HookFault.UNREACHABLE


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, what it was raised from, and what stands in groups of them."""
    yield error
    inner = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    for each in (error.__cause__, error.__context__, *inner):
        if each is not None:
            yield from _causes(each)
