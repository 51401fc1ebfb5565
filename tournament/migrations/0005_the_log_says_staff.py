"""Lines of the log from before 0004 say "staff" too: their sentence is made from the verb when they are read."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

VERBS = {"crew_added": "staff_added", "crew_removed": "staff_removed"}


def rename_verbs(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    entries = apps.get_model("tournament", "LogEntry").objects.using(schema_editor.connection.alias)
    for old, new in VERBS.items():
        entries.filter(verb=old).update(verb=new)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0004_crew_are_staff")]

    operations = [migrations.RunPython(rename_verbs, migrations.RunPython.noop)]
