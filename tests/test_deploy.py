"""The container, the compose file and the proxy's configuration, as far as they can be checked without running them."""

import os
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from starlette.testclient import TestClient
from typer.main import get_command

from tabletown.classroom.pages.routes import routes as class_routes
from tabletown.cli import app
from tabletown.web.app import make_app
from tabletown.web.security.connections import Connections
from tabletown.web.settings import Settings
from tabletown.web.storage.database import address_of
from tabletown.web.storage.schema import CLASS

ROOT = Path(__file__).parents[1]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_container_starts_the_server_with_switches_that_exist() -> None:
    serve = get_command(app).commands["serve"]  # type: ignore[attr-defined]
    known = {option for parameter in serve.params for option in parameter.opts}
    used = set(re.findall(r'"(--[a-z-]+)"', text("Dockerfile")))
    used |= set(re.findall(r"- (--[a-z-]+)", text("compose.yaml")))
    assert {"--host", "--proxies"} <= used <= known
    for copied in re.findall(r"^COPY (?!--from)(.+) \S+$", text("Dockerfile"), re.M):
        assert all((ROOT / name).exists() for name in copied.split()), copied
    assert text("Dockerfile").index("--require-hashes -r") < text("Dockerfile").index("COPY src"), (
        "a change of the source must not fetch all packages again"
    )


LOCKS = {  # and their contents
    "deploy/requirements.txt": ("postgres", "push", "passkeys", "oidc", "compression", "print", "build"),
    ".ci/requirements.txt": ("docs", "dev", "front", "build"),
}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_all_that_is_declared_each_with_a_version_and_hashes_and_no_place_to_get_it_from(name: str) -> None:
    told = tomllib.loads(text("pyproject.toml"))
    project, groups = told["project"], {**told["project"]["optional-dependencies"], **told["dependency-groups"]}
    declared = [*told["build-system"]["requires"], *project["dependencies"]]
    declared += [package for group in LOCKS[name] for package in groups[group]]
    lines = [line for line in text(name).splitlines() if not line.lstrip().startswith("#")]
    whole = " ".join(lines).replace("\\", "")
    assert "://" not in text(name) and "--index" not in text(name) and "--find-links" not in text(name)
    pinned: dict[str, list[str]] = {}
    for entry in re.split(r" (?=[A-Za-z][\w.-]*==)", whole):
        match = re.match(r"([\w.-]+)==([^\s;]+)", entry.strip())
        assert match is not None and "--hash=sha256:" in entry, entry
        pinned.setdefault(canonicalize_name(match[1]), []).append(match[2])
    for wanted in map(Requirement, declared):
        versions = pinned[canonicalize_name(wanted.name)]
        assert all(version in wanted.specifier for version in versions), (wanted, versions)


def test_images_have_exact_versions() -> None:
    services = yaml.safe_load(text("compose.yaml"))["services"]
    images = [service["image"] for service in services.values() if "build" not in service]
    images += re.findall(r"^FROM (\S+)", text("Dockerfile"), re.M)
    assert len(images) == 4 and all(re.search(r":\d+\.\d+(\.\d+)?(-|@|$)", image) for image in images), images
    assert all(image.count(".") >= (1 if "postgres" in image else 2) for image in images)


def test_the_container_installs_from_the_lock_and_is_sent_no_more_than_it_copies() -> None:
    assert re.findall(r"pip install .*", text("Dockerfile")) == [
        "pip install --no-cache-dir --no-deps --require-hashes -r requirements.txt",
        "pip install --no-cache-dir --no-deps --no-index --no-build-isolation .",
    ]
    copied = {
        name for names in re.findall(r"^COPY (?!--from)(.+) \S+$", text("Dockerfile"), re.M) for name in names.split()
    }
    first, *sent = text(".dockerignore").split()
    assert first == "*" and {name[1:] for name in sent if name.startswith("!")} == copied


def test_no_password_is_in_a_list_of_processes_and_it_may_have_any_characters() -> None:
    services = yaml.safe_load(text("compose.yaml"))["services"]
    for name in ("one", "other", "tools"):
        environment = services[name]["environment"]
        assert address_of(environment["TABLETOWN_DATABASE"]).password is None
        assert environment["PGPASSWORD"].startswith("${POSTGRES_PASSWORD")
        assert "PASSWORD" not in str(services[name].get("command"))


def test_the_backup_of_the_timer_and_of_the_docs_is_understood() -> None:
    root = get_command(app)
    lines = re.findall(
        r"docker compose run --rm tools (.+)", text("deploy/tabletown-backup.service") + text("docs/hosts/servers.md")
    )
    assert {line.split()[0] for line in lines} == {"backup", "restore", "migrate"}
    for line in lines:
        word, *rest = shlex.split(line.partition(" #")[0])
        root.commands[word].make_context(word, rest, resilient_parsing=False)  # type: ignore[attr-defined]
    services = yaml.safe_load(text("compose.yaml"))["services"]
    assert services["tools"]["profiles"] and "backups:/backups" in services["tools"]["volumes"]


