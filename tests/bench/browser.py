"""Just enough HTTP/1.1 to be many tablets at little cost: one connection, one request at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from urllib.parse import urlencode


class Connection:
    """A kept-alive connection to the house; opens again when the server has closed it."""

    def __init__(self, *, port: int, headers: Mapping[str, str]) -> None:
        self._port = port
        lines = {"Host": f"127.0.0.1:{port}", **headers}
        self._head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def get(self, path: str) -> tuple[int, bytes]:
        return await self._send(f"GET {path} HTTP/1.1\r\n{self._head}\r\n".encode())

    async def post(self, path: str, fields: Mapping[str, str]) -> tuple[int, bytes]:
        body = urlencode(fields).encode()
        form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        return await self._send(f"POST {path} HTTP/1.1\r\n{self._head}{form}\r\n".encode() + body)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None

    async def _send(self, request: bytes) -> tuple[int, bytes]:
        try:
            return await self._exchange(request)
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server closes what was idle for seconds; a browser opens again and says nothing.
            self.close()
            return await self._exchange(request)

    async def _exchange(self, request: bytes) -> tuple[int, bytes]:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(request)
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        body = await self._body(self._reader, head)
        if b"\r\nconnection: close" in head:
            self.close()
        return int(head.split(b" ", 2)[1]), body

    @staticmethod
    async def _body(reader: asyncio.StreamReader, head: bytes) -> bytes:
        if b"\r\ntransfer-encoding: chunked" in head:
            parts = []
            while size := int(await reader.readline(), 16):
                parts.append(await reader.readexactly(size))
                await reader.readexactly(2)
            await reader.readexactly(2)
            return b"".join(parts)
        _, found, rest = head.partition(b"\r\ncontent-length:")
        return await reader.readexactly(int(rest.split(b"\r\n", 1)[0])) if found else b""
