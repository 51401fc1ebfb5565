"""The Celery application. It carries hints and the clock's tick; whatever it loses is still in the database."""

import os
from importlib import import_module

from celery import Celery
from celery.signals import beat_init, setup_logging, worker_init

from tournament.config.patience import serve_people
from tournament.config.worker import SignsOfLife
from tournament.timekeeping import guard_this_process

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings")

app = Celery("floorman")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(SignsOfLife)
# Celery reads it when it first needs it: a beat that is ended just then, which needs it to end, would find half of it.
import_module("celery.app.amqp")


@setup_logging.connect
def keep_django_logging(**_: object) -> None:
    """Leave the logs as the settings made them; a receiver of this signal keeps Celery from its own set-up."""


@worker_init.connect
@beat_init.connect
def keep_house_time(**_: object) -> None:
    """Not where this module is only read: a test or a command goes by its own time."""
    guard_this_process()


@worker_init.connect
def give_up_early(**_: object) -> None:
    """A tournament that somebody keeps locked must not hold up the clocks of the others."""
    serve_people()