def test_the_proxy_knows_the_servers_and_what_belongs_to_a_class() -> None:
    compose, caddy = text("compose.yaml"), text("deploy/Caddyfile")
    services = set(re.findall(r"^  (\w+):", compose.split("\nservices:")[1].split("\nvolumes:")[0], re.M))
    assert services == {"one", "other", "tools", "database", "proxy"} and "./deploy/Caddyfile:" in compose
    assert set(re.findall(r"(\w+):8000", caddy)) == {"one", "other"} and caddy.count("{") == caddy.count("}")
    (paths,) = re.findall(r"@class path (.+)", caddy)
    assert f"/t/{CLASS}*" in paths.split() and f"/api/tables/{CLASS}*" in paths.split() and class_routes


@pytest.mark.skipif(shutil.which("caddy") is None, reason="no Caddy is installed (Debian: apt install caddy)")
def test_the_proxy_itself_takes_its_configuration(tmp_path: Path) -> None:
    command = ["caddy", "validate", "--config", str(ROOT / "deploy/Caddyfile"), "--adapter", "caddyfile"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr


def test_the_compose_file_is_what_compose_reads() -> None:
    """YAML with its anchors, the five services, and only names that Compose knows."""
    told = yaml.safe_load(text("compose.yaml"))
    assert set(told["services"]) == {"one", "other", "tools", "database", "proxy"}
    known = {
        "build",
        "image",
        "restart",
        "depends_on",
        "command",
        "stop_grace_period",
        "environment",
        "volumes",
        "working_dir",
    }
    for service in told["services"].values():
        assert set(service) <= known | {"healthcheck", "shm_size", "ports", "profiles"}
        named = {part.split(":")[0] for part in service.get("volumes", []) if not part.startswith(".")}
        assert named <= set(told["volumes"])
        assert set(service.get("depends_on", [])) <= set(told["services"])
    words = told["services"]["one"]["command"]
    assert float(words[words.index("--drain") + 1]) < int(told["services"]["one"]["stop_grace_period"].rstrip("s")) - 10


def test_every_example_of_a_server_for_others_knows_its_name() -> None:
    """Links in messages would lead wherever a forged request says."""
    services = yaml.safe_load(text("compose.yaml"))["services"]
    for name in ("one", "other"):
        words = services[name]["command"]
        assert (
            words[words.index("--host-name") + 1]
            == "${DOMAIN:-localhost}"
            == services["proxy"]["environment"]["DOMAIN"]
        )
    assert "-e TABLETOWN_HOST_NAME=" in text("Dockerfile").partition("FROM")[0]
    guides = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "deploy" / "tabletown.service"]
    found = [line for guide in guides if "reports" not in guide.parts for line in text(str(guide)).splitlines()]
    served = [line for line in found if re.search(r"tabletown serve --(host |port|data|no-browser|host-name)", line)]
    assert len(served) >= 5 and all("--host-name" in line for line in served), served


def test_the_proxy_may_be_named_by_its_network() -> None:
    connections = Connections(1, 1, "127.0.0.1, 172.16.0.0/12")
    asked = ("127.0.0.1", "172.20.0.3", "::1", "203.0.113.9", "?")
    assert [connections.is_own(address) for address in asked] == [True, True, False, False, False]


def test_a_prometheus_beside_the_servers_reads_their_numbers(tmp_path: Path) -> None:
    server = make_app(Settings(data=tmp_path, workers=0))
    server.state.metrics.connections = Connections(1, 1, "127.0.0.1, 172.16.0.0/12")

    def asks(client: str, **headers: str) -> int:
        with TestClient(server, client=(client, 1)) as http:
            return http.get("/metrics", headers=headers).status_code

    assert asks("172.20.0.3") == 200
    assert asks("172.20.0.3", **{"X-Forwarded-For": "172.20.0.1"}) == 404  # a person behind the proxy
    assert asks("203.0.113.9") == 404


def test_the_service_unit_starts_the_server_with_switches_that_exist() -> None:
    unit = text("deploy/tabletown.service")
    (command,) = re.findall(r"^ExecStart=(.+)$", unit, re.M)
    words = shlex.split(command)
    assert words[1] == "serve"
    serve = get_command(app).commands["serve"]  # type: ignore[attr-defined]
    assert {word for word in words if word.startswith("--")} <= {
        option for parameter in serve.params for option in parameter.opts
    }
    assert "StateDirectory=tabletown" in unit and "--data /var/lib/tabletown" in command


def test_nginx_passes_on_what_the_server_needs() -> None:
    configuration = text("deploy/nginx.conf")
    for passed in ("Host $host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme", "Upgrade $http_upgrade"):
        assert f"proxy_set_header {passed};" in configuration
    assert "access_log off;" in configuration  # addresses hold keys to seats
