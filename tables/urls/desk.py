"""The registration desk: /floor/<code>/desk/, players, tickets, import; and the rules in force."""

from django.urls import path

from tables.views import desk, imports, people, rules, tickets

urlpatterns = [
    path("floor/<code>/desk/", desk.desk, name="desk"),
    path("floor/<code>/desk/register/", desk.register, name="desk_register"),
    path("floor/<code>/desk/add/", desk.add, name="desk_add"),
    path("floor/<code>/desk/draw/", desk.draw, name="desk_draw"),
    path("floor/<code>/players/", desk.players, name="players"),
    path("floor/<code>/players/<int:entry_id>/take-back/", desk.take_back, name="take_back"),
    path("floor/<code>/people/<int:player_id>/", people.player, name="player"),
    path("floor/<code>/people/<int:player_id>/merge/", people.merge, name="merge_players"),
    path("floor/<code>/tickets.pdf", tickets.all_pdf, name="tickets_pdf"),
    path("floor/<code>/tickets/<int:entry_id>/", tickets.page, name="ticket"),
    path("floor/<code>/tickets/<int:entry_id>.pdf", tickets.pdf, name="ticket_pdf"),
    path("floor/<code>/import/", imports.import_players, name="import"),
    path("floor/<code>/rules/", rules.in_force, name="rules"),
]
