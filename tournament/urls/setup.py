"""Setting a tournament up: /floor/, /floor/new/, its settings, its structure and its crew."""

from django.urls import path

from tournament.views import crew, setup, structure

urlpatterns = [
    path("floor/", setup.floor, name="floor"),
    path("floor/new/", setup.new, name="new"),
    path("floor/<code>/settings/", setup.settings, name="settings"),
    path("floor/<code>/clone/", setup.clone, name="clone"),
    path("floor/<code>/cancel/", setup.cancel, name="cancel"),
    path("floor/<code>/structure/", structure.edit, name="edit_structure"),
    path("floor/<code>/crew/", crew.members, name="crew"),
    path("floor/<code>/crew/<int:member_id>/link/", crew.make_link, name="crew_link"),
    path("floor/<code>/crew/<int:member_id>/remove/", crew.remove, name="crew_remove"),
]
