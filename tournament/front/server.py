"""The server: uvicorn, which once a second cuts the connections that are over their deadline."""

import asyncio

import uvicorn

from tournament.front.protocol import FrontProtocol

# uvicorn ticks ten times a second.
TICKS_A_ROUND = 10


class FrontServer(uvicorn.Server):
    """uvicorn with the front's rounds."""

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_A_ROUND == 0:
            now = asyncio.get_running_loop().time()
            for connection in tuple(self.server_state.connections):
                if isinstance(connection, FrontProtocol):
                    connection.look_after(now)
        return await super().on_tick(counter)
