"""Is this server fit to take a tap? For the supervisor, a proxy or a monitor; says nothing about the tournament."""

import redis
import structlog
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

logger = structlog.get_logger(__name__)


@login_not_required
@require_safe
def health(_request: HttpRequest) -> JsonResponse:
    """Answer 200 while the database answers, else 503; without Redis play continues, so that only degrades."""
    database, push = database_answers(), redis_answers()
    status = "ok" if database and push else "degraded" if database else "down"
    return JsonResponse(
        {"status": status, "version": settings.VERSION, "database": database, "redis": push},
        status=200 if database else 503,
    )


def database_answers() -> bool:
    """Say whether the database answers a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.exception("database_down")
        return False
    return True


def redis_answers() -> bool:
    """Say whether Redis answers within a second."""
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()
