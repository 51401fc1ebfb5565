"""The one subscription to Redis of this process: hints in, gaps reported, for ever."""

import asyncio
import random
from collections.abc import AsyncIterator

import redis.asyncio
import structlog
from redis.exceptions import RedisError

from tournament.live.heard import KEY, LISTENING
from tournament.live.hub import Hub
from tournament.realtime import CHANNEL_PREFIX, read_hint

logger = structlog.get_logger(__name__)

PING_SECONDS = 3.0
# A Redis that sends neither hint nor ping for this long counts as gone, even if the connection is open.
SILENCE_SECONDS = 8.0
LONGEST_PAUSE_SECONDS = 2.0


async def subscribe(hub: Hub, redis_url: str) -> None:
    """Pass every hint on to the hub until cancelled; a lost connection is tried again within two seconds."""
    failures = 0
    while True:
        try:
            async for _ in _listen(hub, redis_url):
                if failures:
                    logger.info("subscribed_again")
                failures = 0
        except (RedisError, OSError, TimeoutError) as error:
            # An outage is one line in the log, however often it is probed.
            if failures == 0:
                logger.warning("subscription_lost", error=type(error).__name__)
        hub.lost()
        pause = min(0.1 * 2**failures, LONGEST_PAUSE_SECONDS)
        failures = min(failures + 1, 10)
        # Not all processes at once when Redis is back.
        await asyncio.sleep(pause * random.uniform(0.5, 1.0))


async def _listen(hub: Hub, redis_url: str) -> AsyncIterator[None]:
    """Listen until something fails; yield once when the subscription stands."""
    loop = asyncio.get_running_loop()
    # redis-py would end a blocking read after five seconds; silence is measured below instead.
    client = redis.asyncio.Redis.from_url(
        redis_url, socket_timeout=None, socket_connect_timeout=2, decode_responses=True
    )
    async with client, client.pubsub() as subscription:
        await subscription.psubscribe(f"{CHANNEL_PREFIX}*")
        heard_at = loop.time()
        while loop.time() - heard_at < SILENCE_SECONDS:
            message = await subscription.get_message(timeout=PING_SECONDS)
            if message is None:
                await subscription.ping()
                continue
            heard_at = loop.time()
            if message["type"] == "psubscribe":
                # What pages knew of another listening says nothing here.
                pipeline = client.pipeline()
                pipeline.delete(KEY)
                pipeline.hset(KEY, LISTENING, hub.found())
                await pipeline.execute()
                yield
            elif message["type"] == "pmessage":
                public_id = message["channel"].removeprefix(CHANNEL_PREFIX)
                last = hub.hint(public_id, read_hint(message["data"]))
                # The name of the listening again, should somebody have emptied Valkey.
                await client.hset(KEY, mapping={LISTENING: last.partition(".")[0], public_id: last})
    raise TimeoutError
