"""The OpenAPI description of the API, made from the types of its handlers."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from typing import Any, get_args, get_origin

import msgspec

from tabletown import __version__
from tabletown.web.api.endpoint import Endpoint
from tabletown.web.protocol import Problem

REFUSALS = {
    400: "cannot be read",
    403: "not yours",
    404: "none such",
    409: "not now",
    413: "too long",
    422: "against the rules",
    429: "too many requests",
}
ABOUT = (
    "Play at a table over HTTP. Send a seat's key as `Authorization: Bearer KEY`; without one you're a spectator. "
    "The stream at /api/tables/{id}/stream is a WebSocket with the same messages."
)


def description(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    types = [Problem, *(type for endpoint in endpoints for type in types_of(endpoint))]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    known = list(zip(types, schemas))

    def schema(wanted: Any) -> dict[str, Any]:
        return next(schema for type, schema in known if type == wanted)

    def content(wanted: Any) -> dict[str, Any]:
        return {"content": {"application/json": {"schema": schema(wanted)}}}

    def operation(endpoint: Endpoint) -> dict[str, Any]:
        path, query, taken = endpoint.in_path(), endpoint.in_query(), endpoint.body()
        answers = {
            str(status): {"description": told(type)} | ({} if type is None else content(type))
            for status, type in endpoint.answers().items()
        }
        refused = {429, *endpoint.refuses} | ({400, 413} if taken else set()) | ({403, 404, 409} if path else set())
        answers |= {str(code): {"description": REFUSALS[code]} | content(Problem) for code in sorted(refused)}
        made: dict[str, Any] = {
            "operationId": endpoint.handler.__name__,
            "summary": told(endpoint.handler),
            "responses": answers,
        }
        if path or query:
            made["parameters"] = [
                {"name": name, "in": "path" if name in path else "query", "required": name in path}
                | {"schema": schema(endpoint.parameters()[name].annotation)}
                for name in (*path, *query)
            ]
        if taken:
            made["requestBody"] = {"required": True} | content(taken[1])
        return made

    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        paths.setdefault(re.sub(r":\w+}", "}", endpoint.path), {})[endpoint.method.lower()] = operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tabletown", "version": __version__, "description": ABOUT},
        "components": {"schemas": components, "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}}},
        "security": [{}, {"seat": []}],
        "paths": paths,
    }


def types_of(endpoint: Endpoint) -> list[Any]:
    """Every type that an endpoint takes or returns."""
    parameters = [parameter.annotation for parameter in endpoint.parameters().values()]
    return [*parameters, *(type for type in endpoint.answers().values() if type is not None)]


def told(of: Any) -> str:
    """The first sentence of a docstring."""
    if of is None:
        return "done"
    if get_origin(of) is list:
        return f"a list: {told(get_args(of)[0])}"
    return (inspect.getdoc(of) or of.__name__).splitlines()[0].rstrip(".")
