"""Django's SQLite backend with a write lock shared by the threads of one process."""
