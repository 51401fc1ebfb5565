"""Recorded hands: of the tournament, of one table, one hand, and their export."""

from django.urls import path

from tables.views import hands

urlpatterns = [
    path("floor/<code>/hands/", hands.tables_with_hands, name="hands"),
    path("floor/<code>/tables/<int:number>/hands/", hands.table_hands, name="table_hands"),
    path("floor/<code>/tables/<int:number>/hands.phhs", hands.export_table, name="table_phhs"),
    path("floor/<code>/tables/<int:number>/hands.ohh", hands.export_table_ohh, name="table_ohh"),
    path("floor/<code>/tables/<int:number>/hands/<int:hand_number>/", hands.hand, name="hand"),
    path("floor/<code>/tables/<int:number>/hands/<int:hand_number>.phh", hands.export_hand, name="hand_phh"),
    path(
        "floor/<code>/tables/<int:number>/hands/<int:hand_number>.ohh", hands.export_hand_ohh, name="hand_ohh"
    ),
]
