"""A mail server at this machine that keeps what it is given and answers as it is told: SMTP by a socket, no more of it
than a client speaks that sends one message.
"""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """What was taken: from and to whom by the envelope, and the message."""

    sender: str
    to: tuple[str, ...]
    mail: EmailMessage

    @property
    def subject(self) -> str:
        return str(self.mail["Subject"])

    @property
    def text(self) -> str:
        """All parts of the message that are text, as they are read."""
        parts = [part for part in self.mail.walk() if part.get_content_maintype() == "text"]
        return "\n".join(str(part.get_content()).strip() for part in parts)


@dataclass(slots=True, kw_only=True)
class PostOffice:
    """answers: by command what is said instead of yes; "" breaks the connection off, and `None` says nothing for ever.
    hangs: what ends a silence.
    """

    port: int = 0
    letters: list[Letter] = field(default_factory=list)
    answers: Mapping[str, str | None] = field(default_factory=dict)
    hangs: threading.Event = field(default_factory=threading.Event)

    @property
    def address(self) -> str:
        """As a director writes it."""
        return f"mailto://127.0.0.1:{self.port}?from=floor@house.example&to={{to}}"


@contextmanager
def post_office(**answers: str | None) -> Iterator[PostOffice]:
    """One at a free port of 127.0.0.1."""
    office = PostOffice(answers=answers)

    class Clerk(socketserver.StreamRequestHandler):
        sender = ""
        to: tuple[str, ...] = ()

        def handle(self) -> None:
            self.say(office.answers.get("CONNECT", "220 house.example"))
            while line := self.rfile.readline():
                command, _, rest = line.decode().strip().partition(" ")
                command = command.upper()
                answer = office.answers.get(command, self.usual(command, rest))
                if not self.say(answer) or command == "QUIT":
                    return
                if command == "DATA" and answer and answer.startswith("354") and not self.take():
                    return

        def usual(self, command: str, rest: str) -> str:
            address = rest.partition("<")[2].partition(">")[0]
            if command == "MAIL":
                self.sender, self.to = address, ()
            if command == "RCPT":
                self.to = (*self.to, address)
            return {"DATA": "354 go on", "QUIT": "221 bye", "EHLO": "250 house.example"}.get(
                command, "250 yes"
            )

        def take(self) -> bool:
            lines = []
            while (line := self.rfile.readline()).rstrip() != b".":
                lines.append(line[1:] if line.startswith(b"..") else line)
            mail = message_from_bytes(b"".join(lines), policy=policy.default)
            assert isinstance(mail, EmailMessage)
            office.letters.append(Letter(sender=self.sender, to=self.to, mail=mail))
            return self.say(office.answers.get("TAKEN", "250 taken"))

        def say(self, answer: str | None) -> bool:
            if answer is None:
                office.hangs.wait()
            if not answer:
                return False
            self.wfile.write(f"{answer}\r\n".encode())
            return True

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Clerk) as server:
        server.daemon_threads = True
        office.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield office
        finally:
            office.hangs.set()
            server.shutdown()
            thread.join()
