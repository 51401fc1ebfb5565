"""Every address and method against everybody who may knock, in one table.

A new address without a row fails here, and so does a row whose address is gone. Whoever adds one
decides in TABLE who may open it; MATRIX says what that means for each visitor.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Final, NamedTuple
from uuid import uuid4

import pytest
from django.http import HttpResponse, HttpResponseBase
from django.test import Client

from tests.breadth import GOES_LONG, sample
from tests.factories.house import VISITORS, House, undone
from tests.security.addresses import Address, all_addresses
from tournament.config import urls

pytestmark = pytest.mark.django_db


class Row(NamedTuple):
    """Who may open an address, by which methods, and what a POST must carry to find its object.

    `post` and `query` may name arguments: "{player_id}". `read`: what reading it answers.
    """

    access: str
    methods: str
    post: Mapping[str, str] = {}
    query: str = ""
    read: str = "200"


READ, WRITE, BOTH = "GET HEAD", "POST", "GET HEAD POST"
A_MOVE = {"from_table": "{number}", "from_seat": "1", "to_table": "{number}", "to_seat": "6"}

# fmt: off
TABLE: Final[dict[str, Row]] = {
    "health":                       Row("public", READ),
    # Public pages
    "tournament:home":              Row("public", READ),
    "tournament:server_now":        Row("public", READ),
    "tournament:calendar":          Row("public", READ),
    "tournament:event_calendar":    Row("public", READ),
    "tournament:house_atom":        Row("public", READ),
    "tournament:house_json":        Row("public", READ),
    "tables:event_atom":            Row("public", READ),
    "tables:event_json":            Row("public", READ),
    "tournament:event_picture":     Row("public", READ),
    "tournament:embed":             Row("public", READ),
    "tournament:widget":            Row("public", READ),
    "tournament:screen":            Row("public", READ),
    "tables:say_move":              Row("floor", WRITE),
    "tables:event_qr":              Row("public", READ),
    "tables:overlay":               Row("public", READ),
    "tables:overlay_look":          Row("public", READ),
    "tournament:house_file":        Row("public", READ),
    "tournament:look":              Row("public", READ),
    "tournament:open_screen":       Row("public", READ),
    "tournament:screen_there":      Row("public", WRITE),
    "tournament:clock":             Row("public", READ),
    "tournament:payouts":           Row("public", READ),
    "tournament:points":            Row("public", READ),
    "tournament:structure":         Row("public", READ),
    "tournament:structure_sheet":   Row("public", READ),
    "tournament:prize_sheet":       Row("public", READ),
    "tournament:public_results_sheet": Row("public", READ),
    "tournament:public_results_csv": Row("public", READ),
    "tournament:public_results_xlsx": Row("public", READ),
    "tournament:trust":             Row("public", READ),
    "tournament:house_certificate": Row("public", READ),
    "tournament:season":            Row("public", READ),
    "tournament:season_sum":        Row("public", READ),
    "tournament:imported_results":  Row("public", READ),
    "tournament:festival":          Row("public", READ),
    "tournament:festival_calendar": Row("public", READ),
    "tables:standings":             Row("public", READ),
    "tables:public_counts_csv":    Row("public", READ),
    "tables:public_counts_json":   Row("public", READ),
    "tables:public_counts_text":   Row("public", READ),
    "tables:find_seat":             Row("public", READ),
    "tables:rounds":                Row("public", READ),
    "tables:board":                 Row("public", READ),
    "tables:draws":                 Row("public", READ),
    "tables:draw":                  Row("public", READ),
    "tables:draw_file":             Row("public", READ),
    "tables:draw_qr":               Row("public", READ),
    "tables:public_hands":          Row("public", READ),
    "tables:public_hand":           Row("public", READ),
    "tables:public_hand_qr":        Row("public", READ),
    "tables:public_hand_picture":   Row("public", READ),
    "tables:public_hand_phh":       Row("public", READ),
    "tables:public_hand_ohh":       Row("public", READ),
    "tables:check_script":          Row("public", READ),
    "tables:check_page":            Row("public", READ),
    "tables:event_manifest":        Row("public", READ),
    "tables:my_seat":               Row("private link", READ),
    "tables:my_manifest":           Row("private link", READ),
    "tables:phone_worker":          Row("public", READ),
    "tables:phone_on":              Row("private link", WRITE),
    "tables:phone_off":             Row("private link", WRITE),
    "tables:message_on":            Row("private link", WRITE),
    "tables:message_off":           Row("private link", WRITE),
    "tables:my_seat_qr":            Row("private link", READ),
    "tables:my_events":             Row("private link", READ),
    "tables:my_hands":              Row("private link", READ),
    "tables:my_results":            Row("private link", READ),
    "tables:choose_my_name":        Row("private link", WRITE, {"way": "name"}),
    "tables:player_results":        Row("public", READ),
    "tables:join_queue":            Row("public", BOTH),
    "tables:queue_place":           Row("private link", READ),
    "tables:leave_queue":           Row("private link", WRITE),
    "tables:report_stack":          Row("private link", WRITE, {"chips": "500"}),
    # The interface
    "api:events":                   Row("public", READ),
    "api:event":                    Row("public", READ),
    "api:clock":                    Row("public", READ),
    "api:structure":                Row("public", READ),
    "api:payouts":                  Row("public", READ),
    "api:results":                  Row("public", READ),
    "api:structure_as_text":        Row("token", "GET HEAD PUT"),
    "api:set_structure":            Row("token", "GET HEAD PUT"),
    "api:standings":                Row("public", READ),
    "api:seats":                    Row("public", READ),
    "api:hands":                    Row("public", READ),
    "api:stream":                   Row("public", READ, read="307"),
    "api:hand":                     Row("public", READ),
    "api:seasons":                  Row("public", READ),
    "api:season":                   Row("public", READ),
    "api:entry_request":            Row("private link", "GET HEAD DELETE"),
    "api:withdraw_request":         Row("private link", "GET HEAD DELETE"),
    "api:entries":                  Row("token", READ),
    "api:request_entry":            Row("token", WRITE),
    "api:prices":                   Row("token", BOTH),
    "api:make_price":               Row("token", BOTH),
    "api:set_price":                Row("token", "PUT DELETE"),
    "api:end_price":                Row("token", "PUT DELETE"),
    "api:give_results":             Row("token", WRITE),
    "api:openapi-json":             Row("public", READ),
    "api:api-root":                 Row("public", READ),
    # Accounts, language, theme
    "tournament:log_in":            Row("public", BOTH),
    "tournament:log_in_by_link":    Row("public", BOTH),
    "tournament:password":          Row("account", BOTH),
    "tournament:account":           Row("account", READ),
    "tournament:second_factor":     Row("account", BOTH),
    "tournament:end_sessions":      Row("account", WRITE, {"session": "others"}),
    "tournament:log_out":           Row("public", WRITE),
    "tournament:choose_language":   Row("public", WRITE),
    "tournament:choose_theme":      Row("public", WRITE),
    # Setting up
    "tournament:floor":             Row("account", READ),
    "tournament:answer_offer":      Row("account", WRITE, {"do": "decline"}),
    "tournament:new":               Row("any director", BOTH),
    "tables:desk_heads":            Row("any staff", WRITE, {"heads": "1"}),
    "tournament:imports":           Row("any director", READ),
    "tournament:take_imports":      Row("any director", WRITE),
    "tournament:forget_import":     Row("any director", WRITE),
    "tournament:forget_imports":    Row("any director", WRITE),
    "tournament:imported_names":    Row("any director", WRITE),
    "tournament:begin_import":      Row("any director", WRITE),
    "tournament:imported_event":    Row("any director", BOTH),
    "tournament:import_version":    Row("any director", WRITE, {"do": "another"}),
    "tournament:remove_import":     Row("any director", WRITE),
    "tournament:make_imported_season": Row("any director", WRITE),
    "tournament:remove_imported_season": Row("any director", WRITE),
    "tournament:settings":          Row("director", BOTH),
    "tournament:wall_picture":      Row("director", READ),
    "tournament:deductions":        Row("director", BOTH),
    "tournament:prices":            Row("director", BOTH),
    "tournament:remove_price":      Row("director", WRITE),
    "tournament:flights":           Row("director", BOTH),
    "tournament:bring_stacks":      Row("director", WRITE),
    "tournament:seasons_of_event":  Row("director", BOTH),
    "tournament:season_rules":      Row("director", BOTH),
    "tournament:leave_season":      Row("director", WRITE),
    "tournament:take_out_imports":  Row("director", WRITE),
    "tournament:put_back_import":   Row("director", WRITE),
    "tournament:take_out_import":   Row("director", WRITE),
    "tournament:freeze_season":     Row("director", WRITE),
    "tournament:pay_season_prize":  Row("director", WRITE),
    "tournament:season_stacks":     Row("director", BOTH),
    "tournament:festival_of_event": Row("director", BOTH),
    "tournament:points_formula":    Row("director", BOTH),
    "tournament:api_tokens":        Row("director", BOTH),
    "tournament:end_api_token":     Row("director", WRITE),
    "tournament:join_festival":     Row("director", WRITE),
    "tournament:leave_festival":    Row("director", WRITE),
    "tournament:name_seats":        Row("director", WRITE),
    "tournament:clone":             Row("director", BOTH),
    "tournament:cancel":            Row("director", BOTH),
    "tournament:edit_structure":    Row("director", BOTH),
    "tournament:paste_structure":   Row("director", BOTH),
    "tournament:make_structure":    Row("director", BOTH),
    "tournament:what_if":           Row("director", BOTH),
    "tournament:structure_text":    Row("director", READ),
    "tournament:hooks":             Row("director", BOTH),
    "tournament:hook":              Row("director", BOTH),
    "tournament:rotate_hook":       Row("director", WRITE),
    "tournament:switch_hook":       Row("director", WRITE, {"is_on": ""}),
    "tournament:remove_hook":       Row("director", WRITE),
    "tournament:test_hook":         Row("director", WRITE),
    "tournament:send_hook_again":   Row("director", WRITE),
    "tournament:message_services":  Row("director", BOTH),
    "tournament:message_service":   Row("director", READ),
    "tournament:switch_message_service": Row("director", WRITE, {"is_on": ""}),
    "tournament:cap_message_service": Row("director", WRITE, {"cap": "100"}),
    "tournament:remove_message_service": Row("director", WRITE),
    "tournament:test_message_service": Row("director", WRITE, {"to": "+39 333 1234567"}),
    "tournament:staff":              Row("director", BOTH),
    "tournament:access_log":         Row("director", READ),
    "tournament:staff_offer":        Row("director", WRITE, {"username": "nobody-of-this-name", "role": "floor"}),
    "tournament:staff_access":       Row("director", WRITE, {"do": "end"}),
    "tournament:staff_link":         Row("director", WRITE),
    "tournament:staff_remove":       Row("director", WRITE),
    # The house
    "tournament:alarms":             Row("any staff", READ),
    # The clock
    "tournament:clock_controls":       Row("floor", READ),
    "tournament:change_clock":  Row("floor", WRITE),
    "tournament:screens":           Row("floor", BOTH),
    "tournament:show_on_screen":    Row("floor", WRITE, {"content": "clock"}),
    "tournament:tell_screens":      Row("floor", BOTH),
    "tournament:end_message":       Row("floor", WRITE),
    "tournament:screen_rules":      Row("floor", BOTH),
    "tournament:switch_screen_rule": Row("floor", WRITE, {"is_on": ""}),
    "tournament:try_screen_rule":   Row("floor", WRITE),
    "tournament:remove_screen_rule": Row("floor", WRITE),
    "tournament:house_files":       Row("floor", BOTH),
    "tournament:remove_file":       Row("floor", WRITE),
    "tournament:screen_in_turn":    Row("floor", BOTH),
    "tournament:look_of_screen":    Row("floor", WRITE, {"theme": "light"}),
    "tournament:volume_of_screen":  Row("floor", WRITE, {"volume": "60"}),
    "tournament:tone_of_screen":    Row("floor", WRITE),
    "tournament:remove_screen":     Row("floor", WRITE),
    "tournament:close_registration": Row("floor", WRITE),
    "tournament:reopen_registration": Row("floor", WRITE),
    "tables:refund_entry":         Row("floor", BOTH),
    "tables:refund_sale":          Row("floor", BOTH),
    "tournament:play_below_minimum": Row("director", WRITE),
    # The console and one table
    "tables:console":               Row("any staff", READ),
    "tables:open_table":            Row("floor", WRITE),
    "tables:hold_all":              Row("floor", WRITE),
    "tables:release_all":           Row("floor", WRITE),
    "tables:cut_deck":              Row("floor", BOTH),
    "tables:beacon":                Row("floor", BOTH),
    "tables:announce_stop":         Row("floor", WRITE, {"kind": "after_hands", "hands": "1"}),
    "tables:stop_to_bag":           Row("floor", WRITE),
    "tables:last_hands":            Row("floor", WRITE),
    "tables:resume_room":           Row("floor", WRITE),
    "tables:next_round":            Row("floor", WRITE),
    "tables:release_run_outs":      Row("floor", WRITE),
    "tables:adopt_computer_time":   Row("director", WRITE),
    "tables:end_stop":              Row("floor", WRITE),
    "tables:mark_done":             Row("floor", WRITE),
    "tables:release_run_out":       Row("floor", WRITE),
    "tables:draw_seats":            Row("floor", WRITE),
    "tables:redraw":                Row("floor", WRITE, {"tables_left": "1"}),
    "tables:answer_call":           Row("floor", WRITE),
    "tables:confirm_ruling":        Row("floor", WRITE),
    "tables:refuse_ruling":         Row("floor", WRITE),
    "tables:finish_message":        Row("floor", WRITE),
    "tables:table":                 Row("any staff", READ),
    "tables:hold":                  Row("floor", WRITE),
    "tables:release":               Row("floor", WRITE),
    "tables:play_on":               Row("floor", WRITE),
    "tables:break_table":           Row("floor", WRITE),
    "tables:send_message":          Row("floor", WRITE),
    "tables:move_player":           Row("floor", WRITE, {"entry": "{entry_id}", "to": "{number}-6"}),
    "tables:correct_stack":         Row("floor", WRITE, query="?seat=1"),
    "tables:colour_up":             Row("floor", WRITE),
    "tables:set_button":            Row("floor", WRITE),
    "tables:absence":               Row("floor", WRITE, {"entry": "{entry_id}", "absent": "1"}),
    "tables:draw_button":           Row("floor", WRITE),
    "tables:deal_seats":            Row("floor", WRITE),
    "tables:bust":                  Row("floor", WRITE, {"out": "{entry_id}", "nobody": "1"}),
    "tables:knock_outs":            Row("floor", BOTH),
    "tables:stream_table":          Row("floor", BOTH),
    "tables:recording":             Row("floor", WRITE, {"recording": "results"}),
    "tables:hand_over":             Row("floor", WRITE),
    "tables:undo_counted_hand":     Row("floor", WRITE),
    "tables:count_stacks":          Row("floor", WRITE, {"stack_1": "9000", "reason": "counted"}),
    "tables:call_clock":            Row("floor", WRITE, {"stop": "0"}),
    "tables:penalty": Row(
        "floor", WRITE, {"entry": "{entry_id}", "give": "warning-0", "offence": "conduct"}
    ),
    "tables:open_dispute":          Row("floor", WRITE, {"about": "reading", "said": "seat 2 had a flush"}),
    "tables:decide_dispute":        Row("floor", WRITE, {"answer": "the pot stands"}),
    "tables:what_counts":           Row("floor", BOTH),
    "tables:leave":                 Row("floor", WRITE, {"entry": "{entry_id}", "why": "surrendered"}),
    "tables:lock_seat":             Row("floor", WRITE, {"seat": "6", "locked": "1"}),
    "tables:pairing_code":          Row("floor", WRITE),
    "tables:revoke":                Row("floor", WRITE),
    # The room as it is set up
    "tables:plan":                  Row("any staff", READ),
    "tables:widen_tables":          Row("floor", WRITE),
    "tables:plan_tables":           Row("floor", WRITE, {"numbers": "91-92", "seats": "6"}),
    "tables:shape_table":           Row("floor", WRITE, {"number": "{number}", "seats": "7"}),
    "tables:remove_table":          Row("floor", WRITE),
    "tables:add_zone":              Row("floor", WRITE, {"name": "Garden"}),
    "tables:change_zone":           Row("floor", WRITE, {"name": "Veranda"}),
    "tables:post_order":            Row("floor", WRITE, {"order": "breaking", "earlier": "{number}"}),
    # Moves
    "tables:moves":                 Row("floor", READ),
    "tables:announce_moves":            Row("floor", READ),
    "tables:apply_move":            Row("floor", WRITE, A_MOVE),
    "tables:apply_moves":           Row("floor", WRITE),
    "tables:high_card":             Row("floor", WRITE),
    "tables:drop_move":             Row("floor", WRITE),
    # Recorded hands and the log
    "tables:hands":                 Row("floor", READ),
    "tables:table_hands":           Row("floor", READ),
    "tables:table_phhs":            Row("floor", READ),
    "tables:table_ohh":             Row("floor", READ),
    "tables:table_gfx":             Row("floor", READ),
    "tables:hand":                  Row("floor", READ),
    "tables:hand_phh":              Row("floor", READ),
    "tables:hand_ohh":              Row("floor", READ),
    "tables:verdict":               Row("floor", READ),
    "tournament:log":               Row("floor", READ),
    "tournament:undo":              Row("floor", WRITE),
    # The registration desk
    "tables:desk":                  Row("any staff", READ),
    "tables:desk_register":         Row("any staff", WRITE, {"player": "{player_id}"}),
    "tables:desk_add":              Row("any staff", WRITE),
    "tables:player":                Row("any staff", BOTH),
    "tables:fairness":              Row("any staff", READ),
    "tables:check_id":              Row("any staff", WRITE),
    "tables:merge_players":         Row("floor", WRITE, {"other": "{player_id}", "keep": "this"}),
    "tables:desk_alternate":         Row("any staff", WRITE, {"do": "seat"}),
    "tables:desk_draw":             Row("floor", WRITE),
    "tables:queue_poster":          Row("any staff", READ),
    "tables:seat_list":             Row("any staff", READ),
    "tables:sign_in":               Row("any staff", READ),
    "tables:badges":                Row("any staff", READ),
    "tables:clear_queue":           Row("any staff", WRITE, {"seen": "{place_id}"}),
    "tables:register_from_queue":   Row("any staff", WRITE),
    "tables:dismiss_from_queue":    Row("any staff", WRITE),
    "tables:check_in":              Row("any staff", READ),
    "tables:open_check_in":         Row("floor", WRITE),
    "tables:remove_no_show":        Row("floor", WRITE),
    "tables:remove_no_shows":       Row("floor", WRITE),
    "tables:arrived":               Row("any staff", WRITE),
    "tables:bags":                  Row("floor", READ),
    "tables:count_bags":            Row("floor", WRITE, {"bag_{entry_id}": "9000"}),
    "tables:undo_with_reason":      Row("floor", BOTH),
    "tables:chips":                 Row("floor", READ),
    "tables:room_count":            Row("floor", READ),
    "tables:ask_for_count":         Row("floor", WRITE),
    "tables:end_count":             Row("floor", WRITE),
    "tables:count_total":           Row("floor", WRITE, {"chips": "9000"}),
    "tables:colour_up_sheets":      Row("floor", READ),
    "tables:count_bags_again":      Row("floor", WRITE, {"second_{entry_id}": "9000"}),
    "tables:accept_bags":           Row("floor", WRITE),
    "tables:bag_slips":             Row("floor", READ),
    "tables:bag_restart":           Row("floor", READ),
    "tables:sell_chips":            Row("any staff", WRITE, {"kind": "rebuy"}),
    "tables:decline_rebuy":         Row("any staff", WRITE),
    "tables:sales":                Row("any staff", READ),
    "tables:collect_sale":          Row("any staff", WRITE),
    "tables:hand_back":             Row("any staff", READ),
    "tables:hand_back_buy_in":      Row("any staff", WRITE),
    "tables:hand_back_no_show":     Row("floor", WRITE),
    "tables:players":               Row("any staff", READ),
    "tables:export_players":        Row("any staff", READ),
    "tables:counts_csv":           Row("any staff", READ),
    "tables:counts_json":          Row("any staff", READ),
    "tables:counts_text":          Row("any staff", READ),
    "tables:void_entry":             Row("any staff", BOTH),
    "tables:paper_kit":             Row("any staff", READ),
    "tables:tickets_pdf":           Row("any staff", READ),
    "tables:all_tickets":           Row("any staff", READ),
    "tables:print_tickets":          Row("any staff", WRITE),
    "tables:ticket":                Row("any staff", READ),
    "tables:ticket_pdf":            Row("any staff", READ),
    "tables:import":                Row("any staff", BOTH),
    "tables:rules":                 Row("floor", READ),
    "tables:set_rule":              Row("director", WRITE),
    # Payouts
    "tournament:vouchers":          Row("any staff", READ),
    "tournament:cash_voucher":      Row("any staff", WRITE),
    "tournament:pay":               Row("any staff", READ),
    "tournament:results_sheet":     Row("any staff", READ),
    "tournament:results_csv":       Row("any staff", READ),
    "tournament:results_xlsx":      Row("any staff", READ),
    "tournament:pay_all":            Row("any staff", WRITE, {"amount": "1"}),
    "tournament:pay_one":           Row("any staff", WRITE),
    "tournament:pay_those_left":    Row("floor", WRITE),
    "tournament:lock_payouts":      Row("director", WRITE),
    "tournament:unlock_payouts":    Row("director", WRITE),
    "tournament:edit_ladder":       Row("director", BOTH),
    "tournament:added_money":        Row("director", BOTH),
    "tournament:void_payment": Row("any staff", BOTH),
    "tournament:payout_slip":       Row("any staff", READ),
    "tournament:add_side_prize":    Row("director", BOTH),
    "tournament:award_side_prize":  Row("director", BOTH),
    "tournament:take_side_prize_back": Row("director", WRITE),
    "tournament:remove_side_prize": Row("director", WRITE),
    "tournament:pay_side_prize":    Row("any staff", WRITE),
    "tournament:void_side_prize":   Row("any staff", WRITE),
    "tournament:side_prize_slip":   Row("any staff", READ),
    "tournament:side_prize_slip_pdf": Row("any staff", READ),
    "tournament:ready_payout":      Row("any staff", WRITE),
    "tournament:not_ready_payout":  Row("any staff", WRITE),
    "tournament:confirm_payment":   Row("floor", WRITE),
    "tournament:withdraw_payment":  Row("any staff", WRITE),
    "tournament:payout_slip_pdf":   Row("any staff", READ),
    "tournament:bounty_slip_pdf":   Row("any staff", READ),
    "tournament:receipt_pdf":       Row("any staff", READ),
    "tournament:bounties":          Row("any staff", READ),
    "tournament:pay_bounties":      Row("any staff", WRITE, {"amount": "1000"}),
    "tournament:forfeit_bounties":  Row("director", WRITE, {"amount": "1000"}),
    "tournament:void_bounties":     Row("any staff", WRITE),
    "tournament:begin_mystery":     Row("director", BOTH),
    "tournament:open_envelope":     Row("any staff", WRITE),
    "tournament:statement":         Row("any staff", READ),
    "tournament:reconciliation":    Row("any staff", READ),
    "tournament:tills":             Row("any staff", BOTH),
    "tournament:till":              Row("any staff", BOTH),
    "tournament:transfer_cash":     Row("any staff", WRITE, {"way": "drop", "amount": "10"}),
    "tournament:undo_transfer":     Row("any staff", WRITE),
    "tournament:day_report":        Row("any staff", READ),
    "tournament:chop":              Row("floor", READ),
    "tournament:propose_chop":      Row("floor", WRITE, {"method": "icm", "left": "0"}),
    "tournament:chop_wall":         Row("floor", WRITE, {"do": "show", "left": "0", "second": "0"}),
    "tournament:custom_chop":       Row("floor", BOTH),
    "tournament:agree_to_chop":     Row("floor", WRITE),
    # The dealer's tablet
    "tables:tablet_pair":           Row("public", BOTH),
    "tables:tablet_pair_link":      Row("public", READ),
    "tables:tablet_table":          Row("tablet", READ),
    "tables:tablet_deal":           Row("tablet", WRITE),
    "tables:tablet_act":            Row("tablet", WRITE),
    "tables:tablet_over":           Row("tablet", WRITE),
    "tables:tablet_count":          Row("tablet", WRITE),
    "tables:tablet_recording":      Row("tablet", WRITE),
    "tables:tablet_rule":            Row("tablet", WRITE),
    "tables:tablet_push":           Row("tablet", WRITE),
    "tables:tablet_clock":          Row("tablet", WRITE),
    "tables:tablet_undo":           Row("tablet", WRITE),
    "tables:tablet_absence":        Row("tablet", WRITE),
    "tables:tablet_sell":           Row("tablet", WRITE),
    "tables:tablet_call":           Row("tablet", WRITE),
    "tables:tablet_read":           Row("tablet", WRITE),
    "tables:tablet_take_over":      Row("tablet", WRITE),
}

# What an address of each kind answers to each visitor: "in", "log in" (a redirect to the log-in),
# or a status. "in" is the view itself: 200 for reading; for writing done, refused or not understood;
# 405 for a method that it does not have.
MATRIX: Final[dict[str, dict[str, str]]] = {
    "public":       dict.fromkeys(VISITORS, "in"),
    # Everybody but the player knows no secret and guesses one.
    "private link": {visitor: "in" if visitor == "player" else "404" for visitor in VISITORS},
    "account": {
        "anonymous": "log in", "player": "log in",
        "no role": "in", "registration": "in", "floor": "in", "director": "in", "director elsewhere": "in",
        "tablet": "log in", "tablet of another table": "log in", "tablet elsewhere": "log in",
        "revoked tablet": "log in", "expired tablet": "log in", "second tablet": "log in",
    },
    "any director": {
        "anonymous": "log in", "player": "log in",
        "no role": "403", "registration": "403", "floor": "403", "director": "in", "director elsewhere": "in",
        "tablet": "log in", "tablet of another table": "log in", "tablet elsewhere": "log in",
        "revoked tablet": "log in", "expired tablet": "log in", "second tablet": "log in",
    },
    "any staff": {
        "anonymous": "log in", "player": "log in",
        "no role": "404", "registration": "in", "floor": "in", "director": "in", "director elsewhere": "404",
        "tablet": "log in", "tablet of another table": "log in", "tablet elsewhere": "log in",
        "revoked tablet": "log in", "expired tablet": "log in", "second tablet": "log in",
    },
    "floor": {
        "anonymous": "log in", "player": "log in",
        "no role": "404", "registration": "403", "floor": "in", "director": "in", "director elsewhere": "404",
        "tablet": "log in", "tablet of another table": "log in", "tablet elsewhere": "log in",
        "revoked tablet": "log in", "expired tablet": "log in", "second tablet": "log in",
    },
    "director": {
        "anonymous": "log in", "player": "log in",
        "no role": "404", "registration": "403", "floor": "403", "director": "in", "director elsewhere": "404",
        "tablet": "log in", "tablet of another table": "log in", "tablet elsewhere": "log in",
        "revoked tablet": "log in", "expired tablet": "log in", "second tablet": "log in",
    },
    # No visitor of the pages is a program with a token: tests/tables/api/test_tokens.py has those.
    "token":        dict.fromkeys(VISITORS, "401"),
    # The table follows from the cookie, never from the address: a tablet opens its own table only.
    "tablet": {
        "anonymous": "401", "player": "401",
        "no role": "401", "registration": "401", "floor": "401", "director": "401", "director elsewhere": "401",
        "tablet": "in", "tablet of another table": "in", "tablet elsewhere": "in", "second tablet": "in",
        "revoked tablet": "410", "expired tablet": "401",
    },
}
# fmt: on

# What the middleware lets by, to ask for something else than a log-in.
OPEN = ("public", "private link", "tablet", "token")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
# How a view is marked by its decorator in `views/access.py`.
DECORATED = {
    "public": "public",
    "private link": "public",
    "token": "token",
    "account": "signed_in",
    "any director": "sets_up",
    "any staff": "staff:director,floor,registration",
    "floor": "staff:director,floor",
    "director": "staff:director",
    "tablet": "dealer",
}
# Arguments that name no row of a tournament: a player is the house's, found at every desk, and so are its
# screens and their files.
NO_ROW = frozenset({"step", "player_id", "screen_id", "link", "file_id", "rule_id", "sha256"})


ADDRESSES = all_addresses()
# An address without a row fails the first test; the others continue without it.
LISTED = [address for address in ADDRESSES if address.name in TABLE]


def values_of(house: House, visitor: str = "director") -> dict[str, object]:
    """What stands for each argument of an address: rows of the director's own tournament."""
    is_player = visitor == "player"
    secret = house.mine.entries[0].link_secret if is_player else "guessed-" + "x" * 35
    queue_secret = house.mine.place.secret if is_player else "guessed-" + "y" * 35
    return {**house.mine.ids(), "secret": secret, "queue_secret": queue_secret, "step": "pause"}


