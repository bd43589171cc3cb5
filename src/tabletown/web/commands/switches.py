"""The server's settings as switches of a command and as environment variables."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from tabletown.web.settings import ServerSetting, Settings, settings

Command = Callable[..., None]


def takes(*fields: str) -> Callable[[Command], Command]:
    """Add these settings to a command as switches; it gets them as its parameter `settings`."""
    chosen = [setting for setting in settings() if setting.field in fields]
    assert len(chosen) == len(fields), f"not all of these are settings: {fields}"

    def decorate(command: Command) -> Command:
        own = [
            parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for parameter in inspect.signature(command, eval_str=True).parameters.values()
            if parameter.name != "settings"
        ]
        shown = [*own, *map(_parameter, chosen)]

        @wraps(command)
        def run(**given: Any) -> None:
            values = {setting.field: given.pop(setting.field) for setting in chosen}
            command(**given, settings=Settings(**values))

        # the signature from which Typer makes the switches
        vars(run)["__signature__"] = inspect.Signature(shown)
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in shown}
        return run

    return decorate


def _parameter(setting: ServerSetting) -> inspect.Parameter:
    about = setting.about
    option = typer.Option(
        setting.switch,
        envvar=setting.variable,
        show_envvar=False,  # the names follow one pattern; docs/hosts/index.md lists them
        help=about.help,
        hidden=about.hidden,
        min=about.least,
        max=about.most,
    )
    kind, default = (list[str], []) if setting.is_list else (setting.type, setting.default)
    return inspect.Parameter(
        setting.field, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option]
    )
