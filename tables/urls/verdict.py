"""Who wins with these cards: /floor/<code>/verdict/."""

from django.urls import path

from tables.views import verdict

urlpatterns = [path("floor/<code>/verdict/", verdict.verdict, name="verdict")]
