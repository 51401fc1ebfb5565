"""Live pages: streams of Server-Sent Events, served by a process of their own.

How a page lives, public or not::

    {% load live %}
    <main hx-ext="sse" sse-connect="{% public_stream tournament.code show='clock standings' hear='seats' %}"
          sse-close="closed">
        <section sse-swap="standings">...the fragment as the first request rendered it...</section>
        <section hx-get="{% url ... %}" hx-trigger="sse:seats">...</section>
    </main>

A topic under `show` is pushed whole: the fragment that `@public_fragment` names is rendered once for all
viewers and swapped in. A topic under `hear` is pushed by name only and the page fetches its part through
Django, with its permissions. Staff and tablets use `{% staff_stream ... %}` the same way; their address
carries a signed token. One EventSource per page: over HTTP/1.1 a browser opens six connections to a server,
tabs together.

Besides the topics every stream sends `alive` with the server's time (milliseconds since 1970) on opening and
every ten seconds, so that a page can set its clock and notice silence, and `closed` when it is not coming
back.

In the web processes a request for a stream leaves with its socket (`tournament/config/connection.py`)::

    handover.py    how head and socket pass to the process of streams

In the process of streams, from the door inwards::

    serving.py     the process, put together
    door.py        HTTP: what is handed over becomes a stream or a refusal
    hub.py         who hears what; signs of life
    places.py      how many there may be
    permission.py  may they listen, asked for many at once
    channels.py    the pace of the news, and spreading it
    series.py      news of which each is told once, also to those who come back
    viewers.py     sockets, and what a busy one gets
    frames.py      what is written: made once, compressed once
    subscriber.py  hints from Valkey
    heard.py       how far the hub has heard, and how far a page had

Fifteen modules because three processes meet here, and none of them loads what only another needs.

What the app's own code uses::

    addresses.py   who may hear what: addresses of streams
    fragments.py   which public fragments there are (Django)
    access.py      may these listeners still listen? (Django)
"""
