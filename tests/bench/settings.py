"""Settings of a measured house: the real ones, and a probe in the Celery worker that notes when a tick is at work."""

from tournament.config.settings import *  # noqa: F403  # the same house, but watched

CELERY_IMPORTS = ("tests.bench.tick_probe",)