def pairing_values(house: House, address: Address, values: dict[str, object]) -> dict[str, object]:
    """The pairing link calls its pairing code `code`, as tournaments call theirs."""
    return {**values, "code": house.mine.pairing_code} if address.route.startswith("tablet/") else values


def send(client: Client, method: str, address: Address, values: Mapping[str, object]) -> HttpResponseBase:
    row = TABLE[address.name]
    if method == "POST":
        body = {name: text.format_map(values) for name, text in row.post.items()}
        body["key"] = str(uuid4())
        return client.post(address.url(values) + row.query.format_map(values), body)
    return client.generic(method, address.url(values))


def said(response: HttpResponseBase) -> str:
    """The answer in the words of MATRIX."""
    location = response.headers.get("Location", "")
    return "log in" if location.startswith("/login/?next=") else str(response.status_code)


def wanted(row: Row, visitor: str, method: str) -> frozenset[str]:
    """The answers that the table allows."""
    answer = MATRIX[row.access][visitor]
    has_method = method in row.methods.split()
    if row.access in ("private link", "token") and not has_method:
        return frozenset({"405"})
    if answer != "in":
        return frozenset({answer})
    if not has_method:
        return frozenset({"405"})
    return (
        frozenset({"200", "201", "302", "409", "410", "422"}) if method == "POST" else frozenset({row.read})
    )


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert {address.name for address in ADDRESSES} == set(TABLE)
    assert len(ADDRESSES) == len(TABLE), "two addresses share a name"
    assert all(set(kinds) == set(VISITORS) for kinds in MATRIX.values())


