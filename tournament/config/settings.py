"""Settings of Floorman, the same in the room, in the cloud and in tests; what differs comes from the environment.

`FLOORMAN_DATA_DIR`   where the database, the secret key and collected files live (default: var/)
`FLOORMAN_BACKUP_DIR` a directory on a second disk, to which each automatic backup is copied (default: none)
`DATABASE_URL`        PostgreSQL or another SQLite file (default: SQLite in the data directory)
`REDIS_URL`           Redis or Valkey (default: the socket of the embedded Valkey in the data directory)
`SECRET_KEY`, `SECRET_KEY_FALLBACKS`   the key and, while it is being changed, the former ones
`PUBLIC_URL`          the address by which phones and tablets open this server, for QR codes and links
                      (default: this machine's address in the room)
`FLOORMAN_HOSTS`      further names this server answers to, separated by commas
`FLOORMAN_HTTPS`      1 behind a proxy that speaks https: secure cookies, redirect, HSTS
`FLOORMAN_HTTPS_PORT` where the web process itself speaks https, beside http; `manage.py run --https` sets it
`FLOORMAN_CERTIFICATE`, `FLOORMAN_KEY`   files for it (default: a certificate of the house, made on this machine)
`FLOORMAN_MAX_CONNECTIONS`   connections of strangers to one process (default: 4000)
`FLOORMAN_MAX_STREAMS`   open push streams of this host (default: 20000)
`FLOORMAN_TRUSTED_PROXY`   address of the proxy whose X-Forwarded headers are believed (default: none)
`FLOORMAN_SECOND_FACTOR`   roles of which a second factor is wanted at the log-in, separated by commas: director,
                      floor, registration (default: none; everybody may set one up)
`FLOORMAN_PUSH_SERVICES`   hosts of push services for notices to phones, besides those of the browsers' makers
`FLOORMAN_BEACON_RELAYS`   where rounds of the public beacon are asked for, in turn (default: its own three relays)
`FLOORMAN_DEBUG`      1 for Django's debug pages; never in a room
`FLOORMAN_STATIC_COLLECTED`   1 once `collectstatic` has run; `manage.py run` sets it
"""

import os
from datetime import timedelta

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu import Queue
from redis.backoff import NoBackoff
from redis.retry import Retry

from tournament.config.environment import (
    BASE_DIR,
    data_directory,
    https_port,
    own_hosts,
    public_url,
    read_choices,
    read_flag,
    read_list,
    read_number,
    secret_key,
    static_directory,
)
from tournament.config.logs import configure_logging
from tournament.config.services import broker_url, database, pages_socket, redis_url, streams_socket
from tournament.config.version import read_version

VERSION = read_version()
DATA_DIR = data_directory()
BACKUP_DIR = DATA_DIR / "backups"
SECOND_BACKUP_DIR = os.environ.get("FLOORMAN_BACKUP_DIR", "").strip()
DEBUG = read_flag("FLOORMAN_DEBUG")
HTTPS_PORT = https_port()
HTTPS = read_flag("FLOORMAN_HTTPS") or bool(HTTPS_PORT)
CERTIFICATE = os.environ.get("FLOORMAN_CERTIFICATE", "")
CERTIFICATE_KEY = os.environ.get("FLOORMAN_KEY", "")
HOUSE_CERTIFICATE_FILE = DATA_DIR / "house.crt"
# Visitors' phones do not know a certificate of the house: what is for players stays readable by http.
IS_HOUSE_CERTIFICATE = bool(HTTPS_PORT) and not CERTIFICATE

