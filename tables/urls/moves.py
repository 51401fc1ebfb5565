"""Moves between tables: those that wait, those that were made, those the rules propose."""

from django.urls import path

from tables.views import moves

urlpatterns = [
    path("floor/<code>/moves/", moves.moves, name="moves"),
    path("floor/<code>/moves/apply/", moves.apply_one, name="apply_move"),
    path("floor/<code>/moves/high-card/", moves.high_card, name="high_card"),
    path("floor/<code>/moves/apply-all/", moves.apply_all, name="apply_moves"),
    path("floor/<code>/moves/<int:move_id>/drop/", moves.drop, name="drop_move"),
    path("floor/<code>/moves/call/", moves.call, name="call_moves"),
]
