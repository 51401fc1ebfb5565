"""Settings, URLs, ASGI and Celery: the only place that knows both apps."""
