"""The front: everything a request passes in asyncio before a thread of Django is taken for it.

* `protocol`: one connection, on uvicorn's httptools protocol; what is half, silent or slow is cut here.
* `passing`: a connection, passed on to another process of this host; `relay`: where its socket cannot be.
* `chain`: one request: its body, its lane, its answer written with a deadline.
* `badges`: a signed cookie by which staff and tablets are told from strangers without the database; `living`: whose
  badges are still good.
* `crowd`: how much of something strangers may have at once, in all and from one address.
* `bodies`: read with a limit and a deadline before anybody works on the request.
* `lanes`: threads, divided by kind of visitor, so that no stranger waits in front of a tap.
* `bridge`: Django as a WSGI application, called in a thread of a lane with a whole body, returning a whole answer.
* `tries`: how often one address may be wrong, counted by all processes together.
* `turnstile`: passwords are checked one at a time on a machine.
* `answers`: what a lane returns, and how it is written.

It knows no table and no tournament, and imports nothing of Floorman's; `tournament/config/asgi.py` puts it together.
"""
