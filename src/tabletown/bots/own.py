"""Your own bot: an object, a class in a module, an installed entry point, or a program that speaks JSON lines.

    simulate("right-of-way", [MyBot(), "greedy"], matches=100)            # an object
    tabletown simulate right-of-way --bots mybots:Careful,greedy          # a class in mybots.py
    tabletown simulate right-of-way --bots careful,greedy                 # an entry point of the group tabletown.bots
    tabletown simulate right-of-way --bots "run:node bot.js,greedy"       # a program in any language

A bot is anything with `choose(seen)` that returns one of `seen.decision.options`, or a function of `seen`. A class is
instantiated for every match, with `seed=` if it takes one.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from tabletown.bots import LEVELS, NAMES, Bot, make
from tabletown.bots.program import PATIENCE, Program
from tabletown.kernel import PlayerView
from tabletown.kernel.errors import BadOption

GROUP = "tabletown.bots"
RUN = "run:"
BUILT_IN = (*NAMES, *(level.id for level in LEVELS))

_objects: dict[str, Any] = {}  # bots that were passed as objects, by name


def name_of(bot: Any) -> str:
    """A bot's name in results; in this process an object can be found by it."""
    if isinstance(bot, str):
        return bot
    if not callable(getattr(bot, "choose", None)) and not callable(bot):
        raise BadOption(f"{bot!r} isn't a bot: a bot needs a method choose(seen).")
    name = getattr(bot, "name", None) or getattr(bot, "__name__", None) or type(bot).__name__
    _objects[str(name)] = bot
    return str(name)


def find(spec: str, seed: int | None = None, patience: float = 0.0) -> Bot:
    """The bot of this name, ready for one match. `patience`: seconds per answer of a program; 0: the default."""
    if spec in _objects:
        return made(_objects[spec], seed)
    if spec.partition(":")[0] in BUILT_IN:
        return make(spec, seed=seed)
    if spec.startswith(RUN):
        return Program(spec.removeprefix(RUN), seed, patience or PATIENCE)
    for point in entry_points(group=GROUP):
        if point.name == spec:
            return made(point.load(), seed)
    module, colon, name = spec.partition(":")
    if not colon:
        return make(spec)  # its error lists the known bots
    return made(_from_module(spec, module, name), seed)


def is_object(spec: str) -> bool:
    return spec in _objects


def _from_module(spec: str, module: str, name: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # as `python -m` does
    try:
        found = importlib.import_module(module)
    except ImportError as error:
        raise BadOption(f"There is no bot {spec!r}: {error}.") from None
    if not hasattr(found, name):
        raise BadOption(f"There is no bot {spec!r}: {module} has no {name}.")
    return getattr(found, name)


class Function:
    """A function of a player view, as a bot."""

    def __init__(self, choose: Callable[[PlayerView], str]) -> None:
        self.choose = choose


def made(found: Any, seed: int | None) -> Bot:
    """Turn a class, a factory function, an object or a function of a player view into a bot."""
    if not inspect.isclass(found) and callable(getattr(found, "choose", None)):
        return found  # type: ignore[no-any-return]
    try:
        parameters: Mapping[str, inspect.Parameter] = inspect.signature(found).parameters
    except (TypeError, ValueError):
        parameters = {}
    takes = "seed" in parameters
    if not inspect.isclass(found) and not takes and any(one.default is one.empty for one in parameters.values()):
        return Function(found)
    bot = found(seed=seed) if takes else found()
    if not callable(getattr(bot, "choose", None)):
        raise BadOption(f"{found!r} isn't a bot: it has no method choose(seen).")
    return bot  # type: ignore[no-any-return]
