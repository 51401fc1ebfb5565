"""What is wrong with a formula, and where."""

from tournament.rules.errors import RulesError


class FormulaError(RulesError):
    """A formula that cannot be read, or not be worked out for a player.

    `at` is the character where it is wrong, counted from 1; 0 where no single one is.
    """

    def __init__(self, template: str, *, code: str, at: int = 0, **params: object) -> None:
        super().__init__(template, code=code, at=at, **params)
        self.at = at
