"""Rows of the felt: tables and seats, hands and their operations, moves, draws, tablets."""

from tables.models.alternate import Alternate
from tables.models.bag import Bag
from tables.models.bust import Bust
from tables.models.device import Device, PairingCode
from tables.models.dispute import Dispute, DisputeAbout
from tables.models.draw import SeatDraw
from tables.models.hand import Hand, HandOperation, HandSeat, HandStatus, SitsOut
from tables.models.message import FloorMessage, MessageKind
from tables.models.move import Move, MoveKind, MoveStatus
from tables.models.queue_place import QueuePlace, QueueState
from tables.models.table import RunOut, Seat, SeatReservation, Table, TableStatus, Zone
from tables.models.ticket_print import PrintState, TicketPrint
from tables.models.time_chip import TimeChip
from tournament.models import Recording

__all__ = [
    "Alternate",
    "Bag",
    "Bust",
    "Device",
    "Dispute",
    "DisputeAbout",
    "FloorMessage",
    "Hand",
    "HandOperation",
    "HandSeat",
    "HandStatus",
    "MessageKind",
    "Move",
    "MoveKind",
    "MoveStatus",
    "PairingCode",
    "PrintState",
    "QueuePlace",
    "QueueState",
    "Recording",
    "RunOut",
    "Seat",
    "SeatDraw",
    "SeatReservation",
    "SitsOut",
    "Table",
    "TableStatus",
    "TicketPrint",
    "TimeChip",
    "Zone",
]
