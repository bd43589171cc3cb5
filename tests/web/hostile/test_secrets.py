"""Secrets that open a seat or reveal names: not in the log, not guessable, not available under another name."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tabletown.web.security.logs import JsonLines, Lines
from tabletown.web.storage.database import connect as database
from tabletown.web.testing import Server, place_of, running_server
from tests.waiting import LIMIT
from tests.web.people import FOUR, Person


@pytest.mark.parametrize("form", [Lines(), JsonLines()], ids=["words", "json"])
def test_no_key_is_written_down_with_an_error(form: logging.Formatter) -> None:
    try:
        raise ValueError(
            "class 483920 /class/483920/lead /seat/abc-def_123 "
            "/me/mail/w1/abc-def_123 /off/w1/abc-def_123 /go?link=/seat/abc-def_123 /welcome/abc-def_123 "
            "/me/with/abc-def_123 /me/code/abc-def_123 /class/483920/rejoin/abc-def_123 /class/483920/desk/abc-def_123 "
            "/clubs/join/abc-def_123 /sign-in/back?state=abc-def_123&code=abc-def_123 wall=abc-def_123"
        )
    except ValueError:
        said = logging.LogRecord("x", 40, "f", 1, "GET %s", ("/join/abc-def_123?key=abc-def_123",), sys.exc_info())
    text = form.format(said)
    assert "abc-def_123" not in text and "483920" not in text and "/seat/…" in text and "/join/…?…" in text


def test_no_key_is_written_into_the_log(tmp_path: Path) -> None:
    """The log has only the words of our own addresses and the table's id, wherever a key is sent."""
    server = Server(tmp_path / "data", [FOUR], ["--workers", "0", "--json-logs"])
    errors = tmp_path / "log"
    with errors.open("w") as log:
        server.start(stderr=log)
        ann = Person(server.url)
        wish = {"game": "connect-four", "seats": [{"kind": "me"}, {"kind": "link"}]}
        made = ann.http.post("/api/tables", json=wish).json()
        key, invite = made["seats"][0]["key"], made["seats"][1]["invite"].rpartition("/")[2]
        teacher, code = a_class(server.url, "203.0.113.1")
        for link in (f"{server.url}/seat/{key}", f"/join/{invite}", invite, code):
            assert ann.http.post("/go", data={"link": link}, follow_redirects=True).status_code == 200
            ann.http.get("/go", params={"link": link})
        recovery = "QWER-TYUP-ASDF"
        ann.http.post("/me/with", data={"code": recovery}, follow_redirects=True)
        ann.http.get("/me/with", params={"code": recovery})
        for path in (f"me/mail/w1/{key}", f"off/w1/{key}", f"me/remove/{key}", key, f"seats/{key}", f"t/x/{key}"):
            ann.http.get(f"/{path}")
        ann.http.get(f"/api//tables/{key}?x={key}")
        assert teacher.http.get(f"/class/{code}/lead").status_code == 200
        with connect(f"ws://127.0.0.1:{server.port}/api/tables/{made['id']}/stream?scene=no&key={key}") as wire:
            assert json.loads(wire.recv())["holds"] == [0]
        server.stop()
        with database(place_of(server.data)).begin() as file:
            file.exec_driver_sql("update kept set data = '{}' where kind = 'class'")
        server.start(stderr=log)  # and our messages about a class that can't be opened
        server.stop()
    text = errors.read_text()
    assert "a class cannot be opened" in text
    for secret in (key, invite, code, recovery, recovery.replace("-", "")):
        assert secret not in text
    for shown in ("/seat/… ", "/join/… ", "/me/mail/…/… ", "/class/…/lead ", f"/api/tables/{made['id']}/stream"):
        assert shown in text
    assert "?" not in text


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    options = ["--workers", "0", "--proxies", "127.0.0.1", "--limit", "codes=0,60"]
    with running_server(tmp_path_factory.mktemp("limited"), [FOUR], options) as url:
        yield url


class Elsewhere(Person):
    """A client at another address."""

    def __init__(self, url: str, address: str) -> None:
        super().__init__(url)
        self.http.headers["X-Forwarded-For"] = address


def a_class(url: str, address: str) -> tuple[Elsewhere, str]:
    teacher = Elsewhere(url, address)
    return teacher, teacher.post("/class", tables=1).headers["location"].split("/")[2]


def test_codes_of_classes_cannot_be_tried_one_after_the_other(limited: str) -> None:
    teacher, code = a_class(limited, "203.0.113.1")
    eve, ada = Elsewhere(limited, "203.0.113.2"), Elsewhere(limited, "203.0.113.3")
    wrong = [number for number in range(100_000, 100_100) if str(number) != code]
    ways = [
        lambda code: eve.http.get(f"/class/{code}"),
        lambda code: eve.http.get(f"/class/{code}/projector"),
        lambda code: eve.post("/go", link=code),
    ]
    answers = [ways[number % 3](number).status_code for number in wrong]
    assert answers[0] == 404 and answers[-1] == 429
    assert eve.http.get(f"/class/{code}").status_code == 429  # by now even the right code doesn't help
    assert eve.post("/join", code=code, name="Eve").status_code == 429
    assert ada.post("/join", code=code, name="Ada").status_code == 303
    assert teacher.http.get(f"/class/{code}/lead").status_code == 200


def test_a_code_alone_shows_nobody_s_name(limited: str) -> None:
    teacher, code = a_class(limited, "203.0.113.4")
    ada, eve = Elsewhere(limited, "203.0.113.5"), Elsewhere(limited, "203.0.113.6")
    ada.post("/join", code=code, name="Ada")
    found = re.search(r'href="(/class/\d+/projector\?wall=\w{20})"', teacher.http.get(f"/class/{code}/lead").text)
    assert found is not None
    for page in ("projector", "talk", "rounds.csv", "projector?wall=é"):
        answer = eve.http.get(f"/class/{code}/{page}")
        assert answer.status_code == 403 and "Ada" not in answer.text
    with pytest.raises(InvalidStatus), connect(f"{limited.replace('http', 'ws')}/class/{code}/stream?part=projector"):
        pass
    for page in (teacher.http.get(f"/class/{code}/projector"), eve.http.get(found[1])):
        assert page.status_code == 200 and "Ada" in page.text


def test_a_server_that_knows_its_names_answers_to_no_other(tmp_path: Path) -> None:
    names = ["--host-name", "play.example", "--host-name", "Games.example"]
    with running_server(tmp_path, [FOUR], ["--workers", "0", *names]) as url:
        for host in ("play.example", "games.example:8000"):
            assert httpx.get(url, headers={"Host": host}, timeout=LIMIT).status_code == 200
        refused = httpx.get(url, headers={"Host": "evil.example"}, timeout=LIMIT)
        assert refused.status_code == 421 and "answer to that name" in refused.text
        assert httpx.get(url + "/health", timeout=LIMIT).status_code == 200
        with pytest.raises(InvalidStatus), connect(f"{url.replace('http', 'ws')}/t/x/stream"):
            pass
