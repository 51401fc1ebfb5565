"""Every letter is folded for the search (ł, ø, ß, đ …), and the name that public pages show has its own.

The data follow: what was folded by less is folded anew. Nothing is lost, the names stay as they are.
"""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournament.rules.names import fold_name

# As long as the columns; a name that folds to more (ﷺ) is found by its beginning.
MAX = 120
BATCH = 1000


def fold_names(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    players = apps.get_model("tournament", "Player").objects
    changed = []
    for player in players.all().iterator(chunk_size=BATCH):
        player.search_name = fold_name(player.name)[:MAX]
        player.search_shown_name = fold_name(player.public_name or player.name)[:MAX]
        changed.append(player)
    players.bulk_update(changed, ["search_name", "search_shown_name"], batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_first")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="search_shown_name",
            field=models.CharField(db_index=True, default="", editable=False, max_length=120),
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop),
    ]
