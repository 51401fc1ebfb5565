"""Addresses of the tables app: the public's, the floor's, the registration desk's and the dealer's tablet."""

from django.urls import path

from tables.views import public, queue
from tables.views.console import (
    button,
    by_hand,
    colour_up,
    computer_time,
    knock_outs,
    moves,
    overview,
    paper,
    people,
    plan,
    stops,
    table,
)
from tables.views.desk import (
    bags,
    check_in,
    chip_sales,
    entries,
    handing_back,
    importing,
    players,
    rules_in_force,
    sale_list,
    seat_list,
    tickets,
)
from tables.views.desk import queue as desk_queue
from tables.views.hands import disputes, gesture, history, verdict
from tables.views.tablet import pairing
from tables.views.tablet import table as tablet

app_name = "tables"

# Public pages that know seats: standings, find my seat, my seat.
PUBLIC = [
    path("t/<code>/", public.standings, name="standings"),
    path("t/<code>/qr.svg", public.event_qr, name="event_qr"),
    path("t/<code>/seat/", public.find_seat, name="find_seat"),
    path("t/<code>/room/", public.board, name="board"),
    path("t/<code>/hand-for-hand/", public.rounds, name="rounds"),
    path("t/<code>/register/", queue.join, name="join_queue"),
    path("my/queue/<queue_secret>/", queue.place, name="queue_place"),
    path("my/queue/<queue_secret>/leave/", queue.leave, name="leave_queue"),
    path("my/<secret>/", public.my_seat, name="my_seat"),
    path("my/<secret>/qr.svg", public.my_seat_qr, name="my_seat_qr"),
]

# The floor's console: the grid of tables, what is done to one of them, and the moves between them.
CONSOLE = [
    path("floor/<code>/", overview.console, name="console"),
    path("floor/<code>/tables/open/", overview.open_new_table, name="open_table"),
    path("floor/<code>/tables/hold/", overview.hold_all, name="hold_all"),
    path("floor/<code>/tables/release/", overview.release_all, name="release_all"),
    path("floor/<code>/stop/", stops.announce, name="announce_stop"),
    path("floor/<code>/stop/last-hands/", stops.last_hands, name="last_hands"),
    path("floor/<code>/stop/resume/", stops.resume, name="resume_room"),
    path("floor/<code>/stop/next/", stops.next_round, name="next_round"),
    path("floor/<code>/stop/run-outs/", stops.release_all_run_outs, name="release_run_outs"),
    path("floor/<code>/computer-time/", computer_time.adopt, name="adopt_computer_time"),
    path("floor/<code>/stop/end/", stops.end, name="end_stop"),
    path("floor/<code>/tables/<int:number>/done/", stops.mark_done, name="mark_done"),
    path("floor/<code>/tables/<int:number>/run-out/", stops.release_run_out, name="release_run_out"),
    path("floor/<code>/draw/", overview.draw_seats, name="draw_seats"),
    path("floor/<code>/redraw/", overview.redraw, name="redraw"),
    path("floor/<code>/calls/<int:message_id>/", overview.answer_call, name="answer_call"),
    path("floor/<code>/calls/<int:message_id>/confirm/", overview.confirm, name="confirm_ruling"),
    path("floor/<code>/calls/<int:message_id>/refuse/", overview.refuse, name="refuse_ruling"),
    path("floor/<code>/messages/<int:message_id>/done/", overview.finish_message, name="finish_message"),
    path("floor/<code>/tables/<int:number>/", table.table, name="table"),
    path("floor/<code>/tables/<int:number>/hold/", table.hold, name="hold"),
    path("floor/<code>/tables/<int:number>/release/", table.release, name="release"),
    path("floor/<code>/tables/<int:number>/play-on/", table.play_on, name="play_on"),
    path("floor/<code>/tables/<int:number>/break/", table.break_up, name="break_table"),
    path("floor/<code>/tables/<int:number>/message/", table.send_message, name="send_message"),
    path("floor/<code>/tables/<int:number>/move/", table.move, name="move_player"),
    path("floor/<code>/tables/<int:number>/correct/", table.correct, name="correct_stack"),
    path("floor/<code>/tables/<int:number>/colour-up/", colour_up.colour_up, name="colour_up"),
    path("floor/<code>/tables/<int:number>/button/", button.set_button, name="set_button"),
    path("floor/<code>/tables/<int:number>/absence/", people.absence, name="absence"),
    path("floor/<code>/tables/<int:number>/button/cards/", button.draw_button, name="draw_button"),
    path("floor/<code>/tables/<int:number>/clock/", people.clock, name="call_clock"),
    path("floor/<code>/tables/<int:number>/penalty/", people.penalty, name="penalty"),
    path("floor/<code>/tables/<int:number>/leave/", people.leave, name="leave"),
    path("floor/<code>/tables/<int:number>/bust/", by_hand.bust, name="bust"),
    path("floor/<code>/knock-outs/<int:line_id>/", knock_outs.knock_outs, name="knock_outs"),
    path("floor/<code>/tables/<int:number>/recording/", by_hand.recording, name="recording"),
    path("floor/<code>/tables/<int:number>/over/", by_hand.hand_over, name="hand_over"),
    path("floor/<code>/tables/<int:number>/over/undo/", by_hand.undo_hand, name="undo_counted_hand"),
    path("floor/<code>/tables/<int:number>/count/", by_hand.count, name="count_stacks"),
    path("floor/<code>/tables/<int:number>/lock/", table.lock, name="lock_seat"),
    path("floor/<code>/tables/<int:number>/pairing/", table.make_code, name="pairing_code"),
    path("floor/<code>/tables/<int:number>/revoke/<int:device_id>/", table.revoke, name="revoke"),
    path("floor/<code>/room/", plan.plan, name="plan"),
    path("floor/<code>/room/tables/", plan.add_tables, name="plan_tables"),
    path("floor/<code>/room/tables/<int:number>/", plan.shape, name="shape_table"),
    path("floor/<code>/room/tables/<int:number>/remove/", plan.remove, name="remove_table"),
    path("floor/<code>/room/zones/", plan.add_zone, name="add_zone"),
    path("floor/<code>/room/zones/<int:zone_id>/", plan.change_zone, name="change_zone"),
    path("floor/<code>/room/order/", plan.order, name="post_order"),
    path("floor/<code>/moves/", moves.moves, name="moves"),
    path("floor/<code>/moves/apply/", moves.apply_one, name="apply_move"),
    path("floor/<code>/moves/high-card/", moves.high_card, name="high_card"),
    path("floor/<code>/moves/apply-all/", moves.apply_all, name="apply_moves"),
    path("floor/<code>/moves/<int:move_id>/drop/", moves.drop, name="drop_move"),
    path("floor/<code>/moves/<int:move_id>/say/", moves.say, name="say_move"),
    path("floor/<code>/moves/announce/", moves.announce, name="announce_moves"),
]

