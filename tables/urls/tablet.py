"""The dealer's tablet: pairing and one table, everything under /tablet/."""

from django.urls import path

from tables.views import tablet

urlpatterns = [
    path("tablet/", tablet.pair, name="tablet_pair"),
    path("tablet/pair/<code>/", tablet.pair_by_link, name="tablet_pair_link"),
    path("tablet/table/", tablet.table, name="tablet_table"),
    path("tablet/table/deal/", tablet.deal, name="tablet_deal"),
    path("tablet/table/act/", tablet.act, name="tablet_act"),
    path("tablet/table/rule/", tablet.rule, name="tablet_rule"),
    path("tablet/table/undo/", tablet.undo, name="tablet_undo"),
    path("tablet/table/call/", tablet.call, name="tablet_call"),
    path("tablet/table/read/", tablet.read, name="tablet_read"),
    path("tablet/table/take-over/", tablet.take_over, name="tablet_take_over"),
]
