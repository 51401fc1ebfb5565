"""A tournament in play that has one of everything."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from tables.models import (
    Dispute,
    FloorMessage,
    Hand,
    Move,
    MoveKind,
    QueuePlace,
    Seat,
    Table,
    Zone,
)
from tables.services.desk.shown_names import show_results
from tables.services.hands.dealing import start_hand
from tables.services.moves.moving import move_entry
from tables.services.table.messages import call_floor, send_message
from tables.services.table.tablets import make_pairing_code
from tests.factories import ACTOR, give_role, make_player
from tests.factories.draws import promised_draw
from tests.factories.field import bust, started
from tests.factories.hooks import make_hook
from tests.factories.house.tables import Tablet, fold_once, pair, play_folded_hand, seated
from tests.factories.house.things import (
    make_api_token,
    make_envelope,
    make_held,
    make_house_file,
    make_messages,
    make_sale,
    make_screen,
    make_screen_message,
    make_screen_rule,
    make_season,
    make_side_prizes,
    make_till,
    make_transfer,
    make_voucher,
    wait_in_queue,
)
from tests.factories.imports import make_imports
from tournament.links import screen_link
from tournament.models import (
    Account,
    ApiToken,
    CashTransfer,
    ChipSale,
    Chop,
    ChopMethod,
    Entry,
    Envelope,
    Festival,
    HeldKind,
    HeldPayment,
    HookDelivery,
    HookEndpoint,
    HouseFile,
    ImportedEvent,
    ImportedFile,
    LogEntry,
    MessageService,
    MoneyRow,
    Payout,
    Player,
    Role,
    Screen,
    ScreenMessage,
    ScreenRule,
    Season,
    SidePrize,
    StaffMember,
    Till,
    Tournament,
    Voucher,
)
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.payouts import pay_out
from tournament.services.hooks.endpoints import send_test
from tournament.services.prizes.chops import propose_chop


@dataclass(slots=True, kw_only=True)
class Room:
    """One tournament in play: two tables, a hand open at the first, two players out with a prize, one on the way."""

    tournament: Tournament
    tables: list[Table]
    entries: list[Entry]
    hand: Hand
    move: Move
    note: FloorMessage
    call: FloorMessage
    payouts: list[Payout]
    bounty_payment: MoneyRow
    # Awarded and not paid; beside it one that is paid and one that is open.
    side_prize: SidePrize
    envelope: Envelope
    chop: Chop
    # The clock's start, which can be undone.
    line: LogEntry
    # That its seats were drawn.
    draw_line: LogEntry
    newcomer: Player
    member: StaffMember
    pairing_code: str
    tablet: Tablet
    second_tablet: Tablet
    zone: Zone
    sale: ChipSale
    dispute: Dispute
    place: QueuePlace
    till: Till
    screen: Screen
    screen_message: ScreenMessage
    house_file: HouseFile
    screen_rule: ScreenRule
    hook: HookEndpoint
    delivery: HookDelivery
    message_service: MessageService
    transfer: CashTransfer
    held: HeldPayment
    # Of a seat won, good for cash too.
    voucher: Voucher
    season: Season
    imported: ImportedEvent
    waiting_file: ImportedFile
    earlier: Season
    token: ApiToken

    @property
    def code(self) -> str:
        return self.tournament.code

    @property
    def url_of_messages(self) -> str:
        return f"/floor/{self.code}/messages/{self.message_service.pk}/"

    @property
    def url_of_hook(self) -> str:
        return f"/floor/{self.code}/hooks/{self.hook.pk}/"

    def ids(self) -> dict[str, object]:
        """The value of each argument that an address may have, in this tournament."""
        return {
            "code": self.code,
            "number": self.tables[0].number,
            # The one draw that was promised.
            "draw_number": 1,
            "table_number": self.tables[0].number,
            "table_id": self.tables[0].pk,
            "token_id": self.token.pk,
            "price_name": "Early",
            "entry_id": self.entries[0].pk,
            "move_id": self.move.pk,
            "hand_id": self.hand.pk,
            # The last complete one: a hand in play is nobody's to take away.
            "hand_number": self.hand.number - 1,
            "message_id": self.call.pk,
            "zone_id": self.zone.pk,
            "sale_id": self.sale.pk,
            "dispute_id": self.dispute.pk,
            "place_id": self.place.pk,
            "till_id": self.till.pk,
            "screen_id": self.screen.pk,
            "link": screen_link(self.screen.pk),
            "file_id": self.house_file.pk,
            "rule_id": self.screen_rule.pk,
            "hook_id": self.hook.pk,
            "service_id": self.message_service.pk,
            "delivery_id": self.delivery.pk,
            "sha256": self.house_file.sha256,
            "screen_message_id": self.screen_message.pk,
            "transfer_id": self.transfer.pk,
            "held_id": self.held.pk,
            "voucher_id": self.voucher.pk,
            "festival_code": Festival.objects.get(events=self.tournament).code,
            "season_code": self.season.code,
            "season_id": self.season.pk,
            "scorer_id": self.entries[0].player_id,
            # Of what others have in a frame.
            "show": "standings",
            "event_code": self.imported.code,
            "results_code": self.entries[0].player.results_code,
            "import_id": self.waiting_file.pk,
            "earlier_id": self.earlier.pk,
            "device_id": self.tablet.device.pk,
            "member_id": self.member.pk,
            "payout_id": self.payouts[0].pk,
            "payment_id": self.bounty_payment.pk,
            "side_prize_id": self.side_prize.pk,
            "envelope_id": self.envelope.pk,
            "chop_id": self.chop.pk,
            "player_id": self.newcomer.pk,
            "line_id": self.line.pk,
            "draw_line_id": self.draw_line.pk,
            "log_id": self.line.pk,
        }


def build_room(
    account: Account,
    *,
    now: datetime,
    numbers_from: int = 1,
    hands_before: int = 1,
    name: str = "Friday Fifty",
) -> Room:
    """Tables are numbered from `numbers_from`; the first has dealt `hands_before` hands before the open one."""
    start = now - timedelta(minutes=5)
    tournament, _ = started(
        8,
        now=start,
        account=account,
        name=name,
        starts_at=start,
        seats_per_table=6,
        hands_delay=5,
        phone_notices=True,
        buy_in_bounty=10_00,
        bounty_kind="fixed",
        payout_scheme_data=payout_scheme_to_dict(FixedShares(shares=(300_000, *[100_000] * 7))),
    )
    tables = list(Table.objects.filter(tournament=tournament).order_by("number"))
    for number, table in enumerate(tables, start=numbers_from):
        Table.objects.filter(pk=table.pk).update(number=number)
        table.refresh_from_db()
    first, second = tables[:2]
    # Long enough ago to be read by everybody.
    for _ in range(hands_before):
        play_folded_hand(first, start)
    at_second = seated(second)
    first_out, *others_out = at_second[2:]
    bust(tournament, first_out, winner=at_second[0], now=now)
    # The bounties of those who go out later are still to be paid.
    payment = pay_bounties(
        tournament_id=tournament.pk, entry_id=at_second[0].pk, amount=10_00, by=ACTOR.at(now)
    )
    for loser in others_out:
        bust(tournament, loser, winner=at_second[0], now=now)
    payouts = list(Payout.objects.filter(tournament=tournament).order_by("pk"))
    pay_out(tournament_id=tournament.pk, payout_id=payouts[-1].pk, by=ACTOR.at(now))
    promised_draw(tournament, now=now)
    tablet, second_tablet = pair(first, now), pair(second, now)
    hand = start_hand(tournament_id=tournament.pk, table_id=first.pk, by=ACTOR.at(now))
    fold_once(first, hand, now)
    mover = seated(first)[-1]
    free = Seat.objects.filter(table=first, entry=None).values_list("number", flat=True)[0]
    move = move_entry(
        tournament_id=tournament.pk,
        entry_id=mover.pk,
        to_table_id=first.pk,
        to_seat=free,
        kind=MoveKind.FLOOR,
        by=ACTOR.at(now),
    )
    note = send_message(
        tournament_id=tournament.pk, table_id=first.pk, text="New decks are coming", by=ACTOR.at(now)
    )
    call = call_floor(tournament_id=tournament.pk, table_id=second.pk, by=ACTOR.at(now))
    # With a ruling to decide, of a hand that has gone on since.
    call.data = {"ruling": "x:misdeal,f", "hand": hand.pk, "operations": 0}
    call.save(update_fields=["data"])
    proposal = propose_chop(
        tournament_id=tournament.pk, method=ChopMethod.ICM, played_for=0, by=ACTOR.at(now)
    )
    code = make_pairing_code(tournament_id=tournament.pk, table_id=first.pk, by=ACTOR.at(now))
    give_role(tournament, Role.FLOOR)
    tournament.refresh_from_db()
    show_results(secret=seated(first)[0].link_secret, is_shown=True)
    return Room(
        tournament=tournament,
        tables=tables,
        entries=[Entry.objects.get(pk=entry.pk) for entry in seated(first)],
        hand=hand,
        move=move,
        note=note,
        call=call,
        newcomer=make_player("Olmo Nuovo"),
        payouts=payouts,
        bounty_payment=payment,
        side_prize=make_side_prizes(tournament, seated(first)[0], now),
        envelope=make_envelope(tournament, now=now),
        chop=proposal.chop,
        line=LogEntry.objects.filter(tournament=tournament, verb="clock_started").latest("pk"),
        draw_line=LogEntry.objects.filter(tournament=tournament, verb="seats_drawn").latest("pk"),
        member=StaffMember.objects.filter(tournament=tournament, role=Role.FLOOR).latest("pk"),
        pairing_code=code.code,
        tablet=tablet,
        second_tablet=second_tablet,
        zone=Zone.objects.create(tournament=tournament, name="Terrace", staff="Lia"),
        sale=make_sale(seated(first)[0], now),
        place=wait_in_queue(tournament, "Quinta Coda", now=now),
        dispute=Dispute.objects.create(
            hand=Hand.objects.get(table=first, number=hand.number - 1),
            about="reading",
            said="Seat 2 had a flush",
            opened_at=now,
        ),
        till=(till := make_till(tournament, now)),
        screen=make_screen(tournament, now),
        screen_message=make_screen_message(tournament, now),
        house_file=make_house_file(tournament, now),
        screen_rule=make_screen_rule(tournament, now),
        hook=(hook := make_hook(tournament, types=("event.finished",), now=now)),
        delivery=send_test(hook_id=hook.pk, event=tournament, by=ACTOR.at(now)),
        message_service=make_messages(tournament, seated(first)[0], now),
        transfer=make_transfer(till, now),
        held=make_held(at_second[1], HeldKind.BOUNTIES, now),
        voucher=make_voucher(tournament, seated(first)[0], now),
        season=make_season(tournament, seated(first)[0], now),
        token=make_api_token(tournament, now),
        **make_imports(tournament, account, now),
    )
