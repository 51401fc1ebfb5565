"""Jinja for what is drawn at every tap: one environment for each language, its words in the compiled templates.

A template is compiled once and drawn ten thousand times an hour. Whatever is the same each time is done when it is
compiled: `{{ _("Fold") }}` and `{% trans seat=… %}Seat {{ seat }} folds{% endtrans %}` become the text of the language,
split where a value goes in, and indentation becomes one blank. Sentences with a plural still choose their form when
they are drawn.

A name that is not there is an error and not an empty text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, npgettext, pgettext
from jinja2 import Environment, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

WORDS: Final[Mapping[str, Callable[..., str]]] = MappingProxyType(
    {"_": gettext, "gettext": gettext, "pgettext": pgettext}
)
_VALUE: Final = re.compile(r"%\((\w+)\)s")
_UNSAFE: Final = re.compile("[&<>'\"]").search
_BLANKS: Final = re.compile(r"[ \t\n]+")


def written(value: Any) -> str:
    """What stands in the page: numbers and what is safe as they are, anything else escaped."""
    kind = type(value)
    if kind is int:
        return str(value)
    # Most words of a screen have nothing to escape, and to look for it is quicker than to make them Markup.
    is_safe = kind is SafeString or (kind is str and _UNSAFE(value) is None)
    text: str = value if is_safe else escape(value)
    return text


class _Quick(CodeGenerator):
    """Writes `seat.name` as Python has it: Jinja would ask each time whether it may be an item of a dictionary. What is
    only joined to a text is made no Markup before: a screen has a hundred values.
    """

    def _output_child_pre(self, _node: nodes.Expr, _frame: Frame, _finalize: Any) -> None:
        self.write("environment.written(")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - Jinja calls it by that name
        self.visit(node.node, frame)
        self.write(f".{node.attr}")


class _DrawnOften(Template):
    """What it knows of its environment is put together once, and not looked up through a chain at each drawing."""

    @cached_property
    def _known(self) -> dict[str, Any]:
        return dict(self.globals)

    def new_context(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002 - Jinja gives it by that name
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002 - and this one
    ) -> Context:
        names = (vars or {}) if shared else {**self._known, **(vars or {})}
        if locals:
            names = names | {name: value for name, value in locals.items() if value is not missing}
        return Context(self.environment, names, self.name, self.blocks)


class LanguageEnvironment(Environment):
    """The templates as they are in one language; they are drawn while that language is active."""

    code_generator_class = _Quick
    written = staticmethod(written)
    template_class = _DrawnOften
    # The extension for translations puts these in.
    newstyle_gettext: bool
    install_gettext_callables: Callable[..., None]

    def __init__(self, *, language: str, **options: Any) -> None:
        options["undefined"] = StrictUndefined
        super().__init__(
            **options,
            extensions=["jinja2.ext.i18n"],
            trim_blocks=True,
            lstrip_blocks=True,
            enable_async=False,
        )
        self.language = language
        self.policies["ext.i18n.trimmed"] = True
        self.newstyle_gettext = True
        self.install_gettext_callables(gettext, ngettext, True, pgettext, npgettext)

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        """Jinja's own place for a step between reading a template and compiling it."""
        with translation.override(self.language):
            folded = _Folding().visit(source)
        return super()._generate(folded, name, filename, defer_init)


class _Folding(NodeTransformer):
    """Puts texts in the place of calls for them, in the language that is active."""

    def visit_TemplateData(self, data: nodes.TemplateData) -> nodes.TemplateData:  # noqa: N802 - Jinja calls it by that name
        return nodes.TemplateData(_BLANKS.sub(_blank, data.data), lineno=data.lineno)

    def visit_Output(self, output: nodes.Output) -> nodes.Output:  # noqa: N802 - Jinja calls it by that name
        parts: list[nodes.Expr] = []
        for part in output.nodes:
            sentence = _sentence(part)
            parts += [self.visit(part)] if sentence is None else _texts(sentence, part)
        return nodes.Output(parts, lineno=output.lineno)

    def visit_Call(self, call: nodes.Call) -> nodes.Node:  # noqa: N802 - Jinja calls it by that name
        """Words inside an expression stand for themselves; a sentence with values stands in `trans`."""
        sentence = None if call.kwargs else _sentence(call)
        if sentence is None:
            return self.generic_visit(call)
        return nodes.Const(Markup(sentence.replace("%%", "%")), lineno=call.lineno)  # noqa: S704 - as Django has it


def _sentence(node: nodes.Node) -> str | None:
    """What a call for words says, with the places of its values; None if the node is anything else."""
    if (
        not isinstance(node, nodes.Call)
        or not isinstance(node.node, nodes.Name)
        or node.node.name not in WORDS
    ):
        return None
    return WORDS[node.node.name](*[text.as_const() for text in node.args])


def _texts(sentence: str, call: nodes.Node) -> Iterator[nodes.Expr]:
    """A sentence as its texts and the values between them."""
    given = call.iter_child_nodes(only=("kwargs",))
    values = {each.key: each.value for each in given if isinstance(each, nodes.Keyword)}
    # Texts and names of values in turn.
    for number, part in enumerate(_VALUE.split(sentence)):
        if number % 2:
            yield values[part]
        elif part:
            yield nodes.TemplateData(part.replace("%%", "%"), lineno=call.lineno)


def _blank(found: re.Match[str]) -> str:
    """A line break where there was one, so that what is sent can be read."""
    return "\n" if "\n" in found.group() else " "
