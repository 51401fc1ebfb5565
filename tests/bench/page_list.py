"""Every page that somebody reads of a tournament in play: staff, public, a player, a dealer. GET only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tables.models import Hand, HandStatus, Seat, Table, TableStatus
from tournament.models import Entry, EntryStatus, Payout, Tournament
from tournament.words.overlays import OVERLAYS

Reader = Literal["staff", "public", "tablet"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchPage:
    """A page by its address's name; `is_part`: one that an open page fetches again by itself.

    `may_differ_by`: so many queries are asked only where there is something to tell of, however much it is.
    """

    name: str
    path: str
    reader: Reader = "staff"
    is_part: bool = False
    may_differ_by: int = 0


# Which players have just moved, which table sent the last one (both only while no table breaks), the names of those
# who are to move.
OF_ADVICE = 3
# The messages at the table, the moves from and to it (two).
OF_A_TABLET = 3


# Beside these a room has what is read before a log-in, and forms that know no tournament.
NOT_OF_A_ROOM = frozenset(
    {
        *(
            "health",
            "tournament:server_now",
            "tournament:screen",
            "tournament:house_file",
            "tournament:log_in",
            "tournament:log_in_by_link",
        ),
        # The same for every house.
        "tables:phone_worker",
        *("api:openapi-json", "api:api-root", "api:stream"),
        # Programs read these with a token, or a player's own request.
        *("api:entries", "api:prices", "api:structure_as_text", "api:entry_request"),
        # A simulated room draws by its own seeds: nothing was promised of these draws.
        *("tables:draw", "tables:draw_file", "tables:draw_qr", "tables:check_script", "tables:check_page"),
        # Nor does it show its hands.
        *("tables:public_hand", "tables:public_hand_qr", "tables:public_hand_picture"),
        *("tables:public_hand_phh", "tables:public_hand_ohh", "api:hand"),
        # A room is an event of no festival, and of no season.
        *("tournament:festival", "tournament:season", "tournament:season_rules", "tournament:season_stacks"),
        *("tournament:season_sum", "api:season"),
        # Nor has its house anything of other systems.
        *(
            "tables:player_results",
            "tournament:imports",
            "tournament:imported_event",
            "tournament:imported_results",
        ),
        *("tournament:password", "tables:tablet_pair", "tables:tablet_pair_link", "tournament:new"),
    }
)


def pages_of(tournament: Tournament) -> list[BenchPage]:
    """The pages of one room, each at what is heaviest there: the last page of a list, a table full of players."""
    code, base = tournament.code, f"/floor/{tournament.code}"
    table = _busiest_table(tournament)
    entry = Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING).earliest("number")
    hand = Hand.objects.filter(table=table, status=HandStatus.COMPLETE).latest("number")
    at = f"{base}/tables/{table.number}"
    pages = [
        BenchPage(name="tournament:home", path="/", reader="public"),
        BenchPage(name="api:events", path="/api/v1/events", reader="public"),
        BenchPage(name="api:seasons", path="/api/v1/seasons", reader="public"),
        BenchPage(name="api:event", path=f"/api/v1/events/{code}", reader="public"),
        *(
            BenchPage(name=f"api:{what}", path=f"/api/v1/events/{code}/{what}", reader="public")
            for what in ("clock", "structure", "payouts", "results", "standings", "seats", "hands")
        ),
        BenchPage(name="tournament:clock", path=f"/t/{code}/clock/", reader="public"),
        BenchPage(name="tables:standings", path=f"/t/{code}/", reader="public"),
        BenchPage(name="tables:standings last page", path=f"/t/{code}/?page=99999", reader="public"),
        BenchPage(name="tables:find_seat", path=f"/t/{code}/seat/?name=ada", reader="public"),
        BenchPage(name="tables:board", path=f"/t/{code}/room/", reader="public"),
        BenchPage(name="tables:draws", path=f"/t/{code}/draws/", reader="public"),
        BenchPage(name="tables:public_hands", path=f"/t/{code}/hands/", reader="public"),
        BenchPage(name="tournament:payouts", path=f"/t/{code}/payouts/", reader="public"),
        BenchPage(name="tournament:points", path=f"/t/{code}/points/", reader="public"),
        BenchPage(
            name="tournament:payouts last page", path=f"/t/{code}/payouts/?page=99999", reader="public"
        ),
        BenchPage(name="tournament:structure", path=f"/t/{code}/structure/", reader="public"),
        BenchPage(name="tables:public_counts_csv", path=f"/t/{code}/counts.csv", reader="public"),
        BenchPage(name="tables:public_counts_json", path=f"/t/{code}/counts.json", reader="public"),
        BenchPage(name="tables:public_counts_text", path=f"/t/{code}/counts.txt", reader="public"),
        BenchPage(name="tournament:structure_sheet", path=f"/t/{code}/structure.pdf", reader="public"),
        BenchPage(name="tournament:prize_sheet", path=f"/t/{code}/prizes.pdf", reader="public"),
        BenchPage(name="tournament:public_results_sheet", path=f"/t/{code}/results.pdf", reader="public"),
        BenchPage(name="tournament:public_results_csv", path=f"/t/{code}/results.csv", reader="public"),
        BenchPage(name="tournament:public_results_xlsx", path=f"/t/{code}/results.xlsx", reader="public"),
        BenchPage(name="tables:my_seat", path=f"/my/{entry.link_secret}/", reader="public"),
        BenchPage(name="tables:my_events", path=f"/my/{entry.link_secret}/events/", reader="public"),
        BenchPage(name="tables:my_hands", path=f"/my/{entry.link_secret}/hands/", reader="public"),
        BenchPage(name="tables:my_results", path=f"/my/{entry.link_secret}/results/", reader="public"),
        BenchPage(name="tables:event_manifest", path=f"/t/{code}/manifest.webmanifest", reader="public"),
        BenchPage(
            name="tables:my_manifest", path=f"/my/{entry.link_secret}/manifest.webmanifest", reader="public"
        ),
        BenchPage(name="tables:my_seat_qr", path=f"/my/{entry.link_secret}/qr.svg", reader="public"),
        BenchPage(name="tournament:floor", path="/floor/"),
        BenchPage(name="tables:console", path=f"{base}/", may_differ_by=OF_ADVICE),
        *(
            BenchPage(name=f"tables:console {part}", path=f"{base}/?part={part}", is_part=True)
            for part in ("status", "grid", "odd", "outlook", "calls", "notes", "tools")
        ),
        BenchPage(
            name="tables:console advice", path=f"{base}/?part=advice", is_part=True, may_differ_by=OF_ADVICE
        ),
        BenchPage(name="tables:console found", path=f"{base}/?part=found&q=ada", is_part=True),
        BenchPage(name="tables:table", path=f"{at}/"),
        BenchPage(name="tables:colour_up", path=f"{at}/?colour_up=race"),
        BenchPage(name="tables:moves", path=f"{base}/moves/", may_differ_by=OF_ADVICE),
        BenchPage(name="tables:plan", path=f"{base}/room/?table={table.number}"),
        BenchPage(name="tables:announce_moves", path=f"{base}/moves/announce/"),
        BenchPage(name="tables:desk", path=f"{base}/desk/?q=ada"),
        BenchPage(name="tables:seat_list", path=f"{base}/desk/seats/"),
        BenchPage(name="tables:sign_in", path=f"{base}/desk/sign-in/"),
        BenchPage(name="tables:badges", path=f"{base}/desk/badges/"),
        BenchPage(name="tables:players", path=f"{base}/players/"),
        BenchPage(name="tables:players last page", path=f"{base}/players/?page=99999"),
        BenchPage(name="tables:export_players", path=f"{base}/players.csv"),
        BenchPage(name="tables:counts_csv", path=f"{base}/counts.csv"),
        BenchPage(name="tables:counts_json", path=f"{base}/counts.json"),
        BenchPage(name="tables:counts_text", path=f"{base}/counts.txt"),
        BenchPage(name="tables:check_in", path=f"{base}/check-in/"),
        BenchPage(name="tables:player", path=f"{base}/people/{entry.player_id}/"),
        BenchPage(name="tables:fairness", path=f"{base}/people/{entry.player_id}/fairness/"),
        BenchPage(name="tables:ticket", path=f"{base}/tickets/{entry.pk}/"),
        BenchPage(name="tables:all_tickets", path=f"{base}/tickets/"),
        BenchPage(name="tables:ticket_pdf", path=f"{base}/tickets/{entry.pk}.pdf"),
        BenchPage(name="tables:chips", path=f"{base}/chips/"),
        BenchPage(name="tables:room_count", path=f"{base}/chips/count/"),
        BenchPage(name="tables:colour_up_sheets", path=f"{base}/chips/sheets/"),
        BenchPage(name="tables:bags", path=f"{base}/bags/?table={table.number}"),
        BenchPage(name="tables:bag_slips", path=f"{base}/bags/slips/"),
        BenchPage(name="tables:bag_restart", path=f"{base}/bags/restart/"),
        BenchPage(name="tables:import", path=f"{base}/import/"),
        BenchPage(name="tables:rules", path=f"{base}/rules/"),
        BenchPage(name="tables:hands", path=f"{base}/hands/"),
        BenchPage(name="tables:table_hands", path=f"{at}/hands/"),
        BenchPage(name="tables:stream_table", path=f"{at}/stream/"),
        BenchPage(name="tables:table_phhs", path=f"{at}/hands.phhs"),
        BenchPage(name="tables:table_ohh", path=f"{at}/hands.ohh"),
        BenchPage(name="tables:table_gfx", path=f"{at}/hands.json"),
        BenchPage(name="tables:hand", path=f"{at}/hands/{hand.number}/"),
        BenchPage(name="tables:hand_phh", path=f"{at}/hands/{hand.number}.phh"),
        BenchPage(name="tables:hand_ohh", path=f"{at}/hands/{hand.number}.ohh"),
        BenchPage(name="tables:verdict", path=f"{base}/verdict/"),
        BenchPage(name="tournament:settings", path=f"{base}/settings/"),
        BenchPage(name="tournament:wall_picture", path=f"{base}/settings/wall/"),
        BenchPage(name="tournament:festival_of_event", path=f"{base}/festival/"),
        BenchPage(name="tournament:seasons_of_event", path=f"{base}/seasons/"),
        BenchPage(name="tournament:points_formula", path=f"{base}/points/"),
        BenchPage(name="tournament:api_tokens", path=f"{base}/interface/"),
        BenchPage(name="tournament:vouchers", path=f"{base}/vouchers/"),
        BenchPage(name="tournament:prices", path=f"{base}/prices/"),
        BenchPage(name="tournament:hooks", path=f"{base}/hooks/"),
        BenchPage(name="tournament:message_services", path=f"{base}/messages/"),
        BenchPage(name="tournament:edit_structure", path=f"{base}/structure/"),
        BenchPage(name="tournament:paste_structure", path=f"{base}/structure/paste/"),
        BenchPage(name="tournament:make_structure", path=f"{base}/structure/make/"),
        BenchPage(name="tournament:what_if", path=f"{base}/structure/what-if/"),
        BenchPage(name="tournament:structure_text", path=f"{base}/structure.csv"),
        BenchPage(name="tournament:staff", path=f"{base}/staff/"),
        BenchPage(name="tournament:clock_controls", path=f"{base}/clock/"),
        BenchPage(name="tournament:screens", path=f"{base}/screens/"),
        BenchPage(name="tournament:screen_rules", path=f"{base}/screens/rules/"),
        BenchPage(name="tournament:house_files", path=f"{base}/screens/files/"),
        BenchPage(name="tournament:house_atom", path="/feed.atom", reader="public"),
        BenchPage(name="tournament:house_json", path="/feed.json", reader="public"),
        BenchPage(name="tables:event_atom", path=f"/t/{code}/feed.atom", reader="public"),
        BenchPage(name="tables:event_json", path=f"/t/{code}/feed.json", reader="public"),
        BenchPage(name="tournament:event_picture", path=f"/t/{code}/picture.png", reader="public"),
        BenchPage(name="tournament:widget", path="/widget.js", reader="public"),
        *(
            BenchPage(name=f"tournament:embed {show}", path=f"/embed/{code}/{show}/", reader="public")
            for show in ("clock", "standings", "payouts")
        ),
        BenchPage(name="tables:overlay", path=f"/t/{code}/overlay/", reader="public"),
        *(
            BenchPage(
                name=f"tables:overlay {show}", path=f"/t/{code}/overlay/?show={show}{late}", reader="public"
            )
            for show in OVERLAYS
            for late in ("", "&delay=600")
        ),
        BenchPage(name="tables:overlay_look", path="/overlay/look.css?ink=ffffff", reader="public"),
        BenchPage(name="tables:event_qr", path=f"/t/{tournament.code}/qr.svg"),
        BenchPage(name="tournament:look", path=f"/t/{tournament.code}/look.css"),
        BenchPage(name="tournament:pay", path=f"{base}/payouts/"),
        BenchPage(name="tournament:results_sheet", path=f"{base}/results.pdf"),
        BenchPage(name="tournament:results_csv", path=f"{base}/results.csv"),
        BenchPage(name="tournament:results_xlsx", path=f"{base}/results.xlsx"),
        BenchPage(name="tournament:pay last page", path=f"{base}/payouts/?page=99999&places=99999"),
        BenchPage(name="tournament:statement", path=f"{base}/statement/"),
        BenchPage(name="tournament:statement last page", path=f"{base}/statement/?page=99999"),
        BenchPage(name="tournament:reconciliation", path=f"{base}/reconciliation/"),
        BenchPage(name="tournament:log", path=f"{base}/log/"),
        BenchPage(name="tournament:log of a table", path=f"{base}/log/?table={table.number}"),
        BenchPage(name="tournament:log of a player", path=f"{base}/log/?player=ada"),
        BenchPage(
            name="tables:tablet_table", path="/tablet/table/", reader="tablet", may_differ_by=OF_A_TABLET
        ),
    ]
    paid = Payout.objects.filter(tournament=tournament, paid_at__isnull=False).first()
    if paid is not None:
        pages.append(BenchPage(name="tournament:payout_slip", path=f"{base}/payouts/{paid.pk}/slip/"))
    return pages


def _busiest_table(tournament: Tournament) -> Table:
    full = Seat.objects.filter(
        table__tournament=tournament, table__status=TableStatus.OPEN, entry__isnull=False
    )
    return full.order_by("-table__hands_dealt", "table__number")[0].table
