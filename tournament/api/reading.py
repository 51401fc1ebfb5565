"""The interface for people: every operation on one page, from the description that programs read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDescribed:
    """A parameter, or a field of a body: `kind` in words, `shape` the name of its schema where it has one."""

    name: str
    kind: str
    shape: str
    text: str
    is_required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeDescribed:
    name: str
    text: str
    fields: tuple[FieldDescribed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationDescribed:
    """`scope` of the token that it asks for, "" where it is for everybody."""

    tag: str
    method: str
    path: str
    summary: str
    text: str
    scope: str
    parameters: tuple[FieldDescribed, ...]
    body: str
    answer: str


@require_safe
def interface_page(request: HttpRequest, *, described: Callable[[], Mapping[str, Any]]) -> HttpResponse:
    """What the interface answers, without a script or anything from elsewhere."""
    schema = described()
    operations = sorted(_operations(schema), key=lambda each: each.tag)
    context = {
        "groups": [(tag, list(group)) for tag, group in groupby(operations, key=lambda each: each.tag)],
        "shapes": [_shape(name, each) for name, each in sorted(schema["components"]["schemas"].items())],
        "about": schema["info"]["description"],
    }
    return render(request, "tournament/interface/page.html", context)


def _operations(schema: Mapping[str, Any]) -> Iterator[OperationDescribed]:
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            yield OperationDescribed(
                tag=operation["tags"][0],
                method=method.upper(),
                path=path,
                summary=operation["summary"],
                text=operation.get("description", ""),
                scope=operation.get("x-scope", ""),
                parameters=tuple(_parameter(each) for each in operation["parameters"]),
                body=_shape_name(_content(operation.get("requestBody", {}))),
                answer=next(
                    (
                        _shape_name(_content(response))
                        for status, response in operation["responses"].items()
                        if status != "default"
                    ),
                    "",
                ),
            )


def _content(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of the only kind of content."""
    for content in said.get("content", {}).values():
        schema: Mapping[str, Any] = content["schema"]
        return schema
    return {}


def _parameter(said: Mapping[str, Any]) -> FieldDescribed:
    return FieldDescribed(
        name=said["name"],
        kind=_kind(said["schema"]),
        shape="",
        text=said.get("description", ""),
        is_required=said["required"],
    )


def _shape(name: str, schema: Mapping[str, Any]) -> ShapeDescribed:
    required: Sequence[str] = schema.get("required", ())
    return ShapeDescribed(
        name=name,
        text=schema.get("description", ""),
        fields=tuple(
            FieldDescribed(
                name=field,
                kind=_kind(each),
                shape=_shape_name(each),
                text=each.get("description", ""),
                is_required=field in required,
            )
            for field, each in schema.get("properties", {}).items()
        ),
    )


def _shape_name(schema: Mapping[str, Any]) -> str:
    """The schema that this one refers to, itself or as one of several or of a list."""
    for each in (schema, schema.get("items", {}), *schema.get("anyOf", ())):
        if "$ref" in each:
            return str(each["$ref"]).rsplit("/", 1)[-1]
    return ""


def _kind(schema: Mapping[str, Any]) -> str:
    """A type in words: "string", "integer | null", "array of EventListed"."""
    if "anyOf" in schema:
        return " | ".join(_kind(each) for each in schema["anyOf"])
    if "$ref" in schema:
        return _shape_name(schema)
    if "enum" in schema:
        return " | ".join(f"“{each}”" for each in schema["enum"])
    if schema.get("type") == "array":
        return f"array of {_kind(schema.get('items', {}))}"
    said = str(schema.get("type", schema.get("const", "")))
    return f"{said} ({schema['format']})" if "format" in schema else said
