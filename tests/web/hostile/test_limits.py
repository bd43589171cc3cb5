"""What counts as one client, whatever its addresses; every limit can be configured and is reported."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tabletown.kernel.errors import BadOption
from tabletown.web.security.connections import Connections, WatchedHttp
from tabletown.web.security.token_buckets import client_at
from tabletown.web.settings import NO_LIMITS, Limits, Rate
from tabletown.web.testing import running_server
from tests.waiting import LIMIT
from tests.web.people import FOUR, Person
from tests.web.threaded import refusal

LIMITS = (
    "tables=0,3",
    "codes=0,3",
    "mails=0,3",
    "names=0,3",
    "friends=0,3",
    "pushes=0,3",
    "sockets=3",
    "requests=0,40",
)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    switches = [part for limit in LIMITS for part in ("--limit", limit)]
    with running_server(tmp_path_factory.mktemp("strict"), [FOUR], ["--workers", "0", "--webhooks", *switches]) as url:
        yield url


class Client(Person):
    """A client with a different address for every request."""

    def __init__(self, url: str, addresses: Callable[[int], str]) -> None:
        super().__init__(url)
        self.addresses, self.count = addresses, 0
        self.http.event_hooks["request"] = [self.moves]

    def moves(self, request: httpx.Request) -> None:
        request.headers["X-Forwarded-For"] = self.next()

    def next(self) -> str:
        self.count += 1
        return self.addresses(self.count)


def test_a_client_is_an_address_or_a_64() -> None:
    assert client_at("203.0.113.9") == client_at("::ffff:203.0.113.9") == "203.0.113.9"
    assert client_at("2001:db8:1:2::1") == client_at("2001:DB8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert client_at("2001:db8:1:3::1") != client_at("2001:db8:1:2::1")
    assert (
        client_at("fe80::1%eth0") == "fe80::/64" and client_at("?") == "?" and client_at("testclient") == "testclient"
    )


@pytest.mark.parametrize(
    "way",
    [
        lambda who: who.http.post("/play/connect-four").status_code,
        lambda who: who.http.post("/api/tables", json={"game": "connect-four"}).status_code,
        lambda who: who.post("/class", tables=1).status_code,
        lambda who: who.post("/go", link="nowhere").status_code,
        lambda who: who.http.get("/class/999999").status_code,
        lambda who: who.http.post("/me/hook", data={"address": "x"}).status_code,
        lambda who: who.post("/me/name", name=f"Mia {who.addresses(0)[9:12]} {who.count}").status_code,
    ],
    ids=["play", "api", "class", "go", "codes", "hook", "names"],
)
def test_one_64_has_one_share(strict: str, way: Callable[[Client], int], request: pytest.FixtureRequest) -> None:
    own = int.from_bytes(request.node.callspec.id[:2].encode())
    one = Client(strict, lambda n: f"2001:db8:{own:x}:1::{n:x}")
    somebody = Person(strict)
    assert "tabletown" in somebody.post("/me/code").cookies
    one.http.cookies.update(somebody.http.cookies)
    answers = [way(one) for _ in range(6)]
    assert 429 not in answers[:3] and answers[3:] == [429] * 3
    other = Client(strict, lambda n: f"2001:db8:{own:x}:2::{n:x}")
    other.http.cookies.update(somebody.http.cookies)
    assert way(other) != 429


def test_one_64_sends_few_friend_requests(strict: str) -> None:
    def named(name: str, network: int) -> Client:
        person = Client(strict, lambda n: f"2001:db8:f:{network:x}::{n:x}")
        assert person.post("/me/name", name=name).status_code == 303
        return person

    people = [named(name, number) for number, name in enumerate(["Quentin", "Rosalind", "Siegfried", "Theodora"], 1)]
    eve, url = named("Eveline", 9), [person.http.get("/me/profile").headers["location"] for person in people]
    asked = [eve.post(f"{one}/relation", do="befriend") for one in url]
    assert [answer.status_code for answer in asked] == [303] * 3 + [429] and "friend requests" in asked[3].text
    assert eve.post(f"{url[3]}/relation", do="block").status_code == 303
    assert people[0].post(f"{url[3]}/relation", do="befriend").status_code == 303


def test_one_64_has_one_share_of_requests_and_of_sockets(strict: str) -> None:
    ann = Client(strict, lambda n: f"2001:db8:a:1::{n:x}")
    table = ann.http.post("/play/connect-four").headers["location"]
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(ann.at(table, **{"X-Forwarded-For": ann.next()}))
        with pytest.raises(InvalidStatus) as refused:
            stack.enter_context(ann.at(table, **{"X-Forwarded-For": ann.next()}))
        assert refused.value.response.status_code == 429
    eve = Client(strict, lambda n: f"2001:db8:b:1::{n:x}" if n % 2 else f"2001:db8:b:1:ffff::{n:x}")
    answers = [eve.http.get("/api/games").status_code for _ in range(42)]
    assert answers == [200] * 40 + [429] * 2


def test_an_ipv4_address_is_one_client_however_it_is_written(strict: str) -> None:
    eve = Client(strict, lambda n: "203.0.113.77" if n % 2 else "::ffff:203.0.113.77")
    assert [eve.http.get("/class/999999").status_code for _ in range(5)] == [404] * 3 + [429] * 2


def test_connections_of_a_64_count_together_and_those_of_a_proxy_do_not() -> None:
    class Line(WatchedHttp):
        cycle = None

    def connects(address: str, busy: bool = True) -> Mock:
        line, transport = (
            Line(),
            Mock(**{"get_extra_info.return_value": (address, 1), "is_closing.return_value": False}),
        )
        line.all, line.loop, line.transport = connections, Mock(**{"time.return_value": 0.0}), transport
        line.cycle = Mock(response_complete=False) if busy else None
        line.connection_made(transport)
        return transport

    connections = Connections(10, 2, "2001:db8:9::1,10.0.0.1")
    lines = [connects(f"2001:db8:1:2::{n}") for n in range(4)]
    assert [line.abort.called for line in lines] == [False, False, True, True] and connections.refused == 2
    assert not connects("2001:db8:1:3::1").abort.called
    assert [connects(address).abort.called for address in ("203.0.113.1", "::ffff:203.0.113.1", "203.0.113.1")] == [
        False,
        False,
        True,
    ]
    assert not any(connects(proxy).abort.called for proxy in ["2001:db8:9::1", "::ffff:10.0.0.1"] * 3)


def test_limits_and_what_they_refused_are_in_the_metrics(strict: str) -> None:
    def measured() -> dict[tuple[str, str], float]:
        told = httpx.get(f"{strict}/metrics", timeout=LIMIT).text
        found = re.findall(r'tabletown_limit_(\w+){limit="(\w+)"} (\S+)', told)
        return {(name, limit): float(value) for name, limit, value in found}

    before = measured()
    assert before["at_once", "tables"] == before["at_once", "sockets"] == 3 and before["per_second", "tables"] == 0
    assert before["per_second", "messages"] == Limits().messages.per_second
    assert {limit for name, limit in before if name == "refusals_total"} == {*Limits._fields} - {"thinking"}
    eve = Client(strict, lambda n: f"2001:db8:c:1::{n:x}")
    for _ in range(5):
        eve.http.post("/play/connect-four")
    after = measured()
    assert after["refusals_total", "tables"] == before["refusals_total", "tables"] + 2
    assert after["clients", "tables"] == before["clients", "tables"] + 1


def test_a_limit_that_cannot_be_read_is_said_in_words(tmp_path: Path) -> None:
    assert Limits().with_words(["tables=0.5,7", "sockets=9"]) == Limits(tables=Rate(0.5, 7), sockets=9)
    assert NO_LIMITS.requests.burst == NO_LIMITS.sockets == 10**9
    for word in ("tables=5", "tables=a,b", "tables", "sockets=1,2", "tables=-1,3", "tables=nan,3"):
        with pytest.raises(BadOption, match=r"can't be read. It should look like (tables|sockets)="):
            Limits().with_words([word])
    code, said = refusal("--data", tmp_path, "--limit", "tabels=1,2")
    assert code == 1 and "no limit called 'tabels'" in said.replace("\n", " ")
