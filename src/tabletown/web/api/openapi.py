"""The API in OpenAPI's words, made from the messages themselves."""

from __future__ import annotations

from typing import Any

import msgspec

from tabletown import __version__
from tabletown.web import protocol as m
from tabletown.web.catalog import GameCard

SHOWN = [
    m.NewTable,
    m.Created,
    m.JoinSeat,
    m.Joined,
    m.TableView,
    m.ChooseBody,
    m.WhyBody,
    m.WhyNot,
    m.UndoBody,
    m.Record,
    m.CoachView,
    m.Frame,
    m.Problem,
    GameCard,
]


def description() -> dict[str, Any]:
    schemas, components = msgspec.json.schema_components(SHOWN, ref_template="#/components/schemas/{name}")
    ref = dict(zip([shown.__name__ for shown in SHOWN], schemas))

    def answers(ok: Any, what: str, *refusals: int, status: str = "200") -> dict[str, Any]:
        said = {400: "cannot be read", 403: "not yours", 404: "none such", 409: "not now", 413: "too long"}
        said |= {422: "against the rules", 429: "too many requests"}
        return {
            status: {"description": what, "content": {"application/json": {"schema": ok}}},
            **{
                str(code): {"description": said[code], "content": {"application/json": {"schema": ref["Problem"]}}}
                for code in sorted({*refusals, 429})
            },
        }

    def takes(schema: Any) -> dict[str, Any]:
        return {"required": True, "content": {"application/json": {"schema": schema}}}

    table_id = {"name": "id", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
    point = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
    seat = {
        "name": "seat",
        "in": "query",
        "description": 'Through whose eyes: a seat that you may look through, "none" for a spectator\'s, "all" for '
        "every hand open, once the match is over.",
        "schema": {"type": "string", "pattern": "^([0-9]{1,2}|none|all)$"},
    }
    scene = {
        "name": "scene",
        "in": "query",
        "description": '"no": without pictures',
        "schema": {"type": "string", "enum": ["yes", "no"]},
    }
    at = "/api/tables/{id}"
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tabletown",
            "version": __version__,
            "description": "Play at a table over HTTP. A seat's key goes into `Authorization: Bearer KEY`; without one "
            "you watch. The stream at /api/tables/{id}/stream is a WebSocket with the same messages.",
        },
        "components": {"schemas": components, "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}}},
        "security": [{}, {"seat": []}],
        "paths": {
            "/api/games": {
                "get": {
                    "operationId": "games",
                    "summary": "The games of this server",
                    "responses": answers({"type": "array", "items": ref["GameCard"]}, "the games"),
                }
            },
            "/api/tables": {
                "post": {
                    "operationId": "create",
                    "summary": "Open a table",
                    "requestBody": takes(ref["NewTable"]),
                    "responses": answers(ref["Created"], "the new table", 400, 404, 413, status="201"),
                }
            },
            "/api/join": {
                "post": {
                    "operationId": "join",
                    "summary": "Take the seat of an invitation",
                    "requestBody": takes(ref["JoinSeat"]),
                    "responses": answers(ref["Joined"], "your seat", 400, 404, 409, 413),
                }
            },
            at: {
                "get": {
                    "operationId": "show",
                    "summary": "The table as your seat may know it",
                    "parameters": [table_id, seat, scene],
                    "responses": answers(ref["TableView"], "the table", 400, 403, 404, 409),
                }
            },
            f"{at}/choose": {
                "post": {
                    "operationId": "choose",
                    "summary": "Answer what your seat is asked",
                    "parameters": [table_id, scene],
                    "requestBody": takes(ref["ChooseBody"]),
                    "responses": answers(ref["TableView"], "the table after it", 400, 403, 404, 409, 413, 422),
                }
            },
            f"{at}/why": {
                "post": {
                    "operationId": "why",
                    "summary": "Why an option is not allowed now",
                    "parameters": [table_id],
                    "requestBody": takes(ref["WhyBody"]),
                    "responses": answers(ref["WhyNot"], "the reason", 400, 403, 404, 409, 413),
                }
            },
            f"{at}/undo": {
                "post": {
                    "operationId": "undo",
                    "summary": "Take back your last answer, or ask the others to let you",
                    "parameters": [table_id, scene],
                    "requestBody": takes(ref["UndoBody"]),
                    "responses": answers(ref["TableView"], "the table after it", 400, 403, 404, 409, 413)
                    | {
                        "202": {
                            "description": "the others are asked",
                            "content": {"application/json": {"schema": ref["TableView"]}},
                        }
                    },
                }
            },
            f"{at}/record": {
                "get": {
                    "operationId": "record",
                    "summary": "The whole past of the match",
                    "parameters": [table_id, seat],
                    "responses": answers(ref["Record"], "the record", 400, 403, 404, 409),
                }
            },
            f"{at}/coach": {
                "get": {
                    "operationId": "coach",
                    "summary": "What the coach says of a match that is over",
                    "parameters": [table_id],
                    "responses": answers(ref["CoachView"], "the answers that cost most, and accuracies", 403, 404, 409),
                }
            },
            f"{at}/at/{{number}}": {
                "get": {
                    "operationId": "frame",
                    "summary": "The match as it stood after so many answers",
                    "parameters": [table_id, point, seat],
                    "responses": answers(ref["Frame"], "that point", 400, 403, 404, 409),
                }
            },
        },
    }
