"""The documentation is true: samples run, and the commands, switches, endpoints and fields it names exist."""

from __future__ import annotations

import dataclasses
import doctest
import html
import importlib
import inspect
import json
import os
import pkgutil
import re
import runpy
import shlex
import typing
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.routing import Route, WebSocketRoute
from typer.main import get_command

import tabletown
from tabletown.cli import app
from tabletown.kernel import game as games
from tabletown.translations import speak
from tabletown.translations.check import numbers
from tabletown.web import protocol
from tabletown.web.settings import Settings

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
ON_THE_SITE_ONLY = ("switches.md", "features.md")  # generated there from the program
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(
        page
        for page in DOCS.rglob("*.md")
        if page.parent.name != "reports" and page.name not in ON_THE_SITE_ONLY  # measurements stay as they were
    ),
]
ROOT_COMMAND: Any = get_command(app)
SWITCHES = runpy.run_path(str(DOCS / "switches.py"))
COMMANDS: dict[str, Any] = dict(SWITCHES["commands_of"](ROOT_COMMAND))


def text_of(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


# ---------------------------------------------------------------------- samples


def samples(page: Path, kind: str) -> list[str]:
    """The code blocks of this kind; `<!-- not run: why -->` before one leaves it out."""
    blocks = re.findall(rf"(<!-- not run: .+? -->\n)?```{kind}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return [code for left_out, code in blocks if not left_out]


def shorter(code: str) -> str:
    """The same sample with less work to do."""
    for long, short in ((r"matches=[\d_]+", "matches=2"), (r"jobs=\d+", "jobs=1"), (r"search:\d+(ms)?", "search:4")):
        code = re.sub(long, short, code)
    return re.sub(r"iterations=[\d_]+", "iterations=4", code)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if samples(page, "python")], ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_the_python_of_a_page_runs_from_top_to_bottom(
    page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"tabletown": tabletown, "__name__": "sample"}
    walks = page.name == "writing-a-game.md"  # goes through that file part by part
    if walks:
        exec(compile((DOCS / "connect_four.py").read_text(encoding="utf-8"), "connect_four.py", "exec"), names)
    for code in samples(page, "python"):
        known = dict(names) if walks else names
        exec(compile(shorter(code), page.name, "exec"), known)
        for name in [name for name in known if name.startswith("test_")]:
            known[name]()


def test_writing_a_game_begins_with_a_whole_game_of_forty_lines() -> None:
    first = samples(DOCS / "designers" / "writing-a-game.md", "python")[0]
    assert first == text_of("pig.py")
    assert len([line for line in first.splitlines() if line]) <= 40


def test_the_python_on_the_first_page_of_the_server_runs() -> None:
    home = (ROOT / "src/tabletown/web/templates/home.html").read_text(encoding="utf-8")
    (code,) = re.findall(r"<code>(import tabletown.*?)</code>", home, re.DOTALL)
    names: dict[str, Any] = {}
    exec(html.unescape(code), names)
    assert any(isinstance(value, tabletown.Match) and value.log for value in names.values())


def modules() -> Iterator[str]:
    yield "tabletown"
    for found in pkgutil.walk_packages(tabletown.__path__, "tabletown."):
        if not found.name.endswith("__main__"):
            yield found.name


def test_the_examples_in_docstrings_run() -> None:
    tried = 0
    for name in modules():
        source = Path(str(importlib.util.find_spec(name).origin)).read_text(encoding="utf-8")  # type: ignore[union-attr]
        if ">>> " in source:
            failed, run = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
            assert not failed, name
            tried += run
    assert tried >= 40


LIBRARY = ("", ".bots", ".data", ".envs.text", ".kernel", ".lab", ".ratings", ".tournaments", ".verify")


def test_every_public_function_of_the_library_has_an_example() -> None:
    without = []
    for package in LIBRARY:
        module = importlib.import_module(f"tabletown{package}")
        for name in getattr(module, "__all__", vars(module)):
            found = getattr(module, name)
            if inspect.isfunction(found) and found.__module__.startswith(module.__name__) and not name.startswith("_"):
                without += [f"{module.__name__}.{name}"] if ">>> " not in str(found.__doc__) else []
    assert without == []


def test_the_messages_in_the_api_are_those_that_the_server_reads() -> None:
    (block,) = samples(DOCS / "researchers" / "api.md", "json")
    shown = {type(protocol.decode_client(line.encode())) for line in block.splitlines()}
    assert shown == set(typing.get_args(protocol.FromClient))
    page = text_of("researchers/api.md")
    for told in typing.get_args(protocol.FromServer):
        tag = msgspec.inspect.type_info(told).tag
        assert f"`{tag}`" in page or f'"type": "{tag}"' in page, (
            f"docs/researchers/api.md does not tell of the message {tag!r}"
        )


# ---------------------------------------------------------------------- commands and switches


def switches(command: Any) -> set[str]:
    return {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}


def test_every_command_and_every_switch_has_a_line() -> None:
    sections, lines = text_of("commands.md"), SWITCHES["page"]()
    for name, command in COMMANDS.items():
        assert not name or f"| `tabletown {name.split()[0]}" in sections, f"docs/commands.md: no `tabletown {name}`"
        for switch in switches(command):
            assert f"`{switch}`" in lines or f"`{switch.upper()}`" in lines, f"tabletown {name} {switch}"
        for parameter in command.params:
            assert parameter.help or parameter.name == "help", f"tabletown {name} {parameter.name} explains nothing"


def test_the_tables_of_settings_are_those_of_the_program() -> None:
    for page in SWITCHES["PAGES"]:
        text = page.read_text(encoding="utf-8")
        assert SWITCHES["TABLE"].search(text), f"{page.name} has no table"
        assert SWITCHES["with_tables"](text) == text, f"{page.name}: run python docs/switches.py"


def test_the_figures_in_the_text_of_hosting_are_the_defaults_of_the_program() -> None:
    page, plain = " ".join(text_of("hosts/index.md").split()), Settings()
    assert f"a request must arrive within {plain.patience:g} seconds" in page
    assert f"One address holds at most {plain.client_limits().connections} connections" in page
    assert f"the server listens on {plain.host}:{plain.port}" in page


def in_a_shell() -> Iterator[tuple[str, list[str]]]:
    """Every `tabletown …` command that a page tells the reader to type."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        lines = re.findall(r"^(?:    |\$ )?((?:\S*/)?tabletown .*|python3 run\.py .*)$", text, re.MULTILINE)
        lines += re.findall(r"`(tabletown [^`]+)`", text)
        lines += re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
        for line in lines:
            words = shlex.split(line.partition(" #")[0])
            yield page.name, words[2:] if words[0].startswith("python") else words[1:]


OWN_WORDS = ("test", "install", "python", "shell")  # words that run.py itself understands


def test_what_a_page_tells_to_type_is_understood() -> None:
    tried = 0
    for page, words in in_a_shell():
        if words[:1] not in ([], ["COMMAND"], *([word] for word in OWN_WORDS)):
            understood(f"{page}: tabletown {' '.join(words)}", ROOT_COMMAND, [word for word in words if word != "…"])
            tried += 1
    assert tried > 10


def understood(said: str, command: Any, words: list[str]) -> None:
    try:
        context = command.make_context("tabletown", words, resilient_parsing=True)
    except Exception as error:
        raise AssertionError(f"{said}: {error}") from None
    left = [*getattr(context, "_protected_args", ()), *context.args]
    if hasattr(command, "commands") and left:
        assert left[0] in command.commands, said
        understood(said, command.commands[left[0]], left[1:])


def test_no_page_names_a_switch_that_nothing_has() -> None:
    known = {switch for command in COMMANDS.values() for switch in switches(command)} | {"--help"}
    folders = ("benchmarks", "examples", "examples/learning", "tests/campaigns", "tests/envs", "tests/web/browser")
    for script in (*(path for folder in folders for path in (ROOT / folder).glob("*.py")), ROOT / "run.py"):
        known |= set(re.findall(r'"(--[a-z-]+)"', script.read_text(encoding="utf-8")))
    for page in PAGES:
        text = re.sub(r"```(ini|nginx|yaml|dockerfile|sh).*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        named = set(SWITCH.findall(text))
        foreign = {switch for line in text.splitlines() if FOREIGN.search(line) for switch in SWITCH.findall(line)}
        assert not named - known - foreign, f"{page.name}: {sorted(named - known - foreign)}"


SWITCH = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
FOREIGN = re.compile(r"\b(ruff|curl|pip|docker|git|pytest|uv|npm|systemctl|psql|pg_dump)\b")


# ---------------------------------------------------------------------- endpoints and codes


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The API's routes, such as `GET /api/games`."""
    from tabletown.web.app import make_app

    found = set()
    for route in make_app(Settings(data=tmp_path_factory.mktemp("routes"), workers=0)).routes:
        if isinstance(route, Route | WebSocketRoute) and route.path.startswith("/api/"):
            path = re.sub(r":\w+}", "}", route.path)
            methods = (set(route.methods or ()) - {"HEAD"}) if isinstance(route, Route) else {"WS"}
            found |= {f"{method} {path}" for method in methods}
    return found


def test_the_table_of_requests_is_the_servers_own(routes: set[str]) -> None:
    page = text_of("researchers/api.md")
    told = set(re.findall(r"^\| `((?:GET|POST|PUT|DELETE|WS) /\S+)`", page, re.MULTILINE))
    elsewhere = {f"{method} {path}" for method, path in re.findall(r"(GET|POST) (/api/[\w./{}]+)", page)}
    elsewhere |= {f"GET {path}" for path in re.findall(r"`(/api/[\w./{}]+)`", page)}
    assert told <= routes, told - routes
    assert routes <= told | elsewhere, routes - told - elsewhere


def test_the_codes_of_refusals_are_the_servers_own() -> None:
    from tabletown.web.seats import STATUS

    told = {
        code: int(status)
        for status, codes in re.findall(r"^\| (\d{3}) \| (.*) \|$", text_of("researchers/api.md"), re.MULTILINE)
        for code in re.findall(r"`([a-z-]+)`", codes)
    }
    assert told == {code: status for code, status in STATUS.items() if status < 500}


# ---------------------------------------------------------------------- what a game may bring


GROUPS: dict[str, type] = {
    name: kind for name, kind in vars(games).items() if isinstance(kind, type) and dataclasses.is_dataclass(kind)
}


def test_every_part_of_a_game_is_told_of() -> None:
    page = text_of("designers/writing-a-game.md")
    code = re.findall(r"```python\n(.*?)```", page, re.DOTALL) + re.findall(r"`([^`\n]+)`", page)
    words = {word for sample in code for word in re.findall(r"\w+", sample)}
    for name, kind in GROUPS.items():
        left = {field.name for field in dataclasses.fields(kind)} - words
        assert not left, f"docs/designers/writing-a-game.md does not tell of {sorted(left)} of {name}"


def test_no_part_of_a_game_is_told_of_that_it_has_not() -> None:
    parts = {name: {field.name for field in dataclasses.fields(kind)} for name, kind in GROUPS.items()}
    parts["About"] = {field.name for field in msgspec.structs.fields(games.About)}
    told = re.findall(r"`(\w+)\.(\w+)", text_of("designers/writing-a-game.md"))
    assert len([kind for kind, _ in told if kind in parts]) > 10
    for kind, name in told:
        assert kind not in parts or name in parts[kind], f"docs/designers/writing-a-game.md tells of {kind}.{name}"


def test_every_method_of_a_match_in_the_library_is_there() -> None:
    page = text_of("researchers/index.md")
    for name in re.findall(r"`match\.(\w+)", page):
        assert hasattr(tabletown.Match, name), f"docs/researchers/index.md tells of match.{name}"
    for name in re.findall(r"`tabletown\.(\w+)\(", page):
        assert hasattr(tabletown, name), f"docs/researchers/index.md tells of tabletown.{name}"
    from tabletown.kernel import errors

    told = set(re.findall(r"`(\w+)`", page.partition("## Errors")[2].partition("\n## ")[0]))
    there = {name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, Exception)}
    assert there - {"TabletownError"} <= told, there - told