# The registration desk: entries, players, seat tickets, an import, and the rules in force.
DESK = [
    path("floor/<code>/desk/", entries.desk, name="desk"),
    path("floor/<code>/desk/seats/", seat_list.seats, name="seat_list"),
    path("floor/<code>/desk/register/", entries.register, name="desk_register"),
    path("floor/<code>/desk/add/", entries.add, name="desk_add"),
    path("floor/<code>/desk/waiting/<int:entry_id>/", entries.alternate, name="desk_alternate"),
    path("floor/<code>/desk/queue/poster/", desk_queue.poster, name="queue_poster"),
    path("floor/<code>/desk/queue/clear/", desk_queue.clear, name="clear_queue"),
    path("floor/<code>/desk/queue/<int:place_id>/", desk_queue.register, name="register_from_queue"),
    path("floor/<code>/desk/queue/<int:place_id>/dismiss/", desk_queue.dismiss, name="dismiss_from_queue"),
    path("floor/<code>/desk/draw/", entries.draw, name="desk_draw"),
    path("floor/<code>/check-in/", check_in.check_in, name="check_in"),
    path("floor/<code>/check-in/open/", check_in.open_, name="open_check_in"),
    path("floor/<code>/check-in/no-shows/", check_in.remove, name="remove_no_shows"),
    path("floor/<code>/check-in/<int:entry_id>/", check_in.arrived, name="arrived"),
    path("floor/<code>/check-in/<int:entry_id>/no-show/", check_in.remove_one, name="remove_no_show"),
    path("floor/<code>/hand-back/", handing_back.queue, name="hand_back"),
    path("floor/<code>/hand-back/<int:entry_id>/", handing_back.buy_in, name="hand_back_buy_in"),
    path("floor/<code>/hand-back/<int:entry_id>/no-show/", handing_back.no_show, name="hand_back_no_show"),
    path("floor/<code>/bags/", bags.bags, name="bags"),
    path("floor/<code>/bags/accept/", bags.accept, name="accept_bags"),
    path("floor/<code>/bags/slips/", bags.slips, name="bag_slips"),
    path("floor/<code>/bags/<int:number>/", bags.count, name="count_bags"),
    path("floor/<code>/entries/<int:entry_id>/sell/", chip_sales.sell, name="sell_chips"),
    path("floor/<code>/entries/<int:entry_id>/no-rebuy/", chip_sales.decline, name="decline_rebuy"),
    path("floor/<code>/sales/", sale_list.sales, name="sales"),
    path("floor/<code>/sales/<int:sale_id>/collect/", chip_sales.collect, name="collect_sale"),
    path("floor/<code>/sales/<int:sale_id>/refund/", chip_sales.refund, name="refund_sale"),
    path("floor/<code>/players/", entries.players, name="players"),
    path("floor/<code>/players.csv", players.export, name="export_players"),
    path("floor/<code>/players/<int:entry_id>/void/", entries.void, name="void_entry"),
    path("floor/<code>/players/<int:entry_id>/refund/", entries.refund, name="refund_entry"),
    path("floor/<code>/people/<int:player_id>/", players.player, name="player"),
    path("floor/<code>/people/<int:player_id>/id/", players.check_id, name="check_id"),
    path("floor/<code>/people/<int:player_id>/merge/", players.merge, name="merge_players"),
    path("floor/<code>/paper-kit.pdf", paper.kit, name="paper_kit"),
    path("floor/<code>/tickets.pdf", tickets.all_pdf, name="tickets_pdf"),
    path("floor/<code>/tickets/", tickets.all_tickets, name="all_tickets"),
    path("floor/<code>/tickets/print/", tickets.print_all, name="print_tickets"),
    path("floor/<code>/tickets/<int:entry_id>/", tickets.page, name="ticket"),
    path("floor/<code>/tickets/<int:entry_id>.pdf", tickets.pdf, name="ticket_pdf"),
    path("floor/<code>/import/", importing.import_players, name="import"),
    path("floor/<code>/rules/", rules_in_force.in_force, name="rules"),
    path("floor/<code>/rules/set/", rules_in_force.set_rule, name="set_rule"),
]

