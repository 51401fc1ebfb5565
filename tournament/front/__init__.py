"""The front: everything a request passes in asyncio before a thread of Django is taken for it.

* `protocol`: one connection, on uvicorn's httptools protocol; what is half, silent or slow is cut here.
* `chain`: one request: who asks, its body with a limit and a deadline, a lane, the answer written with a deadline.
* `lanes`: threads, divided by who asks, so that no stranger waits in front of a tap.
* `bridge`: Django as a WSGI application, called in a thread of a lane with a whole body, returning a whole answer.
* `answers`: what a lane returns, and how it is written.

It knows no table and no tournament, and imports nothing of Floorman's; `tournament/config/asgi.py` puts it together.
"""