def test_the_settings_of_the_games_in_the_pages_are_there() -> None:
    """Settings such as `-o city=hexagon` exist."""
    known = {
        f"{setting.id}={word}"
        for game in tabletown.installed_games()
        for setting in game.about.settings
        for word in setting.values
    }
    for page in PAGES:
        for pair in re.findall(r"-o ([\w-]+=[\w-]+)", page.read_text(encoding="utf-8")):
            assert pair in known, f"{page.name}: -o {pair}"


# ---------------------------------------------------------------------- other languages

TRANSLATED = {
    "README.md": "README.{code}.md",
    "docs/players/index.md": "docs/players/{code}/index.md",
    "docs/teachers/index.md": "docs/teachers/{code}/index.md",
}
SWITCHER = re.compile(r"^(\*.*)?\[Deutsch\].*$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#]+)\)")
EMPHASIS = re.compile(r"(?<![*\w])\*([^*\n]+)\*(?!\*)")


def bones(text: str) -> dict[str, Any]:
    """What a page has in every language: its headings, rows, pictures, code and figures."""
    prose = re.sub(r"```\{toctree\}.*?```", "", SWITCHER.sub("", text), flags=re.DOTALL)
    return {
        "headings": re.findall(r"^(#+) ", prose, re.MULTILINE),
        "rows": len(re.findall(r"^\|", prose, re.MULTILINE)),
        "points": len(re.findall(r"^- ", prose, re.MULTILINE)),
        "pictures": re.findall(r"[\w/-]+\.(?:png|webp)", prose),
        "code": sorted(code for code in re.findall(r"`([^`\n]+)`", prose) if not code.startswith("?")),
        "numbers": numbers(LINK.sub("", prose)),
    }


