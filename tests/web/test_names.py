"""Names of people: limited in length, no look-alikes, and none that the host refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletown.web.people.names import RefusedNames, checked, lookalike
from tabletown.web.seats import Refusal
from tabletown.web.storage.store import Store
from tabletown.web.testing import place_of


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(place_of(tmp_path))


@pytest.mark.parametrize("other", ["mia", "MIA", "M1a", "Mía", "Mlа", "м1а", "M.i-a", "Ｍｉａ", "Mıa", "μια"])
def test_names_that_look_the_same_are_one_name(other: str) -> None:
    assert lookalike(other) == lookalike("Mia")


def test_names_that_differ_stay_apart() -> None:
    names = ["Mia", "Mara", "Maia", "Mia B", "Mia 7", "Mia of Mott Haven", "Jörg", "Ιωάννα", "Мария", "美亜", "Ali"]
    assert len({lookalike(name) for name in names}) == len(names)


ODD = ["", "M", "x" * 21, "..", "Mіa", "Mia!", "-Mia", "Mia--B", "a/b", "<b>", "\U0001f600\U0001f600"]


@pytest.mark.parametrize("name", [*ODD, "Host", "Adm1n", "Player 2"])
def test_what_is_no_name_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(Refusal, match=r"\."):
        checked(name)


def test_spaces_too_many_and_signs_that_nobody_sees_are_nobodys_fault() -> None:
    assert checked("  Mia \n") == "Mia" and checked("Mia\u202e B") == "Mia B"


@pytest.mark.parametrize("name", ["Dumbo", "d.u.m.b.o", "DÚMBO", "xXdumb0Xx", "Sir Rat", "rat", "Dumbо"])
def test_a_name_with_a_word_of_the_list_is_refused_however_it_is_written(
    name: str, store: Store, tmp_path: Path
) -> None:
    file = tmp_path / "words.txt"
    names = RefusedNames(store, file)
    assert not names.refuses(name)  # the file may be created later
    file.write_text("dumbo\nrat  # short: only as a word of its own\n")
    assert names.refuses(name) and not names.refuses("Ratna") and not names.refuses("Ann")
    assert not RefusedNames(store, None).refuses(name)


def test_the_host_adds_and_removes_words_while_the_server_runs(store: Store) -> None:
    here, there = RefusedNames(store, None), RefusedNames(store, None)
    here.add("  Dumbo ")
    assert there.added() == ["Dumbo"] and there.refuses("dumb0")
    with pytest.raises(Refusal, match="isn't allowed"):
        there.check("DUMBO")
    with pytest.raises(Refusal, match="at least one letter"):
        here.add("...")
    there.remove("Dumbo")
    assert not here.refuses("dumb0")
