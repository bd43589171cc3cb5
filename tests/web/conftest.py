from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tabletown.web.testing import running_server
from tests.web.people import GAMES, Person, Wire


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("web"), GAMES) as url:
        yield url


@pytest.fixture
def ann(server: str) -> Person:
    return Person(server, "Ann")


@pytest.fixture
def bo(server: str) -> Person:
    return Person(server, "Bo")


@pytest.fixture
def zoe(server: str) -> Person:
    """A spectator."""
    return Person(server, "Zoe")


Seated = Callable[..., tuple[str, Wire, Wire]]


@pytest.fixture
def seated(ann: Person, bo: Person) -> Iterator[Seated]:
    """Ann and Bo at a new table, both connected."""
    with ExitStack() as stack:

        def sit(game: str = "connect-four", **form: str) -> tuple[str, Wire, Wire]:
            table = ann.opens(game, "me", "link", **form)
            bo.joins(ann.invites(table, 1))
            return table, stack.enter_context(ann.at(table)), stack.enter_context(bo.at(table))

        yield sit
