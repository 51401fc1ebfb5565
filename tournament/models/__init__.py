"""Rows of the event: staff, players, payments, the log."""

from tournament.models.account import Account, LoginLink, Role, StaffMember
from tournament.models.api_token import ApiToken, TokenScope
from tournament.models.bounty import BountyShare, Envelope, EnvelopeRedraw, MysteryPot
from tournament.models.cash_transfer import CashTransfer
from tournament.models.chain import ChainKind, ChainLink
from tournament.models.chip_sale import ChipSale, SaleKind
from tournament.models.chips import BEGAN_WITH, ChipKind, ChipRow
from tournament.models.chop import Chop, ChopMethod, ChopShare
from tournament.models.draw_chain import DrawChain
from tournament.models.entry import Arrival, Entry, EntryStatus
from tournament.models.festival import Festival
from tournament.models.heartbeat import Heartbeat
from tournament.models.held_payment import HeldKind, HeldPayment
from tournament.models.hook import HookDelivery, HookEndpoint, HookFault, HookOff, HookState, HookType
from tournament.models.house_file import HouseFile
from tournament.models.house_log import HouseLine
from tournament.models.id_check import IdCheck
from tournament.models.imported import (
    ImportedEvent,
    ImportedFile,
    ImportedHit,
    ImportedName,
    ImportedResult,
    SeasonImport,
)
from tournament.models.log import LogEntry
from tournament.models.message_service import MessageFault, MessageService, MessageTest
from tournament.models.money import NOT_CASH, NOT_OF_A_TILL, Giver, MoneyKind, MoneyRow, Payout
from tournament.models.penalty import Penalty, PenaltyKind
from tournament.models.people import OpenSession, RecoveryCode, SecondFactor
from tournament.models.phone import NoticeKind, NoticeState, PhoneEnd, PhoneNotice, PlayerPhone
from tournament.models.player import Player, name_shown
from tournament.models.reply import StoredReply
from tournament.models.reported_stack import ReportedStack
from tournament.models.screen import Screen, ScreenContent, ScreenMessage, ScreenTheme, ScreenVolume
from tournament.models.screen_rule import RuleWhen, ScreenRule
from tournament.models.season import League, Season, SeasonEvent, SeasonNote, SeasonPayment
from tournament.models.side_prize import SidePrize
from tournament.models.stop import RoundBust, Stop, StopKind
from tournament.models.till import Till
from tournament.models.tournament import BountyKind, Recording, Tournament, TournamentStatus
from tournament.models.verdict import HouseVerdict, Verdict
from tournament.models.voucher import Voucher, VoucherUse

__all__ = [
    "BEGAN_WITH",
    "NOT_CASH",
    "NOT_OF_A_TILL",
    "Account",
    "ApiToken",
    "Arrival",
    "BountyKind",
    "BountyShare",
    "CashTransfer",
    "ChainKind",
    "ChainLink",
    "ChipKind",
    "ChipRow",
    "ChipSale",
    "Chop",
    "ChopMethod",
    "ChopShare",
    "DrawChain",
    "Entry",
    "EntryStatus",
    "Envelope",
    "EnvelopeRedraw",
    "Festival",
    "Giver",
    "Heartbeat",
    "HeldKind",
    "HeldPayment",
    "HookDelivery",
    "HookEndpoint",
    "HookFault",
    "HookOff",
    "HookState",
    "HookType",
    "HouseFile",
    "HouseLine",
    "HouseVerdict",
    "IdCheck",
    "ImportedEvent",
    "ImportedFile",
    "ImportedHit",
    "ImportedName",
    "ImportedResult",
    "League",
    "LogEntry",
    "LoginLink",
    "MessageFault",
    "MessageService",
    "MessageTest",
    "MoneyKind",
    "MoneyRow",
    "MysteryPot",
    "NoticeKind",
    "NoticeState",
    "OpenSession",
    "Payout",
    "Penalty",
    "PenaltyKind",
    "PhoneEnd",
    "PhoneNotice",
    "Player",
    "PlayerPhone",
    "Recording",
    "RecoveryCode",
    "ReportedStack",
    "Role",
    "RoundBust",
    "RuleWhen",
    "SaleKind",
    "Screen",
    "ScreenContent",
    "ScreenMessage",
    "ScreenRule",
    "ScreenTheme",
    "ScreenVolume",
    "Season",
    "SeasonEvent",
    "SeasonImport",
    "SeasonNote",
    "SeasonPayment",
    "SecondFactor",
    "SidePrize",
    "StaffMember",
    "Stop",
    "StopKind",
    "StoredReply",
    "Till",
    "TokenScope",
    "Tournament",
    "TournamentStatus",
    "Verdict",
    "Voucher",
    "VoucherUse",
    "name_shown",
]
