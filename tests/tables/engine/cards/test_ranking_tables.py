from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[4]


def test_no_table_is_built_before_a_hand_is_evaluated() -> None:
    script = (
        "import tables.engine, tables.engine.cards.evaluation as evaluation\n"
        "from tables.engine.cards.ranking_tables import order_for, tables_for\n"
        "from tables.engine.cards.rankings import STANDARD_HIGH\n"
        "print(order_for.cache_info().currsize, tables_for.cache_info().currsize)\n"
        "evaluation.strength(STANDARD_HIGH, 'any', tables.engine.parse_cards('AsKsQsJsTs9s8s'), ())\n"
        "print(order_for.cache_info().currsize, tables_for.cache_info().currsize)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["0", "0", "1", "3"]