# Recorded hands, their export, and which of some hands wins.
HANDS = [
    path("floor/<code>/hands/", history.tables_with_hands, name="hands"),
    path("floor/<code>/tables/<int:number>/hands/", history.table_hands, name="table_hands"),
    path("floor/<code>/tables/<int:number>/hands.phhs", history.export_table, name="table_phhs"),
    path("floor/<code>/tables/<int:number>/hands.ohh", history.export_table_ohh, name="table_ohh"),
    path("floor/<code>/tables/<int:number>/hands/<int:hand_number>/", history.hand, name="hand"),
    path(
        "floor/<code>/tables/<int:number>/hands/<int:hand_number>/dispute/",
        disputes.open_,
        name="open_dispute",
    ),
    path("floor/<code>/disputes/<int:dispute_id>/", disputes.decide, name="decide_dispute"),
    path(
        "floor/<code>/tables/<int:number>/hands/<int:hand_number>.phh", history.export_hand, name="hand_phh"
    ),
    path(
        "floor/<code>/tables/<int:number>/hands/<int:hand_number>.ohh",
        history.export_hand_ohh,
        name="hand_ohh",
    ),
    path("floor/<code>/tables/<int:number>/what-counts/", gesture.what_counts, name="what_counts"),
    path("floor/<code>/verdict/", verdict.verdict, name="verdict"),
]

# The dealer's tablet: pairing and one table, everything under /tablet/.
TABLET = [
    path("tablet/", pairing.pair, name="tablet_pair"),
    path("tablet/pair/<code>/", pairing.pair_by_link, name="tablet_pair_link"),
    path("tablet/table/", tablet.table, name="tablet_table"),
    path("tablet/table/deal/", tablet.deal, name="tablet_deal"),
    path("tablet/table/over/", tablet.over, name="tablet_over"),
    path("tablet/table/count/", tablet.count, name="tablet_count"),
    path("tablet/table/recording/", tablet.recording, name="tablet_recording"),
    path("tablet/table/act/", tablet.act, name="tablet_act"),
    path("tablet/table/rule/", tablet.rule, name="tablet_rule"),
    path("tablet/table/push/", tablet.push, name="tablet_push"),
    path("tablet/table/clock/", tablet.clock, name="tablet_clock"),
    path("tablet/table/undo/", tablet.undo, name="tablet_undo"),
    path("tablet/table/absence/", tablet.absence, name="tablet_absence"),
    path("tablet/table/sell/", tablet.sell, name="tablet_sell"),
    path("tablet/table/call/", tablet.call, name="tablet_call"),
    path("tablet/table/read/", tablet.read, name="tablet_read"),
    path("tablet/table/take-over/", tablet.take_over, name="tablet_take_over"),
]

urlpatterns = [*PUBLIC, *CONSOLE, *DESK, *HANDS, *TABLET]