SECRET_KEY = secret_key(DATA_DIR)
SECRET_KEY_FALLBACKS = read_list("SECRET_KEY_FALLBACKS")
PUBLIC_URL = public_url()
ALLOWED_HOSTS = own_hosts(PUBLIC_URL)
# The address of the listening socket, and its port for http: `manage.py web` says them before it serves; an empty
# address is every network.
LISTENS_ON = ""
PLAIN_PORT = 8000

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    # Before staticfiles, so that the development server leaves static files to it.
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "axes",
    "csp",
    "tournament",
    "tables",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    # In front of everything that may refuse: each of its answers is kept out of frames too.
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    # Both stand in front of WhiteNoise: static files carry the policy too.
    "csp.middleware.CSPMiddleware",
    "tournament.config.headers.SecurityHeadersMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tournament.config.addresses.NullByteMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "tournament.views.addresses.PlainHttpMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Between who it is and whether a page wants somebody.
    "tournament.views.sessions.SessionsMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # Last: it turns a locked-out log-in into its own answer.
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "tournament.config.urls"
WSGI_APPLICATION = "tournament.config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.views.house.context.house_alarms",
                "tournament.views.house.context.moment_of_page",
            ],
        },
    },
    # The tablet's screen, in each language by an engine of its own: tables/templatetags/screen.py says why.
    *(
        {
            "BACKEND": "django.template.backends.jinja2.Jinja2",
            "NAME": f"screen-{language}",
            "DIRS": [BASE_DIR / "templates"],
            "OPTIONS": {"environment": "tables.templatetags.screen.environment", "language": language},
        }
        for language in ("en", "it")
    ),
]

# The structure editor posts every row: 200 levels of nine games have some 7,000 fields.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000
# A photo for the screens is never written to the disk as it comes (tournament/front/bodies.py says how long it may be).
FILE_UPLOAD_MAX_MEMORY_SIZE = 16_000_000

# --- Data ---------------------------------------------------------------------------------------------------

DATABASES = {
    "default": database(DATA_DIR),
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # A server whose machine or cable is gone says nothing: the driver notices it by these. What DATABASE_URL says
    # wins. How long a process waits for a lock or a statement it says itself (tournament.config.patience).
    DATABASES["default"]["ENGINE"] = "tournament.config.postgresql"
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 3,
        "tcp_user_timeout": 10_000,  # milliseconds
        "keepalives_idle": 10,
        "keepalives_interval": 3,
        "keepalives_count": 3,
        # What is asked again and again is planned once for each connection: half of what PostgreSQL does for a tap.
        # A pooler between them has to keep connections for their sessions.
        "server_side_binding": True,
        "prepare_threshold": 5,
        **DATABASES["default"].get("OPTIONS", {}),
    }
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"] |= {
        # Django's own backend with a write lock for the threads of one process.
        "ENGINE": "tournament.config.sqlite",
        "OPTIONS": {
            # A transaction takes the write lock when it begins, not at its first write: two taps that both
            # read first would otherwise meet as "database is locked".
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: an acknowledged tap survives a power cut.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
        },
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = redis_url(DATA_DIR)
CACHES = {
    # What each process may know for itself.
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # What all of them must know, on every host.
    "shared": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        # Somebody waits: an answer that does not come at once is done without.
        "OPTIONS": {"socket_timeout": 0.25, "socket_connect_timeout": 0.25, "retry": Retry(NoBackoff(), 0)},
    },
}
# Connections of strangers to one process: pages are loaded on them; streams, staff and tablets do not count.
MAX_CONNECTIONS = read_number("FLOORMAN_MAX_CONNECTIONS", default=4_000)
# Where the web processes of this host hand streams over, and how many may be open; further ones come back later.
STREAMS_SOCKET = streams_socket(DATA_DIR)
# Where they pass on what is for no tablet.
PAGES_SOCKET = pages_socket(DATA_DIR)
MAX_STREAMS = read_number("FLOORMAN_MAX_STREAMS", default=20_000)

