"""Whatever a form sends, the server answers at once and in words, never with an internal error."""

from __future__ import annotations

import re
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct
from schemathesis.checks import not_a_server_error

from tabletown.classroom.pages.desk import Do
from tabletown.classroom.pages.join import ClassForm, JoinForm, ReadForm
from tabletown.web.pages.forms import BranchForm, CodeForm, LinkForm, NameForm, NewTableForm, PlayForm, SitForm
from tests.conftest import LONG
from tests.waiting import LIMIT
from tests.web.people import Person

POSTED: dict[str, type[Struct]] = {
    "/new": NewTableForm,
    "/go": LinkForm,
    "/me/with": CodeForm,
    "/play/connect-four": PlayForm,
    "/t/{id}/sit": SitForm,
    "/t/{id}/branch": BranchForm,
    "/join/{invite}": NameForm,
    "/seat/{key}": Struct,
    "/class": ClassForm,
    "/join": JoinForm,
    "/class/{code}/name": JoinForm,
    "/class/{code}/read": ReadForm,
    "/class/{code}/seat": Do,
    "/class/{code}/rejoin/{link}": Struct,
    "/class/{code}/desk/{link}": JoinForm,
    "/class/{code}/do": Do,
}
ASKED = {
    "/new": ["game"],
    "/join": ["code"],
    "/rules/right-of-way": ["q", "from"],
    "/t/{id}": ["seat"],
    "/t/{id}/replay": ["at", "seat"],
}
MANY = 8 if LONG else 4
QUIET = settings(max_examples=MANY, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def description() -> dict[str, Any]:
    """All forms in OpenAPI's terms, made from the types that read them."""
    schemas, components = msgspec.json.schema_components(POSTED.values(), ref_template="#/components/schemas/{name}")
    paths: dict[str, Any] = {}
    for (path, type), schema in zip(POSTED.items(), schemas):
        kind = "application/json" if type is Do else "application/x-www-form-urlencoded"
        paths.setdefault(path, {})["post"] = {
            "requestBody": {"content": {kind: {"schema": schema if type is not Struct else {"type": "object"}}}}
        }
    for path, names in ASKED.items():
        parameters = [{"name": name, "in": "query", "schema": {"type": "string"}} for name in names]
        paths.setdefault(path, {})["get"] = {"parameters": parameters}
    for path, methods in paths.items():
        for method in methods.values():
            method["responses"] = {"default": {"description": "a page"}}
            for name in re.findall(r"{(\w+)}", path):
                place = {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
                method.setdefault("parameters", []).append(place)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Forms", "version": "1"},
        "components": {"schemas": components},
        "paths": paths,
    }


forms = schemathesis.openapi.from_dict(description())
forms.config.phases.coverage.enabled = LONG  # as in test_openapi.py


@pytest.fixture(scope="module")
def places(server: str) -> tuple[dict[str, str], str]:
    """A real table, invitation, key and class, and the cookie of their creator."""
    ann = Person(server, "Ann")
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = ann.opens("connect-four", "me", "open").rpartition("/")[2]
    made = ann.http.post("/api/tables", json={"game": "connect-four", "seats": seats}).json()["seats"]
    code = ann.post("/class", tables=2).headers["location"].split("/")[2]
    where = {"id": table, "invite": made[1]["invite"].rpartition("/")[2], "key": made[0]["key"], "code": code}
    where["link"] = "none"
    return where, ann.http.cookies["tabletown"]


@forms.parametrize()
@QUIET
def test_a_form_is_answered_in_words(case: schemathesis.Case, server: str, places: tuple[dict[str, str], str]) -> None:
    where, cookie = places
    for name in case.path_parameters:
        if len(str(case.body)) % 3:
            case.path_parameters[name] = where[name]
    cookies = {"Cookie": f"tabletown={cookie}"}
    case.call_and_validate(
        base_url=server, checks=[not_a_server_error], headers=cookies, allow_redirects=False, timeout=LIMIT
    )


NASTY = [
    "0023000000",
    "9" * 5000,
    "-1",
    "1e9",
    "٣",
    "\x00",
    "\ud800",
    "💥" * 90,
    "//[",
    "../../x",
    "<script>",
    "%",
    " ",
]
values = st.sampled_from(NASTY) | st.text(max_size=30)
FIELDS = [
    "game",
    "count",
    "days",
    "seed",
    "title",
    "seat-0",
    "seat-1",
    "name-0",
    "name",
    "option-tables",
    "by-hand-die",
]
MORE = ["tables", "clock", "code", "at", "seat", "others", "bot", "watch"]
names = st.sampled_from([*FIELDS, *MORE])
http = httpx.Client(timeout=LIMIT)


@pytest.mark.filterwarnings("ignore:Do not use the `random` module")  # sent by the server in a thread of this process
@pytest.mark.parametrize("path", ["/new", "/class", "/join", "/t/{id}/branch", "/t/{id}/sit"])
@given(fields=st.dictionaries(names, values, max_size=8))
@QUIET
def test_no_field_can_stall_the_server(
    path: str, fields: dict[str, str], server: str, places: tuple[dict[str, str], str]
) -> None:
    where, cookie = places
    fields = {"game": "right-of-way", **fields} if path == "/new" else fields
    body = "&".join(f"{name}={value}" for name, value in fields.items()).encode(errors="surrogatepass")
    headers = {"Cookie": f"tabletown={cookie}", "Content-Type": "application/x-www-form-urlencoded"}
    answer = http.post(server + path.format(**where), content=body, headers=headers)
    assert answer.status_code in (303, 400, 403, 404, 409, 413, 422)


@pytest.mark.parametrize(
    ("path", "fields", "said"),
    [
        ("/new", {"game": "right-of-way", "count": "0023000000"}, "Right of Way is for 2 seats."),
        ("/new", {"game": "right-of-way", "count": "2" + "0" * 4000}, "Right of Way is for 2 seats."),
        ("/class", {"tables": "0063000000"}, "A session has 1 to"),
        ("/class", {"tables": "2", "clock": "00100000000000"}, "The playing time can be"),
    ],
)
def test_a_number_is_checked_as_it_is_used(ann: Person, path: str, fields: dict[str, str], said: str) -> None:
    answer = ann.http.post(path, data=fields)
    assert answer.status_code == 400 and said in answer.text


def test_a_facilitator_s_wish_is_checked_before_it_is_done(ann: Person) -> None:
    code = ann.post("/class", tables=2).headers["location"].split("/")[2]
    for wish, said in [
        ({"do": "end-turn", "table": -1}, "We can't find that table. It may have been deleted."),
        ({"do": "law-time", "table": 1, "number": 60}, "We can't find that table. It may have been deleted."),
        ({"do": "decide", "number": -1, "text": "yes"}, "We can't find that question. It may have been removed."),
        ({"do": "time", "number": 10**30}, "couldn't read that"),
    ]:
        answer = ann.http.post(f"/class/{code}/do", json=wish)
        assert answer.status_code == 400 and said in answer.json()["error"], wish
