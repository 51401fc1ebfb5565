"""The base of every error these rules raise.

A message is an English template with named placeholders and its parameters, so that
an outer layer can translate the template and fill in the same parameters.
"""


class RulesError(ValueError):
    """Refusal of a rule: `str(error)` is English, `code` is stable, `params` fill `template`."""

    def __init__(self, template: str, *, code: str, **params: object) -> None:
        super().__init__(template % params if params else template)
        self.template = template
        self.code = code
        self.params: dict[str, object] = params

    @property
    def sentences(self) -> tuple[str, ...]:
        """The templates to translate one by one; joined by spaces they say `template`."""
        return (self.template,)