# --- People -------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tournament.Account"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/floor/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_HASHERS = ["tournament.config.hashers.OneCoreArgon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# Five failures of one name from one address close that pair for a quarter of an hour; nobody else is kept out.
AXES_FAILURE_LIMIT = 5
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "tournament.views.accounts.locked_out"
# What is typed at a log-in or for a new password is not kept: axes writes the fields of a failure down.
AXES_USERNAME_CALLABLE = "tournament.views.accounts.name_as_kept"
AXES_SENSITIVE_PARAMETERS = [
    *("username", "ip_address", "csrfmiddlewaretoken", "code", "recovery"),
    *("old_password", "new_password", "again"),
]
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# Asked in turn when a draw is made with the public beacon, and never else; what they answer is checked.
BEACON_RELAYS = read_list("FLOORMAN_BEACON_RELAYS") or [
    "https://api.drand.sh",
    "https://api2.drand.sh",
    "https://drand.cloudflare.com",
]

# Hosts of push services besides those of the browsers' makers (tournament.rules.phones). They may be in this
# network, and speak plain http.
PUSH_SERVICES_OF_HOUSE = read_list("FLOORMAN_PUSH_SERVICES")

SESSION_ENGINE = "tournament.config.sessions"
# Of these roles a second factor is wanted at the log-in; everybody else may have one.
SECOND_FACTOR_ROLES = read_choices("FLOORMAN_SECOND_FACTOR", ("director", "floor", "registration"))
# After so long without use; tournament.services.people.sessions says how long a session lasts at most.
SESSION_COOKIE_AGE = int(timedelta(hours=12).total_seconds())
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
# Pages hand the token to htmx themselves; no script has to read the cookie.
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# --- Security headers ---------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
PERMISSIONS_POLICY = (
    "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), "
    "magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), "
    "fullscreen=(self), screen-wake-lock=(self)"
)
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

# A monitor on the machine itself comes by no proxy, and what it reads is no secret.
SECURE_REDIRECT_EXEMPT = [r"^health$"]
if HTTPS:
    SESSION_COOKIE_SECURE = True
    # The prefix makes browsers refuse a cookie that another host or a plain connection planted.
    SESSION_COOKIE_NAME = "__Host-session"
if HTTPS and not IS_HOUSE_CERTIFICATE:
    CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    CSRF_COOKIE_NAME = "__Host-csrf"
    LANGUAGE_COOKIE_NAME = "__Host-language"
if HTTPS and not HTTPS_PORT:
    SECURE_SSL_REDIRECT = True
    # Not on site: browsers would keep the house to https for a year, also at the port of http.
    SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds())
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True

# --- Languages and time -------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("it", _("Italian"))]
# Compiled at the start (tournament.management.translations).
LOCALE_PATHS = [DATA_DIR / "locale"]
USE_I18N = True
USE_TZ = True
# A named zone would count an hour too few or too many in two nights of the year; pages convert on
# display.
TIME_ZONE = "UTC"

# --- Static files -------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = static_directory(DATA_DIR)
STATIC_COLLECTED = read_flag("FLOORMAN_STATIC_COLLECTED")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "tournament.config.static.FingerprintedStorage"
        if STATIC_COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not STATIC_COLLECTED
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- Background work ----------------------------------------------------------------------------------------

