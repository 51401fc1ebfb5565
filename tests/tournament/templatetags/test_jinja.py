"""A template of one language: words folded into it, values escaped, blanks gone, nothing missing unnoticed."""

from __future__ import annotations

import pytest
from django.utils import translation
from jinja2 import DictLoader, UndefinedError

from tournament.templatetags.jinja import LanguageEnvironment


def drawn(source: str, language: str = "it", **values: object) -> str:
    environment = LanguageEnvironment(language=language, loader=DictLoader({"page": source}), autoescape=True)
    with translation.override(language):
        return environment.get_template("page").render(**values)


def compiled(source: str, language: str = "it") -> str:
    environment = LanguageEnvironment(language=language, autoescape=True)
    code = environment.compile(source, raw=True)
    assert isinstance(code, str)
    return code


def test_words_are_those_of_the_language() -> None:
    assert [drawn('{{ _("Cancel") }}', language) for language in ("en", "it")] == ["Cancel", "Chiudi"]
    assert drawn('{{ pgettext("suit", "spades") }}') == "picche"
    assert drawn('{{ "" or _("Cancel") }}') == "Chiudi"


def test_a_sentence_has_its_values_where_the_language_puts_them() -> None:
    sentence = "{% trans number=n, game=name %}\n  Deal hand {{ number }}:\n  {{ name }}\n{% endtrans %}"
    assert drawn(sentence, n=7, name="<Stud>") == "Distribuisci la mano 7: &lt;Stud&gt;"
    assert drawn("{% trans %}Seat {{ seat }}: {{ made }}{% endtrans %}", seat=3, made="x") == "Posto 3: x"


def test_a_plural_chooses_its_form_when_it_is_drawn() -> None:
    cards = "{% trans count=n %}Stub: {{ count }} card{% pluralize %}Stub: {{ count }} cards{% endtrans %}"
    assert [drawn(cards, n=count) for count in (1, 2)] == ["Tallone: 1 carta", "Tallone: 2 carte"]


def test_a_per_cent_sign_is_one() -> None:
    assert drawn("{% trans %}100% of {{ part }}{% endtrans %}", "en", part="5%") == "100% of 5%"


def test_words_are_looked_up_once_for_all_when_the_template_is_compiled() -> None:
    code = compiled('<b title="{{ _("Cancel") }}">{% trans seat=s %}Seat {{ seat }} folds{% endtrans %}</b>')
    assert "Chiudi" in code
    assert "gettext" not in code


def test_what_a_value_says_is_escaped_and_what_a_filter_has_escaped_is_not() -> None:
    assert drawn("{{ name }}", name="<b> & 'x'") == "&lt;b&gt; &amp; &#39;x&#39;"


def test_blanks_of_the_template_are_one_and_those_of_values_stay() -> None:
    assert drawn(
        "<p>\n    {% if yes %}\n      {{ name }}   !\n    {% endif %}\n</p>", yes=True, name="a  b"
    ) == ("<p>\n a  b !\n</p>")


def test_a_name_that_is_not_there_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="'nobody' is undefined"):
        drawn("{% if nobody %}x{% endif %}")


def test_an_attribute_that_is_not_there_is_an_error() -> None:
    with pytest.raises(AttributeError, match="nobody"):
        drawn("{{ name.nobody }}", name="Anna")
