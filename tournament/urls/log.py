"""The log of a tournament: /floor/<code>/log/."""

from django.urls import path

from tournament.views import log

urlpatterns = [
    path("floor/<code>/log/", log.log, name="log"),
    path("floor/<code>/log/<int:line_id>/undo/", log.undo, name="undo"),
]
