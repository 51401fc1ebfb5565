"""A connection of a web process: a request for a stream leaves with its socket, everything else stays."""

from django.conf import settings

from tournament.front.protocol import FrontProtocol
from tournament.live.addresses import PREFIX
from tournament.live.handover import Head, hand_over

BEGIN = PREFIX.encode()


class Connection(FrontProtocol):
    """The front's connection, which hands streams over."""

    def hands_over(self) -> bool:
        # A browser asks for a stream first of all or after an answer: never while another is being made.
        is_between_answers = getattr(self.cycle, "response_complete", True)
        if not (self.url.startswith(BEGIN) and is_between_answers):
            return False
        head = Head.of(
            method=self.parser.get_method(), target=self.url, headers=self.headers, address=self.asker()
        )
        hand_over(head, self.transport, to=settings.STREAMS_SOCKET)
        return True
