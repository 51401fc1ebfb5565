"""Files as The Tournament Director saves them, with made-up players: literals with `new Name({…})` in them.

The builder itself needs no Django, and lies with the tests of the rules.
"""

from tests.tournament.rules.past.ttd_files import BuyInMade, PlayerMade, make_field, make_ttd_file
from tests.tournament.rules.past.writing import written

__all__ = ["BuyInMade", "PlayerMade", "make_field", "make_ttd_file", "written"]
