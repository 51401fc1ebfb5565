"""Addresses of the tables app: one list for each area, collected here."""

from tables.urls import console, desk, hands, moves, public, tablet, verdict

app_name = "tables"

urlpatterns = [
    *public.urlpatterns,
    *console.urlpatterns,
    *desk.urlpatterns,
    *moves.urlpatterns,
    *hands.urlpatterns,
    *verdict.urlpatterns,
    *tablet.urlpatterns,
]
