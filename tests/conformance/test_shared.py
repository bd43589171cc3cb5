"""What two copies of a state share can't be changed by mistake, because its type is read-only and mypy checks that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from tabletown.kernel import Game, State
from tabletown.registry import games
from tests.conformance.played import played

MUTABLE = (list, dict, set, bytearray)


def shared(one: Any, other: Any, declared: Any, path: str) -> Iterator[str]:
    """The paths at which both share an object that the declared type would let code change."""
    origin = get_origin(declared) or declared
    if origin in (Union, UnionType):
        kind = type(one)
        fitting = (part for part in get_args(declared) if isinstance(kind, type) and fits(kind, part))
        yield from shared(one, other, next(fitting, Any), path)
    elif isinstance(one, msgspec.Struct):
        if one is other and not one.__struct_config__.frozen:
            yield path
        hints = get_type_hints(type(one))
        for name in one.__struct_fields__:
            yield from shared(getattr(one, name), getattr(other, name), hints[name], f"{path}.{name}")
    elif isinstance(one, list | tuple | dict | set):
        if one is other and isinstance(one, MUTABLE) and origin not in (Sequence, Mapping):
            yield path
        inner = [part for part in get_args(declared) if part is not Ellipsis]
        if isinstance(one, dict):
            pairs = zip(one.values(), other.values())
        else:
            pairs = zip(one, other)
        for place, (mine, yours) in enumerate(pairs):
            part = inner[place] if origin is tuple and len(inner) > 1 else inner[-1] if inner else Any
            yield from shared(mine, yours, part, f"{path}[]")


def fits(kind: type, part: Any) -> bool:
    origin = get_origin(part) or part
    return isinstance(origin, type) and issubclass(kind, origin)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.about.id)
def test_what_copies_of_a_state_share_is_read_only(game: Game) -> None:
    found: set[str] = set()
    for match in played(game.about.id):
        for at in match[::5]:
            found.update(shared(at.state, at.state.copy(), game.rules.state, "s"))
    assert found == set()


class Careless(State):
    kept: list[int] = []
    piles: Sequence[list[int]] = []
    fine: Sequence[int] = []

    def copy(self) -> Careless:
        return self.__copy__()


def test_a_list_that_copies_share_is_found() -> None:
    state = Careless(kept=[1], piles=[[2]], fine=[3])
    assert sorted(shared(state, state.copy(), Careless, "s")) == ["s.kept", "s.piles[]"]
