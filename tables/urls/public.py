"""Public pages that know seats: standings, find my seat, my seat."""

from django.urls import path

from tables.views import public

urlpatterns = [
    path("t/<code>/", public.standings, name="standings"),
    path("t/<code>/seat/", public.find_seat, name="find_seat"),
    path("my/<secret>/", public.my_seat, name="my_seat"),
    path("my/<secret>/qr.svg", public.my_seat_qr, name="my_seat_qr"),
]
