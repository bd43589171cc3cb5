"""No page of the server shows text outside a message: checked in the pseudo-language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tabletown import registry
from tabletown.web.testing import running_server
from tests.waiting import LIMIT
from tests.web.people import Person
from tests.words.walk import Said, Visible, outside

GAMES = sorted(game.about.id for game in registry.games() if game.folder is not None)
# people's names, digests and addresses
PEOPLE = re.compile(r"\b(Ann|Bo|Hall|[0-9a-f]{64}|(https?://)?127\.0\.0\.1:\d+[/\w?=-]*)|^\s*/\w+\s*$")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("words"), []) as url:
        yield url


@pytest.fixture
def ann(server: str) -> Person:
    person = Person(server, "Ann")
    person.http.get("/?lang=en-XA", timeout=LIMIT)  # load all translatable messages first
    return person


def no_word_outside(person: Person, path: str) -> str:
    page = person.http.get(path, follow_redirects=True).text
    for words in Visible(page).words:
        found = outside(Said(path, PEOPLE.sub("", words)))
        assert not found, f"{path}: {words.strip()[:160]!r}"
    return page


def test_the_pages_around_the_tables_are_all_messages(ann: Person) -> None:
    for path in (
        "/",
        "/new",
        "/settings",
        "/rules",
        "/go",
        "/t/nope",
        "/nope",
        "/join/nope",
        "/class",
        "/join",
    ):
        no_word_outside(ann, path)


@pytest.mark.parametrize("game", GAMES)
def test_new_tables_and_rulebooks_are_all_messages(ann: Person, game: str) -> None:
    no_word_outside(ann, f"/new?game={game}")
    no_word_outside(ann, f"/rules/{game}")


def test_a_table_its_invitation_its_luck_and_its_replay_are_all_messages(server: str, ann: Person) -> None:
    table = ann.opens("right-of-way", "me", "link")
    bo = Person(server, "Bo")
    bo.http.get("/?lang=en-XA")
    invite = ann.invites(table, 1)
    no_word_outside(bo, invite)
    bo.joins(invite)
    for path in (table, f"{table}/luck", f"{table}/replay", "/"):
        no_word_outside(ann, path)
    no_word_outside(Person(server), f"{invite}?lang=en-XA")


def test_a_class_is_all_messages(server: str, ann: Person) -> None:
    made = ann.post("/class", title="Hall", tables=2, clock=40)
    lead = made.headers["location"]
    assert no_word_outside(ann, lead)
    code = re.search(r"/class/(\d+)/", lead)
    assert code is not None
    bo = Person(server, "Bo")
    bo.http.get("/?lang=en-XA")
    no_word_outside(bo, f"/join?code={code[1]}")
    bo.post("/join", code=code[1], name="Bo")
    no_word_outside(bo, f"/class/{code[1]}")
    no_word_outside(ann, f"/class/{code[1]}/projector")