def test_every_view_carries_the_decorator_of_its_row() -> None:
    marks = {a.name: getattr(a.view, "access", None) for a in ADDRESSES if a.name != "health"}
    assert marks == {name: DECORATED[row.access] for name, row in TABLE.items() if name != "health"}


def test_views_that_need_no_log_in_are_these_and_no_others() -> None:
    """Whatever is not named here is closed by the middleware, decorator or not."""
    open_views = {a.name for a in ADDRESSES if not getattr(a.view, "login_required", True)}
    assert open_views == {n for n, row in TABLE.items() if row.access in OPEN}


@pytest.fixture
def bare_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals without their pages: thousands are counted here, and `test_responses` reads the pages."""
    for status in (403, 404):
        monkeypatch.setattr(
            urls,
            f"handler{status}",
            lambda _request, exception, status=status: HttpResponse(status=status),  # noqa: ARG005  # Django's word
            raising=False,
        )


# What a door of a kind answers is decided by its decorator, which is tested above for each of them.
STEP = sample("every so many addresses knocked at")


def doors_of(visitor: str) -> list[Address]:
    """Of each kind of address every twelfth, another one for each visitor, and one of each kind at least."""
    turn = VISITORS.index(visitor)
    kinds = [[address for address in LISTED if TABLE[address.name].access == kind] for kind in MATRIX]
    return [address for kind in kinds for address in (kind[turn % STEP :: STEP] or kind[:1])]


def methods_tried(row: Row, number: int) -> tuple[str, ...]:
    """One that the address has and one that it has not, in turn; in `make test-long` all that it has.

    A visitor who is turned away is so whatever the method; one who is let in hears 405 where there is no such method.
    """
    has = row.methods.split()
    has_not = [method for method in METHODS if method not in has]
    if GOES_LONG:
        return *has, has_not[number % len(has_not)]
    return has[number % len(has)], has_not[number % len(has_not)]


@pytest.mark.sampled
@pytest.mark.rule("S-016")
@pytest.mark.one_database
@pytest.mark.parametrize("visitor", VISITORS)
def test_every_address_and_method_answers_every_visitor_as_the_table_says(
    house: House, bare_errors: None, visitor: str
) -> None:
    client, wrong = house.client(visitor), []
    for number, address in enumerate(doors_of(visitor)):
        row = TABLE[address.name]
        values = pairing_values(house, address, values_of(house, visitor))
        for method in methods_tried(row, number):
            # What may write is undone.
            with nullcontext() if method in READ.split() else undone(client):
                answer = said(send(client, method, address, values))
            if answer not in (expected := wanted(row, visitor, method)):
                wrong.append(f"{method} {address.name} by {visitor}: {answer}, not {sorted(expected)}")
    assert not wrong, "\n".join(wrong)


def arguments_tried(address: Address, number: int) -> set[str]:
    """All but the code of the tournament, which one decorator finds for all of the staff's addresses: it is tried at
    one of these in so many.
    """
    is_tried = number % STEP == 0 or TABLE[address.name].access not in ("any staff", "floor", "director")
    return set(address.arguments) - (set() if is_tried else {"code"})


def methods_that_differ(row: Row) -> list[str]:
    """Those of the address; HEAD, which the same code answers as GET, in `make test-long`."""
    return [method for method in row.methods.split() if GOES_LONG or method != "HEAD"]


@pytest.mark.sampled
def test_no_row_of_another_tournament_opens_under_my_code(house: House, bare_errors: None) -> None:
    """Each argument in turn names a row of the other director's; the code stays mine, then becomes his."""
    director = house.client("director")
    mine, theirs = values_of(house), {**values_of(house), **house.theirs.ids()}
    opened: list[str] = []
    tried = 0
    for number, address in enumerate(LISTED):
        row = TABLE[address.name]
        if row.access not in ("any staff", "floor", "director"):
            continue
        for argument in arguments_tried(address, number) - NO_ROW:
            assert mine[argument] != theirs[argument], f"{argument} is the same in both tournaments"
            for method in methods_that_differ(row):
                tried += 1
                with undone():
                    values = {**mine, argument: theirs[argument]}
                    answer = send(director, method, address, values).status_code
                if answer != 404:
                    opened.append(f"{method} {address.name} with a foreign {argument}: {answer}")
    assert not opened, "\n".join(opened)
    assert tried >= 100


