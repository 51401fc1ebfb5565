"""A new house: what 0001 to 0024 have made, in one go. A database of an earlier release goes their way, step by step."""

import django.db.models.deletion
import tournament.models.tokens
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('tables', '0001_first'), ('tables', '0002_moves_are_undone'), ('tables', '0003_tables_come_back'), ('tables', '0004_a_dropped_move_is_cancelled'), ('tables', '0005_tickets_are_printed_by_the_worker'), ('tables', '0006_rooms_are_read_by_index'), ('tables', '0007_hands_know_who_sat_out'), ('tables', '0008_rooms_have_zones'), ('tables', '0009_seats_are_kept_for_players'), ('tables', '0010_players_are_put_out_by_hand'), ('tables', '0011_tables_deal_counted_hands'), ('tables', '0012_tables_have_a_way_of_recording'), ('tables', '0013_short_tables_may_play_on'), ('tables', '0014_reservations_have_rows_of_their_own'), ('tables', '0015_clocks_are_called'), ('tables', '0016_full_rooms_have_waiting_lists'), ('tables', '0017_time_is_banked'), ('tables', '0018_bags_are_counted'), ('tables', '0019_hands_are_disputed'), ('tables', '0020_tables_know_their_chips'), ('tables', '0021_players_buy_back_in'), ('tables', '0022_dealers_are_pushed'), ('tables', '0023_places_in_the_desks_queue'), ('tables', '0024_prices_are_said_and_knock_outs_kept')]

    initial = True

    dependencies = [
        ('tournament', '0001_squashed_0039_in_one_go'),
    ]

    operations = [
        migrations.CreateModel(
            name='Zone',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='zones', to='tournament.tournament')),
                ('name', models.CharField(max_length=40)),
                ('staff', models.CharField(blank=True, max_length=120)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'name'), name='zone_name_once')],
            },
        ),
        migrations.CreateModel(
            name='Bag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stop', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bags', to='tournament.stop')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bags', to='tournament.entry')),
                ('chips', models.BigIntegerField()),
                ('counted_at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('stop', 'entry'), name='bag_once_a_day'), models.CheckConstraint(condition=models.Q(('chips__gt', 0)), name='bag_holds_chips')],
            },
        ),
        migrations.CreateModel(
            name='SeatDraw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='draws', to='tournament.tournament')),
                ('kind', models.CharField(max_length=12)),
                ('tables_left', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('seed', models.CharField(max_length=64)),
                ('result', models.JSONField()),
                ('made_at', models.DateTimeField()),
                ('log_entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.logentry')),
            ],
        ),
        migrations.CreateModel(
            name='QueuePlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.tournament')),
                ('name', models.CharField(max_length=120)),
                ('secret', models.CharField(default=tournament.models.tokens.new_secret, editable=False, max_length=64, unique=True)),
                ('key', models.UUIDField(unique=True)),
                ('network', models.CharField(max_length=32)),
                ('came_at', models.DateTimeField()),
                ('price_name', models.CharField(blank=True, max_length=30, null=True)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('registered', 'Registered'), ('dismissed', 'Dismissed'), ('left', 'Left')], default='waiting', max_length=12)),
                ('entry', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='queue_place', to='tournament.entry')),
            ],
            options={
                'indexes': [models.Index(fields=['tournament', 'came_at'], name='queue_place_by_arrival'), models.Index(condition=models.Q(('state', 'waiting')), fields=['tournament'], name='queue_place_waiting')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', False), ('state', 'registered')), models.Q(models.Q(('state', 'registered'), _negated=True), ('entry__isnull', True)), _connector='OR'), name='queue_place_registered_has_its_entry')],
            },
        ),
        migrations.CreateModel(
            name='TicketPrint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.tournament')),
                ('language', models.CharField(max_length=12)),
                ('base_url', models.CharField(max_length=300)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('printing', 'Printing'), ('ready', 'Ready'), ('failed', 'Failed')], default='waiting', max_length=8)),
                ('asked_at', models.DateTimeField()),
                ('touched_at', models.DateTimeField()),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('pdf', models.BinaryField(null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'language'), name='ticket_print_once_per_language'), models.CheckConstraint(condition=models.Q(models.Q(('pdf__isnull', False), ('state', 'ready')), models.Q(models.Q(('state', 'ready'), _negated=True), ('pdf__isnull', True)), _connector='OR'), name='ticket_print_ready_has_its_pdf')],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='tournament.tournament')),
                ('number', models.PositiveSmallIntegerField()),
                ('seats_count', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('open', 'Open'), ('held', 'On hold'), ('breaking', 'Being broken'), ('closed', 'Closed')], default='open', max_length=8)),
                ('hold_reason', models.CharField(blank=True, max_length=200)),
                ('name', models.CharField(blank=True, max_length=40)),
                ('zone', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tables', to='tables.zone')),
                ('opening_place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('breaking_place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('plays_on_with', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('opened_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('recording', models.CharField(choices=[('hands', 'Every hand'), ('results', 'Results'), ('busts', 'Busts only')], default='hands', max_length=8)),
                ('is_total_known', models.BooleanField(default=True)),
                ('positions_data', models.JSONField(blank=True, null=True)),
                ('first_button', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('decision_data', models.JSONField(blank=True, null=True)),
                ('push_data', models.JSONField(blank=True, null=True)),
                ('hands_dealt', models.PositiveIntegerField(default=0)),
                ('hands_before', models.PositiveIntegerField(default=0)),
                ('deals_until', models.PositiveIntegerField(blank=True, null=True)),
                ('run_out', models.CharField(blank=True, choices=[('waiting', 'Waiting for the floor'), ('released', 'Released')], default='', max_length=8)),
                ('version', models.PositiveIntegerField(default=0)),
                ('lease_epoch', models.PositiveIntegerField(default=0)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='table_number_once'), models.CheckConstraint(condition=models.Q(('seats_count__gte', 2), ('seats_count__lte', 10)), name='table_seats_2_to_10')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tables.table')),
                ('number', models.PositiveSmallIntegerField()),
                ('entry', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seat', to='tournament.entry')),
                ('is_newcomer', models.BooleanField(default=False)),
                ('came_by_balancing', models.BooleanField(default=False)),
                ('told_to_wait', models.BooleanField(default=False)),
                ('is_locked', models.BooleanField(default=False)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='seat_number_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='seat_numbers_from_1')],
            },
        ),
        migrations.CreateModel(
            name='Alternate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='alternate', to='tournament.entry')),
                ('waits_since', models.DateTimeField()),
                ('is_held_back', models.BooleanField(default=False)),
                ('called_at', models.DateTimeField(blank=True, null=True)),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.table')),
                ('seat_number', models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('table__isnull', False)), fields=('table', 'seat_number'), name='alternate_one_called_per_seat'), models.CheckConstraint(condition=models.Q(models.Q(('called_at__isnull', True), ('seat_number__isnull', True), ('table__isnull', True)), models.Q(('called_at__isnull', False), ('seat_number__isnull', False), ('table__isnull', False)), _connector='OR'), name='alternate_called_to_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='PairingCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairing_codes', to='tables.table')),
                ('code', models.CharField(max_length=12, unique=True)),
                ('created_at', models.DateTimeField()),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to='tournament.tournament')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to='tables.table')),
                ('name', models.CharField(max_length=60)),
                ('token_sha256', models.CharField(max_length=64, unique=True)),
                ('epoch', models.PositiveIntegerField(default=0)),
                ('paired_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('last_seen_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='FloorMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='tables.table')),
                ('kind', models.CharField(choices=[('call', 'Floor called'), ('note', 'Message from the floor'), ('move', 'Send a player'), ('hold', 'Hold')], max_length=8)),
                ('text', models.CharField(blank=True, max_length=300)),
                ('data', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField()),
                ('author', models.CharField(max_length=120)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('done_by', models.CharField(blank=True, max_length=120)),
            ],
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='tournament.tournament')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='tournament.entry')),
                ('kind', models.CharField(choices=[('balance', 'Balancing'), ('break', 'Table broken'), ('redraw', 'Redraw'), ('floor', 'Floor decision')], max_length=8)),
                ('status', models.CharField(choices=[('waiting', 'After this hand'), ('applied', 'Applied'), ('dropped', 'Cancelled'), ('undone', 'Undone')], default='waiting', max_length=8)),
                ('from_table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves_out', to='tables.table')),
                ('from_seat', models.PositiveSmallIntegerField()),
                ('to_table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves_in', to='tables.table')),
                ('to_seat', models.PositiveSmallIntegerField()),
                ('reasons', models.JSONField(default=list)),
                ('told_to_wait', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField()),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('applied_at', models.DateTimeField(blank=True, null=True)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'waiting')), fields=('entry',), name='move_one_waiting_per_entry'), models.UniqueConstraint(condition=models.Q(('status', 'waiting')), fields=('to_table', 'to_seat'), name='move_one_waiting_per_seat')],
            },
        ),
        migrations.CreateModel(
            name='SeatReservation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.DO_NOTHING, related_name='reservation', to='tables.seat')),
                ('name', models.CharField(blank=True, max_length=120)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reserved_seats', to='tournament.player')),
            ],
        ),
        migrations.CreateModel(
            name='Hand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hands', to='tables.table')),
                ('number', models.PositiveIntegerField()),
                ('status', models.CharField(choices=[('open', 'In play'), ('complete', 'Complete'), ('void', 'Void')], default='open', max_length=8)),
                ('level_index', models.PositiveSmallIntegerField()),
                ('level_number', models.PositiveSmallIntegerField()),
                ('game', models.CharField(max_length=12)),
                ('setup_data', models.JSONField()),
                ('positions_before', models.JSONField(blank=True, null=True)),
                ('arrivals_before', models.JSONField(blank=True, default=list)),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.device')),
                ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('is_redealt', models.BooleanField(default=False)),
                ('is_counted', models.BooleanField(default=False)),
                ('known_before', models.JSONField(blank=True, default=list)),
                ('started_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['table', '-number'], name='hand_newest_first'), models.Index(condition=models.Q(('status', 'complete')), fields=['table', 'ended_at', 'started_at'], name='hand_pace')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'void'), _negated=True), fields=('table', 'number'), name='hand_number_once'), models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('table',), name='hand_one_open_per_table')],
            },
        ),
        migrations.CreateModel(
            name='HandSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hand_seats', to='tables.hand')),
                ('seat_number', models.PositiveSmallIntegerField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hand_seats', to='tournament.entry')),
                ('starting_stack', models.BigIntegerField()),
                ('finishing_stack', models.BigIntegerField(blank=True, null=True)),
                ('sits_out', models.CharField(blank=True, choices=[('absent', 'Absent'), ('penalty', 'On a penalty')], default='', max_length=8)),
                ('knocked_out_by', models.ManyToManyField(related_name='+', to='tournament.entry')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('finishing_stack', 0)), fields=['entry'], name='hand_seat_lost_all')],
                'constraints': [models.UniqueConstraint(fields=('hand', 'seat_number'), name='hand_seat_once'), models.UniqueConstraint(fields=('hand', 'entry'), name='hand_entry_once'), models.CheckConstraint(condition=models.Q(('starting_stack__gt', 0)), name='hand_seat_starts_with_chips'), models.CheckConstraint(condition=models.Q(('finishing_stack__isnull', True), ('finishing_stack__gte', 0), _connector='OR'), name='hand_seat_not_negative')],
            },
        ),
        migrations.CreateModel(
            name='HandOperation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='operations', to='tables.hand')),
                ('number', models.PositiveIntegerField()),
                ('code', models.CharField(max_length=120)),
                ('at', models.DateTimeField()),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.device')),
                ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('hand', 'number'), name='operation_number_once')],
            },
        ),
        migrations.CreateModel(
            name='Bust',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='busts', to='tables.table')),
                ('seat_number', models.PositiveSmallIntegerField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='busts', to='tournament.entry')),
                ('hand', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='busts', to='tables.hand')),
                ('log_entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.logentry')),
                ('at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('back_at', models.DateTimeField(blank=True, null=True)),
                ('credited_to', models.ManyToManyField(related_name='knock_outs', to='tournament.entry')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('undone_at__isnull', True)), fields=['table', 'at'], name='bust_standing_by_table')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('back_at__isnull', True), ('undone_at__isnull', True)), fields=('entry',), name='bust_once_per_entry')],
            },
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='disputes', to='tables.hand')),
                ('about', models.CharField(choices=[('reading', 'Reading of the hands'), ('accounting', 'Chips and pots')], max_length=12)),
                ('said', models.CharField(max_length=200)),
                ('rule', models.CharField(blank=True, max_length=12)),
                ('opened_at', models.DateTimeField()),
                ('answer', models.CharField(blank=True, max_length=200)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True)), models.Q(models.Q(('answer', ''), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='dispute_is_answered_at')],
            },
        ),
        migrations.CreateModel(
            name='TimeChip',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='time_chips', to='tournament.entry')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='time_chips', to='tables.hand')),
                ('operations', models.PositiveIntegerField()),
                ('seconds', models.PositiveSmallIntegerField()),
                ('is_final', models.BooleanField(default=False)),
                ('used_at', models.DateTimeField()),
            ],
        ),
    ]
