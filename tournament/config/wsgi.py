"""Django as WSGI: behind `asgi.py` in one process, or served on its own by any WSGI server in larger rooms."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings")

application = get_wsgi_application()
