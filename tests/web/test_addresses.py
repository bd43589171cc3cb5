"""The addresses at which phones find a class: those of the network, never a loopback address."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import typer

from tabletown.classroom import command
from tabletown.web import addresses
from tabletown.web.addresses import Address, host_of, is_loopback, of_this_machine, origins
from tabletown.web.settings import Settings
from tests.web.people import Person


def adapter(name: str, *ips: Any) -> Any:
    found = [SimpleNamespace(ip=ip, is_IPv4=isinstance(ip, str)) for ip in ips]
    return SimpleNamespace(nice_name=name, ips=found)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        adapter("lo", "127.0.0.1", ("::1", 0, 0)),
        adapter("docker0", "172.17.0.1"),
        adapter("eth0", "169.254.3.4", "203.0.113.9"),
        adapter("wlan0", "192.168.1.20", ("fe80::1", 0, 2)),
    ]
    monkeypatch.setattr(addresses.ifaddr, "get_adapters", lambda: found)


@pytest.mark.usefixtures("machine")
def test_the_addresses_of_this_machine_on_its_networks_the_likeliest_first() -> None:
    assert [address.ip for address in of_this_machine()] == ["192.168.1.20", "203.0.113.9", "172.17.0.1"]
    assert origins("0.0.0.0", 8000)[0] == "http://192.168.1.20:8000"
    assert origins("127.0.0.1", 8000) == [] == origins("localhost", 80)
    assert origins("192.168.1.20", 80) == ["http://192.168.1.20:80"]


def test_what_only_this_machine_can_mean_is_known() -> None:
    assert all(map(is_loopback, ("localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "a.localhost")))
    assert not any(map(is_loopback, ("192.168.1.20", "example.org", "localhost.example.org")))
    assert [host_of(name) for name in ("a:80", "a", "[::1]:80", "1.2.3.4:5")] == ["a", "a", "::1", "1.2.3.4"]


def test_the_teacher_chooses_and_no_phone_is_sent_to_this_machine_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [Address("192.168.1.20", "wlan0"), Address("10.0.0.3", "eth0")]
    assert command.choose(found, "", ask=False) == found[0]
    monkeypatch.setattr(typer, "prompt", lambda *_, **__: 2)
    assert command.choose(found, "", ask=True) == found[1]
    assert command.choose(found, "10.0.0.3", ask=True) == found[1]
    with pytest.raises(typer.BadParameter, match="phones can't reach it"):
        command.choose(found, "localhost", ask=True)


def test_a_class_is_opened_where_phones_reach_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told: dict[str, Any] = {}
    monkeypatch.setattr(command, "of_this_machine", lambda: [Address("192.168.1.20", "wlan0")])
    monkeypatch.setattr(command, "serve", lambda how, **more: told.update(more, host=how.host, port=how.port))
    command.open_for_a_class(Settings(no_browser=True))
    said = capsys.readouterr().out
    assert "http://192.168.1.20:8000/join" in said and "█" in said and "firewall" in said
    wanted = {"host": "0.0.0.0", "port": 8000, "page": "/class", "phones": "http://192.168.1.20:8000"}
    assert {name: told[name] for name in wanted} == wanted
    command.open_for_a_class(Settings(no_browser=True), "crossroll")
    assert told["page"] == "/class?game=crossroll" and "/class?game=crossroll" in capsys.readouterr().out
    with pytest.raises(typer.BadParameter, match=r"can't be played with a class.*broken-cities"):
        command.open_for_a_class(Settings(no_browser=True), "chess")
    monkeypatch.setattr(command, "of_this_machine", list)
    with pytest.raises(typer.Exit):
        command.open_for_a_class(Settings(no_browser=True))
    assert "phones can't reach it" in capsys.readouterr().out


def test_the_desk_warns_on_loopback_and_draws_no_code_of_it(ann: Person) -> None:
    code = ann.post("/class", tables=1).headers["location"].split("/")[2]
    page = ann.http.get(f"/class/{code}/lead").text
    assert "Phones can&#39;t reach this address." in page and "tabletown class" in page and 'class="qr"' not in page
    wall = ann.http.get(f"/class/{code}/projector").text
    assert 'class="qr"' not in wall and "/join</h1>" not in wall and "Phones can't reach this machine" in wall
    elsewhere = ann.http.get(f"/class/{code}/lead", headers={"Host": "school.example:8000"}).text
    assert (
        "Phones can&#39;t reach" not in elsewhere
        and 'class="qr"' in elsewhere
        and "school.example:8000/join" in elsewhere
    )
    wall = ann.http.get(f"/class/{code}/projector", headers={"Host": "school.example:8000"}).text
    assert "school.example:8000/join</h1>" in wall and "Phones can&#39;t" not in wall