CELERY_BROKER_URL = broker_url(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # redis-py would otherwise end every blocking read after five seconds.
    "socket_timeout": None,
    "socket_connect_timeout": 2,
    "health_check_interval": 10,
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
# A receiver of web hooks that is slow holds up no clock: what is sent has a queue of its own, for which `manage.py run`
# starts a worker of its own. A worker that names no queue takes both. The sweep stands in that queue too: while nobody
# takes from it nothing more is put into it than one tick a second.
CELERY_TASK_QUEUES = (Queue("celery"), Queue("hooks"))
CELERY_TASK_ROUTES = {
    f"tournament.tasks.{name}": {"queue": "hooks"}
    for name in ("sweep_hooks", "send_hooks", "sweep_phones", "send_to_phones", "test_message_service")
}
# It computes for up to six seconds, after an event at most: a notice may be as much later, a clock may not.
CELERY_TASK_ROUTES["tournament.tasks.learn_from_events"] = {"queue": "hooks"}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CONSUMER = "tournament.config.worker:LivingConsumer"
CELERY_BEAT_SCHEDULER = "tournament.config.beat.HouseScheduler"
CELERY_BEAT_SCHEDULE = {
    "sweep the clocks": {
        "task": "tournament.tasks.sweep_clocks",
        "schedule": timedelta(seconds=1),
        # After an outage the stored ticks are worthless: one sweep catches up whole levels. Not shorter than
        # ten seconds, or machines whose clocks differ by as much would never sweep.
        "options": {"expires": 10, "ignore_result": True},
    },
    "look ahead": {
        "task": "tournament.tasks.look_ahead",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60, "ignore_result": True},
    },
    "learn from events": {
        "task": "tournament.tasks.learn_from_events",
        # Two queries where no event was finished.
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60, "ignore_result": True},
    },
    "look at the computer's clock": {
        "task": "tournament.tasks.look_at_computer_clock",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 10, "ignore_result": True},
    },
    "call alternates": {
        "task": "tables.tasks.sweep_alternates",
        "schedule": timedelta(seconds=2),
        "options": {"expires": 10, "ignore_result": True},
    },
    "print tickets": {
        "task": "tables.tasks.print_tickets",
        "schedule": timedelta(seconds=2),
        "options": {"expires": 10, "ignore_result": True},
    },
    "print paper kits": {
        "task": "tables.tasks.print_paper_kits",
        "schedule": timedelta(minutes=10),
        "options": {"expires": 60, "ignore_result": True},
    },
    "remove old tickets": {
        "task": "tables.tasks.remove_old_tickets",
        "schedule": timedelta(minutes=5),
        "options": {"expires": 60, "ignore_result": True},
    },
    "forget queues": {
        "task": "tables.tasks.forget_queues",
        "schedule": timedelta(minutes=5),
        "options": {"expires": 60, "ignore_result": True},
    },
    "check the rows": {
        "task": "tables.tasks.check_rows",
        "schedule": timedelta(minutes=5),
        "options": {"expires": 60, "ignore_result": True},
    },
    "make a backup": {
        "task": "tournament.tasks.back_up",
        # A look at a directory and two rows; a new level is in a backup that much later at most.
        "schedule": timedelta(seconds=15),
        "options": {"expires": 30, "ignore_result": True},
    },
    "send web hooks": {
        "task": "tournament.tasks.sweep_hooks",
        "schedule": timedelta(seconds=1),
        "options": {"expires": 5, "ignore_result": True},
    },
    "tell of hands": {
        "task": "tables.tasks.tell_hands",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 10, "ignore_result": True},
    },
    "send to phones": {
        "task": "tournament.tasks.sweep_phones",
        "schedule": timedelta(seconds=1),
        "options": {"expires": 5, "ignore_result": True},
    },
    "tell phones of the clock": {
        "task": "tournament.tasks.tell_phones_of_clock",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 10, "ignore_result": True},
    },
    "forget phones": {
        "task": "tournament.tasks.forget_phones",
        "schedule": timedelta(hours=1),
        "options": {"expires": 60, "ignore_result": True},
    },
    "forget web hooks": {
        "task": "tournament.tasks.forget_hooks",
        "schedule": timedelta(hours=1),
        "options": {"expires": 60, "ignore_result": True},
    },
    "forget old sign-ins": {
        "task": "tournament.tasks.forget_sign_ins",
        "schedule": timedelta(hours=1),
        "options": {"expires": 60, "ignore_result": True},
    },
    "forget old replies": {
        "task": "tournament.tasks.forget_replies",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60, "ignore_result": True},
    },
}

# --- Logs ---------------------------------------------------------------------------------------------------

LOGGING_CONFIG = None
configure_logging(debug=DEBUG, folder=DATA_DIR / "logs")
