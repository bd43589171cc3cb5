"""The container, the compose file and the proxy's configuration, as far as they can be checked without running them."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from starlette.testclient import TestClient
from typer.main import get_command

from tabletown.cli import app
from tabletown.games.broken_cities.web.pages import routes as class_routes
from tabletown.web.app import make_app
from tabletown.web.connections import Connections
from tabletown.web.hub import CLASS

ROOT = Path(__file__).parents[1]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_container_starts_the_server_with_switches_that_exist() -> None:
    serve = get_command(app).commands["serve"]  # type: ignore[attr-defined]
    known = {option for parameter in serve.params for option in parameter.opts}
    used = set(re.findall(r'"(--[a-z-]+)"', text("Dockerfile")))
    used |= set(re.findall(r"- (--[a-z-]+)", text("compose.yaml")))
    assert {"--host", "--database", "--proxies"} <= used <= known
    for copied in re.findall(r"^COPY (?!--from)(.+) \S+$", text("Dockerfile"), re.M):
        assert all((ROOT / name).exists() for name in copied.split()), copied
    assert "[postgres,push]" in text("Dockerfile") and "\npostgres = [" in text("pyproject.toml")


def test_the_proxy_knows_the_servers_and_what_belongs_to_a_class() -> None:
    compose, caddy = text("compose.yaml"), text("deploy/Caddyfile")
    services = set(re.findall(r"^  (\w+):", compose.split("\nservices:")[1].split("\nvolumes:")[0], re.M))
    assert services == {"one", "other", "database", "proxy"} and "./deploy/Caddyfile:" in compose
    assert set(re.findall(r"(\w+):8000", caddy)) == {"one", "other"} and caddy.count("{") == caddy.count("}")
    (paths,) = re.findall(r"@class path (.+)", caddy)
    assert f"/t/{CLASS}*" in paths.split() and f"/api/tables/{CLASS}*" in paths.split() and class_routes


@pytest.mark.skipif(shutil.which("caddy") is None, reason="no Caddy is installed (Debian: apt install caddy)")
def test_the_proxy_itself_takes_its_configuration(tmp_path: Path) -> None:
    command = ["caddy", "validate", "--config", str(ROOT / "deploy/Caddyfile"), "--adapter", "caddyfile"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr


def test_the_compose_file_is_what_compose_reads() -> None:
    """YAML with its anchors, the four services, and only names that Compose knows."""
    told = yaml.safe_load(text("compose.yaml"))
    assert set(told["services"]) == {"one", "other", "database", "proxy"}
    known = {"build", "image", "restart", "depends_on", "command", "stop_grace_period", "environment", "volumes"}
    for service in told["services"].values():
        assert set(service) <= known | {"healthcheck", "shm_size", "ports"}
        named = {part.split(":")[0] for part in service.get("volumes", []) if not part.startswith(".")}
        assert named <= set(told["volumes"])
        assert set(service.get("depends_on", [])) <= set(told["services"])
    words = told["services"]["one"]["command"]
    assert float(words[words.index("--drain") + 1]) < int(told["services"]["one"]["stop_grace_period"].rstrip("s")) - 10


def test_the_proxy_may_be_named_by_its_network() -> None:
    connections = Connections(1, 1, "127.0.0.1, 172.16.0.0/12")
    asked = ("127.0.0.1", "172.20.0.3", "::1", "203.0.113.9", "?")
    assert [connections.is_own(address) for address in asked] == [True, True, False, False, False]


def test_a_prometheus_beside_the_servers_reads_their_numbers(tmp_path: Path) -> None:
    server = make_app(tmp_path, workers=0)
    server.state.connections = Connections(1, 1, "127.0.0.1, 172.16.0.0/12")

    def asks(client: str, **headers: str) -> int:
        with TestClient(server, client=(client, 1)) as http:
            return http.get("/metrics", headers=headers).status_code

    assert asks("172.20.0.3") == 200
    assert asks("172.20.0.3", **{"X-Forwarded-For": "172.20.0.1"}) == 404  # somebody through the proxy
    assert asks("203.0.113.9") == 404
