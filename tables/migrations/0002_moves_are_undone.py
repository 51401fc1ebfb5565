"""A move that was taken back is undone itself; until now a second move led the player back, and both counted."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def undo_moves_and_their_ways_back(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Lines that undo another one name the way back; where the other is itself a way back, the player
    was sent there once more, and that move stands."""
    log, moves = apps.get_model("tournament", "LogEntry").objects, apps.get_model("tables", "Move").objects
    ways_back: set[int] = set()
    lines = log.filter(verb="entry_moved", undoes__verb="entry_moved").select_related("undoes")
    for line in lines.order_by("pk"):
        undone = [line.undoes.data["move"]]
        if undone[0] not in ways_back:
            ways_back.add(line.data["move"])
            undone.append(line.data["move"])
        moves.filter(pk__in=undone, status="applied").update(status="undone", undone_at=line.at)


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0001_first'),
    ]

    operations = [
        migrations.AddField(
            model_name='move',
            name='undone_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='move',
            name='status',
            field=models.CharField(choices=[('waiting', 'After this hand'), ('applied', 'Applied'), ('dropped', 'Dropped'), ('undone', 'Undone')], default='waiting', max_length=8),
        ),
        migrations.RunPython(undo_moves_and_their_ways_back, migrations.RunPython.noop),
    ]