@pytest.mark.parametrize("code", ["de", "es", "zh-Hant"])
@pytest.mark.parametrize("page", ["README.md", "docs/players/index.md"])  # teachers' pages: test_teachers.py
def test_a_page_in_another_language_says_what_the_english_one_says(page: str, code: str) -> None:
    english, other = ROOT / page, ROOT / TRANSLATED[page].format(code=code)
    one, two = (path.read_text(encoding="utf-8") for path in (english, other))
    assert bones(one) == bones(two)
    counterparts = {ROOT / name: ROOT / kind.format(code=code) for name, kind in TRANSLATED.items()}
    wanted = {(english.parent / link).resolve() for link in LINK.findall(SWITCHER.sub("", one)) if "//" not in link}
    found = {(other.parent / link).resolve() for link in LINK.findall(two) if "//" not in link}
    assert found == {counterparts.get(path, path) for path in wanted} and all(path.exists() for path in found)
    language = speak(code)
    for name in EMPHASIS.findall(one):  # buttons are called as the program calls them
        if (said := language.template(name)) != name:
            assert said in two, f"{other.name}: {name} is {said} in the program"
    assert f"]({Path(os.path.relpath(other, english.parent)).as_posix()})" in one, "the English page leads there"


def test_every_page_is_in_the_sites_index() -> None:
    index = text_of("index.md")
    for folder in ("teachers", "teachers/de", "teachers/es", "teachers/zh-Hant"):
        listed = text_of(f"{folder}/index.md")
        index += re.sub(r"^(\w[\w-]*(?:/index)?)$", rf"{folder}/\1", listed, flags=re.MULTILINE)
    for page in PAGES[2:]:
        name = page.relative_to(DOCS).with_suffix("").as_posix()
        in_index = any(fnmatch(name, line) for line in index.splitlines())
        assert name == "index" or in_index, f"docs/index.md does not list {name}"


