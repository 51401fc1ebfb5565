"""Live pages: streams of Server-Sent Events, served by a bare ASGI hub in front of Django.

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

    hub.py         clients, slots, pacing: asyncio, no Django
    subscriber.py  hints from Redis
    fragments.py   which public fragments there are
    addresses.py   who may hear what: addresses of streams
    access.py      is that still so?
    endpoint.py    HTTP: /live/... as ASGI
"""
