"""The floor's console: /floor/<code>/ with its grid of tables, and what is done to a table."""

from django.urls import path

from tables.views import colour_up, console, table

urlpatterns = [
    path("floor/<code>/", console.console, name="console"),
    path("floor/<code>/tables/open/", console.open_new_table, name="open_table"),
    path("floor/<code>/tables/hold/", console.hold_all, name="hold_all"),
    path("floor/<code>/tables/release/", console.release_all, name="release_all"),
    path("floor/<code>/draw/", console.draw_seats, name="draw_seats"),
    path("floor/<code>/redraw/", console.redraw, name="redraw"),
    path("floor/<code>/calls/<int:message_id>/", console.answer_call, name="answer_call"),
    path("floor/<code>/calls/<int:message_id>/confirm/", console.confirm, name="confirm_ruling"),
    path("floor/<code>/calls/<int:message_id>/refuse/", console.refuse, name="refuse_ruling"),
    path("floor/<code>/messages/<int:message_id>/done/", console.finish_message, name="finish_message"),
    path("floor/<code>/tables/<int:number>/", table.table, name="table"),
    path("floor/<code>/tables/<int:number>/hold/", table.hold, name="hold"),
    path("floor/<code>/tables/<int:number>/release/", table.release, name="release"),
    path("floor/<code>/tables/<int:number>/break/", table.break_up, name="break_table"),
    path("floor/<code>/tables/<int:number>/message/", table.send_message, name="send_message"),
    path("floor/<code>/tables/<int:number>/move/", table.move, name="move_player"),
    path("floor/<code>/tables/<int:number>/correct/", table.correct, name="correct_stack"),
    path("floor/<code>/tables/<int:number>/colour-up/", colour_up.colour_up, name="colour_up"),
    path("floor/<code>/tables/<int:number>/lock/", table.lock, name="lock_seat"),
    path("floor/<code>/tables/<int:number>/pairing/", table.make_code, name="pairing_code"),
    path("floor/<code>/tables/<int:number>/revoke/<int:device_id>/", table.revoke, name="revoke"),
]
