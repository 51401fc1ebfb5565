"""Addresses of the tournament app: the public's, everybody's account, setting up, and what the floor does."""

from django.urls import path

from tournament.views import (
    accounts,
    addresses,
    clock,
    house_files,
    log,
    my_account,
    public,
    registration,
    screen_rules,
    screens,
    televisions,
)
from tournament.views.house import alarms
from tournament.views.payouts import (
    added_money,
    books,
    bounties,
    chops,
    held,
    locked_ladder,
    mystery,
    pay_all,
    prizes,
    side_prizes,
    slips,
    tills,
)
from tournament.views.setup import deductions, flights, prices, staff, structure, tournaments, wall_picture

app_name = "tournament"

# Public pages, without an account.
PUBLIC = [
    path("", public.home, name="home"),
    path("calendar.ics", public.calendar, name="calendar"),
    path("t/<code>/event.ics", public.event_calendar, name="event_calendar"),
    path("now/", public.server_now, name="server_now"),
    path("screen/", televisions.screen, name="screen"),
    path("screen/open/<link>/", televisions.open_screen, name="open_screen"),
    path("screen/there/", televisions.there, name="screen_there"),
    path("files/<sha256>/", house_files.file, name="house_file"),
    path("t/<code>/look.css", house_files.look, name="look"),
    path("t/<code>/clock/", public.clock, name="clock"),
    path("t/<code>/payouts/", public.payouts, name="payouts"),
    path("t/<code>/structure/", public.structure, name="structure"),
    path("trust/", addresses.trust, name="trust"),
    path("trust/floorman.crt", addresses.house_certificate, name="house_certificate"),
]

# Logging in and out, and the reader's language and theme.
ACCOUNT = [
    path("login/", accounts.log_in, name="log_in"),
    path("login/<secret>/", accounts.log_in_by_link, name="log_in_by_link"),
    path("password/", accounts.password, name="password"),
    path("account/", my_account.account, name="account"),
    path("account/second-factor/", my_account.second_factor, name="second_factor"),
    path("account/sessions/end/", my_account.end, name="end_sessions"),
    path("logout/", accounts.log_out, name="log_out"),
    path("language/", accounts.choose_language, name="choose_language"),
    path("theme/", accounts.choose_theme, name="choose_theme"),
]

# The director sets a tournament up: its settings, its structure and its staff.
SETUP = [
    path("floor/", tournaments.floor, name="floor"),
    path("floor/new/", tournaments.new, name="new"),
    path("offers/<code>/", tournaments.answer, name="answer_offer"),
    path("floor/<code>/settings/", tournaments.settings, name="settings"),
    path("floor/<code>/settings/wall/", wall_picture.wall_picture, name="wall_picture"),
    path("floor/<code>/deductions/", deductions.deductions, name="deductions"),
    path("floor/<code>/prices/", prices.prices, name="prices"),
    path("floor/<code>/prices/remove/", prices.remove, name="remove_price"),
    path("floor/<code>/flights/", flights.flights, name="flights"),
    path("floor/<code>/flights/bring/", flights.bring, name="bring_stacks"),
    path("floor/<code>/clone/", tournaments.clone, name="clone"),
    path("floor/<code>/cancel/", tournaments.cancel, name="cancel"),
    path("floor/<code>/structure/", structure.edit, name="edit_structure"),
    path("floor/<code>/staff/", staff.members, name="staff"),
    path("floor/<code>/staff/log/", staff.access_log, name="access_log"),
    path("floor/<code>/staff/offer/", staff.offer, name="staff_offer"),
    path("floor/<code>/staff/<int:member_id>/access/", staff.change_access, name="staff_access"),
    path("floor/<code>/staff/<int:member_id>/link/", staff.make_link, name="staff_link"),
    path("floor/<code>/staff/<int:member_id>/remove/", staff.remove, name="staff_remove"),
]

