"""What is wrong with what a forecast is to be made from."""

from tournament.rules.errors import RulesError


class ForecastError(RulesError):
    """Events that cannot be read, or a field that nothing can be foretold of; the sentence says the cure."""
