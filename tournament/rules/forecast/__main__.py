"""How good the forecast is on finished events: python -m tournament.rules.forecast FILE

The file is JSON; `reading` says its shape. Each event is foretold from the others, none of which knows how it ended.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tournament.rules.forecast.errors import ForecastError
from tournament.rules.forecast.evaluation import Score, scores
from tournament.rules.forecast.reading import finished_events


def main(arguments: Sequence[str]) -> int:
    """0 with the figures on the standard output, otherwise 2 with what is wrong on the other one."""
    if len(arguments) != 1:
        return _wrong("Say a file of finished events: python -m tournament.rules.forecast events.json")
    try:
        read = finished_events(json.loads(Path(arguments[0]).read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, RecursionError) as error:
        return _wrong(f"The file cannot be read: {error}")
    except json.JSONDecodeError as error:
        return _wrong(f"The file is not JSON: {error}")
    except ForecastError as error:
        return _wrong(str(error))
    for sentence in read.left_out:
        print(sentence)
    print(
        f"Events: {len(read.evenings)}, each foretold from the others. Minutes of the clock, breaks counted."
    )
    print(f"{'out':>5} {'bias':>8} {'mean error':>12} {'in the range':>14} {'events':>8}")
    for share, score in scores(read.evenings).items():
        print(_line(share, score))
    return 0


def _line(share: float, score: Score | None) -> str:
    if score is None:
        return f"{share:>5.0%}  no event has such a moment"
    return (
        f"{share:>5.0%} {score.bias:>+8.1f} {score.mean_error:>12.1f} {score.within:>14.0%} {score.events:>8}"
    )


def _wrong(says: str) -> int:
    print(says, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
