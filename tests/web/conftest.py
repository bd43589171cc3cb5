from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import IO, Any

import pytest

from tabletown.web.testing import Server, running_server
from tests.campaigns.nursery import Nursery, born
from tests.web.people import GAMES, Person, Wire


@pytest.fixture(scope="session", autouse=True)
def quick_servers() -> Iterator[None]:
    """Servers are forked from a process that has all loaded: starting one anew takes longer than most tests.

    Those with a log or a prefix of their own are started in earnest, as people start them. The others have a seed:
    tables are dealt alike, and bots count what they think, so that a match is the same in every run.
    """
    nurseries: list[Nursery] = []
    in_earnest = Server.launch

    def launch(self: Server, command: list[str], stderr: IO[str] | None) -> Any:
        if self.prefix or stderr is not None or type(self) is not Server:
            return in_earnest(self, command, stderr)
        if not nurseries:
            nurseries.append(Nursery())
        return born(nurseries[0], [*command, "--seed", "7"] if self.seeded and "--seed" not in command else command)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Server, "launch", launch)
        yield
    for nursery in nurseries:
        nursery.close()


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
    """Somebody who only watches."""
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
