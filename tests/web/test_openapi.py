"""Whatever a program sends, the API behaves as its OpenAPI description says, without internal errors."""

from __future__ import annotations

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tabletown.web.api.endpoint import endpoints_of
from tabletown.web.api.openapi import description
from tabletown.web.api.routes import Api
from tabletown.web.guests.endpoints import BotApi
from tests.conftest import LONG
from tests.waiting import LIMIT

DESCRIPTION = description([*endpoints_of(Api), *endpoints_of(BotApi)])
schema = schemathesis.openapi.from_dict(DESCRIPTION)
# Every edge case of every field besides random requests: generating them takes seconds at collection, which every
# process of a run does.
schema.config.phases.coverage.enabled = LONG
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def seat(server: str) -> tuple[str, str]:
    """A running table and the key of one of its seats, used in half of the calls."""
    wish = {"game": "connect-four", "seats": [{"kind": "me"}, {"kind": "here"}]}
    made = httpx.post(f"{server}/api/tables", json=wish, timeout=LIMIT).json()
    return made["id"], made["seats"][0]["key"]


@schema.parametrize()
@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_the_api_keeps_its_word(case: schemathesis.Case, server: str, seat: tuple[str, str]) -> None:
    if "id" in case.path_parameters and len(str(case.body)) % 2:
        case.path_parameters["id"] = seat[0]
    case.call_and_validate(base_url=server, checks=CHECKS, headers={"Authorization": f"Bearer {seat[1]}"})


def test_what_a_handler_takes_and_answers_is_described() -> None:
    paths = DESCRIPTION["paths"]
    assert {(path, method) for path in paths for method in paths[path]} >= {
        ("/api/games", "get"),
        ("/api/tables/{id}", "delete"),
        ("/api/tables/{id}/at/{number}", "get"),
    }
    undo = paths["/api/tables/{id}/undo"]["post"]
    sent = undo["requestBody"]["content"]["application/json"]["schema"]
    assert sent == {"$ref": "#/components/schemas/UndoBody"}
    assert [(each["name"], each["in"], each["required"]) for each in undo["parameters"]] == [
        ("id", "path", True),
        ("scene", "query", False),
    ]
    assert {"200", "202", "400", "403", "404", "409", "413", "429"} == set(undo["responses"])
    assert paths["/api/tables"]["post"]["responses"].keys() == {"201", "400", "404", "413", "429"}
    assert paths["/api/tables/{id}"]["delete"]["responses"]["204"] == {"description": "done"}
    assert all(each["summary"] for path in paths.values() for each in path.values())
