"""One struct defines every setting; the command line, the environment and the docs follow it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from tabletown.cli import app
from tabletown.kernel.errors import BadOption
from tabletown.web.commands.switches import takes
from tabletown.web.settings import NO_LIMITS, Limits, Rate, Settings, settings

COMMANDS: Any = get_command(app)


def read(*words: str, **variables: str) -> Settings:
    """The settings that a command gets from these arguments and variables."""
    got: list[Settings] = []
    probe = typer.Typer()

    @probe.command()
    @takes(*(setting.field for setting in settings()))
    def take(settings: Settings) -> None:
        got.append(settings)

    ours = {name: "" for name in os.environ if name.startswith("TABLETOWN_")}
    result = CliRunner().invoke(probe, words, env=ours | variables)
    if not got:
        raise SystemExit(result.output)
    return got[0]


def test_without_words_a_command_gets_the_defaults_of_the_struct() -> None:
    got, plain = read(), Settings()
    for setting in settings():
        value = getattr(got, setting.field)
        assert (tuple(value) if setting.is_list else value) == getattr(plain, setting.field), setting.switch


EXAMPLES: dict[Any, tuple[str, Any]] = {
    str: ("a.longer.example", "a.longer.example"),
    int: ("7", 7),
    int | None: ("7", 7),
    float: ("2.5", 2.5),
    Path | None: ("there", Path("there")),
}


@pytest.mark.parametrize("setting", settings(), ids=lambda setting: setting.field)
def test_every_setting_is_a_switch_and_a_variable(setting: Any) -> None:
    if setting.type is bool:
        words, variables, wanted = [setting.switch], {setting.variable: "1"}, True
    elif setting.is_list:
        values = ["tables=1,2", "sockets=3"]
        words = [part for value in values for part in (setting.switch, value)]
        variables, wanted = {setting.variable: " ".join(values)}, values
    else:
        word, wanted = ("off", "off") if setting.field == "workshop" else EXAMPLES[setting.type]
        words, variables = [setting.switch, word], {setting.variable: word}
    assert getattr(read(*words), setting.field) == wanted
    assert getattr(read(**variables), setting.field) == wanted


def test_the_command_line_counts_more_than_the_environment() -> None:
    assert read("--port", "9000", TABLETOWN_PORT="7000").port == 9000


def test_serve_takes_every_setting_but_the_phones_address() -> None:
    taken = {parameter.name for parameter in COMMANDS.commands["serve"].params}
    assert {setting.field for setting in settings()} - taken == {"address"}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"port": 65536}, "--port must be at most 65535, not 65536"),
        ({"keep_days": -1}, "--keep-days must be at least 0, not -1"),
        ({"limits": ["tables=many"]}, "can't be read"),
        ({"webhooks": True, "host": "0.0.0.0"}, "--host-name"),
    ],
)
def test_a_program_that_sets_something_wrong_is_told_in_words(wrong: Any, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        Settings(**wrong)


def test_wrong_words_and_variables_are_refused_in_words() -> None:
    with pytest.raises(SystemExit, match="65535"):
        read("--port", "65536")
    with pytest.raises(SystemExit, match="--drain"):
        read(TABLETOWN_DRAIN="-1")


def test_limits_are_changed_one_by_one_or_all_lifted() -> None:
    assert Settings(limits=["tables=1,2"]).client_limits() == Limits(tables=Rate(1, 2))
    assert Settings(unlimited=True, limits=["sockets=3"]).client_limits() == NO_LIMITS._replace(sockets=3)


def test_every_setting_people_see_is_explained_for_them() -> None:
    for setting in settings():
        assert setting.about.help[0].isupper() and not setting.about.help.endswith("."), setting.switch
        assert setting.about.hidden or setting.about.docs, f"{setting.switch} says nothing in docs/hosts/index.md"


def test_tables_are_in_the_folder_or_in_the_database(tmp_path: Path) -> None:
    assert Settings(data=tmp_path).place() == tmp_path / "tabletown.sqlite"
    assert Settings(data=tmp_path, database="postgresql://there").place() == "postgresql://there"