# What a page of the house showed may be gone when it is tapped a second time: that leads back to the page.
GONE_AS_WANTED = {
    "tournament:forget_import",
    "tournament:import_version",
    "tournament:remove_import",
    "tournament:remove_imported_season",
}


@pytest.mark.sampled
def test_what_does_not_exist_is_not_found_and_tells_nothing(house: House, bare_errors: None) -> None:
    director = house.client("director")
    wrong = []
    for number, address in enumerate(LISTED):
        methods = methods_that_differ(TABLE[address.name])
        for argument in arguments_tried(address, number) - {"secret", "queue_secret"}:
            row = TABLE[address.name]
            # Without a token nobody hears what there is.
            if row.access == "token" or (row.access == "public" and address.route.startswith("tablet/")):
                continue
            values = pairing_values(house, address, values_of(house))
            nothing = 987_654 if isinstance(values[argument], int) else "NOTHING"
            # What is not there is looked for before the method matters: one in turn, in `make test-long` each.
            for method in methods if GOES_LONG else [methods[number % len(methods)]]:
                with undone():
                    answer = send(director, method, address, {**values, argument: nothing}).status_code
                is_gone = method == "POST" and address.name in GONE_AS_WANTED and answer == 302
                if answer != 404 and not is_gone:
                    wrong.append(f"{method} {address.name} without its {argument}: {answer}")
    assert not wrong, "\n".join(wrong)


def test_static_files_are_for_everybody_to_read_and_for_nobody_to_write(house: House) -> None:
    for visitor, client in house.clients().items():
        url = "/static/tournament/base.css"
        answers = {method: client.generic(method, url).status_code for method in METHODS}
        refused = dict.fromkeys(METHODS, 405)
        assert answers == {**refused, "GET": 200, "HEAD": 200}, visitor