# The floor: alarms of the house, the clock, late registration, payouts, the books and the log.
FLOOR = [
    path("floor/<code>/alarms/", alarms.alarms, name="alarms"),
    path("floor/<code>/clock/", clock.panel, name="clock_controls"),
    path("floor/<code>/screens/", screens.screens, name="screens"),
    path("floor/<code>/screens/files/", house_files.files, name="house_files"),
    path("floor/<code>/screens/files/<int:file_id>/remove/", house_files.remove, name="remove_file"),
    path("floor/<code>/screens/rules/", screen_rules.rules, name="screen_rules"),
    path("floor/<code>/screens/rules/<int:rule_id>/", screen_rules.switch, name="switch_screen_rule"),
    path("floor/<code>/screens/rules/<int:rule_id>/try/", screen_rules.try_out, name="try_screen_rule"),
    path("floor/<code>/screens/rules/<int:rule_id>/remove/", screen_rules.remove, name="remove_screen_rule"),
    path("floor/<code>/screens/message/", screens.tell, name="tell_screens"),
    path("floor/<code>/screens/message/<int:screen_message_id>/end/", screens.end, name="end_message"),
    path("floor/<code>/screens/<int:screen_id>/", screens.show, name="show_on_screen"),
    path("floor/<code>/screens/<int:screen_id>/in-turn/", screens.in_turn, name="screen_in_turn"),
    path("floor/<code>/screens/<int:screen_id>/look/", screens.look, name="look_of_screen"),
    path("floor/<code>/screens/<int:screen_id>/volume/", screens.volume, name="volume_of_screen"),
    path("floor/<code>/screens/<int:screen_id>/tone/", screens.tone, name="tone_of_screen"),
    path("floor/<code>/screens/<int:screen_id>/remove/", screens.remove, name="remove_screen"),
    path("floor/<code>/clock/<step>/", clock.change, name="change_clock"),
    path("floor/<code>/registration/close/", registration.close, name="close_registration"),
    path("floor/<code>/registration/reopen/", registration.reopen, name="reopen_registration"),
    path("floor/<code>/minimum/waive/", registration.play_below_minimum, name="play_below_minimum"),
    path("floor/<code>/payouts/", prizes.payouts, name="pay"),
    path("floor/<code>/payouts/lock/", locked_ladder.lock, name="lock_payouts"),
    path("floor/<code>/payouts/unlock/", locked_ladder.unlock, name="unlock_payouts"),
    path("floor/<code>/payouts/ladder/", locked_ladder.edit, name="edit_ladder"),
    path("floor/<code>/payouts/added/", added_money.added_money, name="added_money"),
    path("floor/<code>/payouts/<int:payout_id>/pay/", prizes.pay, name="pay_one"),
    path("floor/<code>/payouts/entries/<int:entry_id>/pay/", pay_all.pay_all, name="pay_all"),
    path("floor/<code>/payouts/<int:payout_id>/ready/", prizes.ready, name="ready_payout"),
    path("floor/<code>/payouts/<int:payout_id>/not-ready/", prizes.not_ready, name="not_ready_payout"),
    path("floor/<code>/payouts/held/<int:held_id>/confirm/", held.confirm, name="confirm_payment"),
    path("floor/<code>/payouts/held/<int:held_id>/withdraw/", held.withdraw, name="withdraw_payment"),
    path("floor/<code>/payouts/<int:payout_id>/void/", prizes.void, name="void_payment"),
    path("floor/<code>/payouts/<int:payout_id>/slip/", slips.prize_page, name="payout_slip"),
    path("floor/<code>/payouts/<int:payout_id>/slip.pdf", slips.prize, name="payout_slip_pdf"),
    path("floor/<code>/side-prizes/", side_prizes.add, name="add_side_prize"),
    path("floor/<code>/side-prizes/<int:side_prize_id>/award/", side_prizes.award, name="award_side_prize"),
    path(
        "floor/<code>/side-prizes/<int:side_prize_id>/take-back/",
        side_prizes.take_back,
        name="take_side_prize_back",
    ),
    path(
        "floor/<code>/side-prizes/<int:side_prize_id>/remove/", side_prizes.remove, name="remove_side_prize"
    ),
    path("floor/<code>/side-prizes/<int:side_prize_id>/pay/", side_prizes.pay, name="pay_side_prize"),
    path("floor/<code>/side-prizes/<int:side_prize_id>/void/", side_prizes.void, name="void_side_prize"),
    path("floor/<code>/side-prizes/<int:side_prize_id>/slip/", slips.side_prize_page, name="side_prize_slip"),
    path(
        "floor/<code>/side-prizes/<int:side_prize_id>/slip.pdf", slips.side_prize, name="side_prize_slip_pdf"
    ),
    path("floor/<code>/bounties/", bounties.bounties, name="bounties"),
    path("floor/<code>/bounties/<int:entry_id>/pay/", bounties.pay, name="pay_bounties"),
    path("floor/<code>/bounties/<int:entry_id>/forfeit/", bounties.forfeit, name="forfeit_bounties"),
    path("floor/<code>/bounties/<int:payment_id>/void/", bounties.void, name="void_bounties"),
    path("floor/<code>/bounties/envelopes/", mystery.begin, name="begin_mystery"),
    path(
        "floor/<code>/bounties/envelopes/<int:envelope_id>/open/",
        bounties.open_one,
        name="open_envelope",
    ),
    path("floor/<code>/bounties/<int:payment_id>/slip.pdf", slips.bounties, name="bounty_slip_pdf"),
    path("floor/<code>/entries/<int:entry_id>/receipt.pdf", slips.receipt, name="receipt_pdf"),
    path("floor/<code>/statement/", books.statement, name="statement"),
    path("floor/<code>/reconciliation/", books.reconciliation, name="reconciliation"),
    path("floor/<code>/tills/", tills.tills, name="tills"),
    path("floor/<code>/tills/day/", tills.day_report, name="day_report"),
    path("floor/<code>/tills/<int:till_id>/", tills.till, name="till"),
    path("floor/<code>/tills/<int:till_id>/transfer/", tills.transfer, name="transfer_cash"),
    path("floor/<code>/tills/transfers/<int:transfer_id>/undo/", tills.undo, name="undo_transfer"),
    path("floor/<code>/chop/", chops.chop, name="chop"),
    path("floor/<code>/chop/propose/", chops.propose, name="propose_chop"),
    path("floor/<code>/chop/wall/", chops.wall, name="chop_wall"),
    path("floor/<code>/chop/custom/", chops.custom, name="custom_chop"),
    path("floor/<code>/chop/<int:chop_id>/agree/<int:entry_id>/", chops.agree, name="agree_to_chop"),
    path("floor/<code>/log/", log.log, name="log"),
    path("floor/<code>/log/<int:line_id>/undo/", log.undo, name="undo"),
]

urlpatterns = [*PUBLIC, *ACCOUNT, *SETUP, *FLOOR]
