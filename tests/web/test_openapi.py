"""Whatever a program sends, the API does as its OpenAPI description says: never an error of the server's own."""

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

from tabletown.web.api.openapi import description
from tests.conftest import LONG
from tests.waiting import LIMIT

schema = schemathesis.openapi.from_dict(description())
# Every edge of every field besides random requests: to think them up takes seconds while tests are collected, and every
# process of a run collects all tests.
schema.config.phases.coverage.enabled = LONG
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def seat(server: str) -> tuple[str, str]:
    """A running table and the key of one of its seats: half of the calls are made at it."""
    wish = {"game": "connect-four", "seats": [{"kind": "me"}, {"kind": "here"}]}
    made = httpx.post(f"{server}/api/tables", json=wish, timeout=LIMIT).json()
    return made["id"], made["seats"][0]["key"]


@schema.parametrize()
@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_the_api_keeps_its_word(case: schemathesis.Case, server: str, seat: tuple[str, str]) -> None:
    if "id" in case.path_parameters and len(str(case.body)) % 2:
        case.path_parameters["id"] = seat[0]
    case.call_and_validate(base_url=server, checks=CHECKS, headers={"Authorization": f"Bearer {seat[1]}"})


def test_the_description_names_every_route_of_the_api() -> None:
    from tabletown.web.api.routes import Api

    class Nothing:
        limits = type("L", (), {"tables": None})

        def buckets(self, name: str, rate: object) -> None: ...

    routes = {route.path.replace(":int", "") for route in Api(Nothing()).routes()}  # type: ignore[attr-defined,arg-type]
    streams = {path for path in routes if path.endswith("/stream")}
    assert routes - streams - {"/api/openapi.json"} == set(description()["paths"])
