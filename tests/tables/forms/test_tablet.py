from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.http import QueryDict
from hypothesis import example, given
from hypothesis import strategies as st

from tables import engine
from tables.forms import tablet
from tables.forms.tablet import DealForm, Fields, NotUnderstood, OperationForm, TapForm, read_tap


def form(**fields: Any) -> OperationForm:
    return OperationForm({"key": str(uuid4()), "version": 0, "epoch": 1, **fields})


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"operation": "r3:800"}, "r3:800"),
        ({"operation": "r3", "amount": "800"}, "r3:800"),
        ({"operation": "b", "cards": ["Ah", "Td", "2c"]}, "b:AhTd2c"),
        ({"operation": "t3", "cards": ["6d"]}, "t3:6d"),
        ({"operation": "s3:6dTh", "cards": ["As", "Ks", "Qs"]}, "s3:6dThAsKsQs"),
        ({"operation": "s3"}, "s3:"),
        ({"operation": "d3", "cards": ["6d", "7d"]}, "d3:6d7d"),
        ({"operation": "d3", "cards": ["Jk"]}, "d3:Jk"),
        ({"operation": "d3"}, "d3:"),
        ({"operation": "d3:????"}, "d3:????"),
        ({"operation": "j3", "cards": ["Jh", "Js"]}, "j3:JhJs"),
        ({"operation": "w0", "seats": ["1", "3"]}, "w0:1,3"),
        ({"operation": "w0h", "seats": ["1", "3"]}, "w0h:1,3"),
        ({"operation": "w0l:"}, "w0l:"),
        ({"operation": "p", "seat": "3", "amount": "800"}, "p3:800"),
        ({"operation": "a", "seat": "3", "amount": "800"}, "a3:800"),
        ({"operation": "e"}, "e"),
        ({"operation": "o3"}, "o3"),
    ],
)
def test_an_operation_is_put_together_from_the_fields_of_its_form(fields: dict[str, Any], code: str) -> None:
    tap = form(**fields)
    assert tap.is_valid()
    assert engine.encode(Fields(tap.cleaned_data).operation) == code


@pytest.mark.parametrize(
    "fields",
    [
        {"operation": "p", "amount": "800"},
        {"operation": "p", "seat": "3"},
        {"operation": "p", "seat": "11", "amount": "800"},
        {"operation": "w0h"},
        {"operation": "w0h:"},
        {"operation": "t3"},
        {"operation": "j3"},
        {"operation": "s3:6d", "cards": ["Zz"]},
    ],
)
def test_half_an_operation_is_refused(fields: dict[str, Any]) -> None:
    assert not form(**fields).is_valid()


# --- Read without a form

KEY = "11111111-2222-3333-4444-555555555555"
FORMS = (TapForm, DealForm, OperationForm)
WRITTEN = {
    "key": [KEY, KEY.upper().replace("1", "A"), "{" + KEY + "}", KEY.replace("-", ""), "no", "", f" {KEY}"],
    "version": ["0", "7", "007", "+7", " 7", "٧", "-1", "1e3", "9" * 9, "9" * 30, "", "x", "7.0"],
    "epoch": ["1", "01", "", "one"],
    "operation": [
        "f3", "r3:800", "r3", "s3", "s3:", "d3", "b:AhTd2c", "b:??", "w0:1,3", "u0", "q3", "", " f3", "f3 ",
        "f3\x00", "e", "r3:0800", "x:misdeal", "x:" + "a" * 130,
    ],
    "amount": ["800", "0", "x", ""], "seat": ["3", "11"], "cards": ["Ah", "Zz"], "seats": ["1", "12"],
    "straddle": ["1", "false", ""], "game": ["NT", "a" * 20], "title": ["Badugi", "two\nlines"],
    "csrfmiddlewaretoken": ["t"], "sheet": ["bet"],
}  # fmt: skip


@st.composite
def posted(draw: st.DrawFn) -> str:
    """A body: mostly the four fields of a tap, each perhaps missing, doubled or odd, and perhaps others."""
    data = QueryDict(mutable=True)
    for name in ("key", "version", "epoch", "operation"):
        for _ in range(draw(st.sampled_from((1, 1, 1, 1, 0, 2)))):
            data.appendlist(name, draw(st.sampled_from(WRITTEN[name])))
    for name in draw(st.lists(st.sampled_from(sorted(WRITTEN)), max_size=2)):
        data.appendlist(name, draw(st.sampled_from(WRITTEN[name])))
    return data.urlencode()


@given(form_class=st.sampled_from(FORMS), body=posted())
@example(form_class=OperationForm, body=f"key={KEY}&version=7&epoch=1&operation=s3")
@example(form_class=DealForm, body=f"key={KEY}&version=0&epoch=1")
def test_a_tap_is_read_as_its_form_cleans_it(form_class: type[TapForm], body: str) -> None:
    data = QueryDict(body)
    form = form_class(data)
    if form.is_valid():
        read = read_tap(form_class, data)
        assert (read.values, read.what) == (form.cleaned_data, Fields(form.cleaned_data).what)
    else:
        with pytest.raises(NotUnderstood):
            read_tap(form_class, data)


@pytest.mark.parametrize("operation", ["f3", "r3:800", "b:AhTd2c", "s3", "x:misdeal"])
def test_a_plain_tap_builds_no_form(operation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_of_form: Any) -> None:
        raise AssertionError("a form was built")

    monkeypatch.setattr(tablet.OperationForm, "__init__", refuse)
    body = QueryDict(f"key={KEY}&version=7&epoch=1&operation={operation}&csrfmiddlewaretoken=t")
    assert engine.encode(read_tap(OperationForm, body).operation)[:2] == operation[:2]