def test_json_samples_are_json() -> None:
    for page in PAGES:
        for block in samples(page, "json"):
            for line in block.strip().splitlines() if block.lstrip().startswith('{"type"') else [block]:
                json.loads(line)


def test_the_page_of_chances_is_up_to_date() -> None:
    """Other pages link to it, and GitHub shows only what is committed."""
    made = runpy.run_path(str(DOCS / "chances.py"))["page"]()
    assert text_of("reports/chances.md") == made, "run: python docs/chances.py > docs/reports/chances.md"


def test_the_messages_in_troubleshooting_are_those_of_the_program() -> None:
    """Text in quotation marks is found in the source; `…` matches any part of a message."""
    files = [
        ROOT / "run.py",
        *(ROOT / "src").rglob("*.py"),
        *(ROOT / "src").rglob("*.js"),
        *(ROOT / "src").rglob("*.html"),
    ]
    said = " ".join(file.read_text(encoding="utf-8") for file in files)
    source = re.sub(r"\"\s+f?\"", "", " ".join(said.split()))  # sentences that continue on the next line
    first = re.findall(r"^\| (.+?) \|", text_of("troubleshooting.md"), re.MULTILINE)
    messages = [message for cell in first for message in re.findall(r'"([^"]+)"', cell)]
    assert len(messages) > 20
    for message in messages:
        # addresses and versions are filled in when the message is shown
        wanted = r"[^\"]{1,40}".join(map(re.escape, re.split(r"…|127\.0\.0\.1:8000", message)))
        assert re.search(wanted, source), f"docs/troubleshooting.md: nothing says {message!r}"


def test_the_picture_of_the_packages_is_up_to_date() -> None:
    drawn = runpy.run_path(str(ROOT / "docs" / "architecture.py"))["draw"]()
    picture = ROOT / "docs" / "pictures" / "architecture.svg"
    assert picture.read_text(encoding="utf-8") == drawn, "Run python docs/architecture.py."
