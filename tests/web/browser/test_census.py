"""A short layout census of every game; the full one is a command (census.py)."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Browser

from tabletown.web.testing import Server
from tests.conftest import mostly_long
from tests.web.browser.census import FIVE, SIZES, Sitting, Size, hidden_answers, out_of_sight, walk, windows


def test_nothing_is_cut_covered_or_moved_on_a_phone_and_at_a_desk(browser: Browser, host: Server) -> None:
    assert list(walk(browser, host.url, FIVE[0], (SIZES[0], SIZES[4]), questions=4, every=3)) == []


def test_all_that_can_be_answered_is_seen_at_a_desk_without_scrolling(browser: Browser, host: Server) -> None:
    assert list(out_of_sight(browser, host.url, "broken-cities", range(7, 8), Counter(), 16)) == []  # it writes a law


@pytest.mark.long
def test_all_kinds_of_a_law_are_seen_at_a_desk_when_it_names_every_one(browser: Browser, host: Server) -> None:
    with windows(browser, (Size(1280, 740, False),)) as [context]:
        sitting = Sitting(context, host.url, "broken-cities", 7, "")
        page = context.new_page()
        page.add_init_script("localStorage.setItem('cards', 'never'); localStorage.setItem('moves', 'off')")
        page.goto(sitting.address)
        while "law:build_obligation" not in sitting.words:
            sitting.answers()
        sitting.answers("law:build_obligation")
        sitting.answers("set:kinds")
        kinds = [word for word in sitting.words if word.startswith("kind:")]
        assert len(kinds) > 5
        for kind in kinds:
            assert hidden_answers(page, sitting) == []
            sitting.answers(kind)


@pytest.mark.parametrize("language", mostly_long(["de", "es", "zh-Hant"], "es"))
def test_the_names_of_a_hundred_stops_stand_apart_in_each_language(
    browser: Browser, host: Server, language: str
) -> None:
    sizes = (SIZES[0], SIZES[4])
    assert list(walk(browser, host.url, "crossroll", sizes, questions=1, language=language)) == []


def test_nothing_is_cut_or_covered_where_the_page_is_a_column(browser: Browser, host: Server) -> None:
    small = tuple(size for size in SIZES if size.name in ("320x568", "320x256"))
    assert list(walk(browser, host.url, "right-of-way", small, questions=2)) == []


@pytest.mark.long
@pytest.mark.parametrize("game", FIVE)
def test_every_question_of_a_match_is_seen_whole_at_a_desk(browser: Browser, host: Server, game: str) -> None:
    assert list(out_of_sight(browser, host.url, game, range(8, 9), Counter(), 400)) == []


@pytest.mark.long
@pytest.mark.parametrize("game", FIVE)
def test_nothing_is_cut_covered_or_moved_at_any_size(browser: Browser, host: Server, game: str) -> None:
    assert list(walk(browser, host.url, game, SIZES, questions=13, every=3)) == []


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "en-XA"])
@pytest.mark.parametrize("game", FIVE)
def test_a_finished_table_says_all_of_its_reason_at_any_size(
    browser: Browser, host: Server, game: str, language: str
) -> None:
    assert list(walk(browser, host.url, game, SIZES, questions=1, seed=11, language=language, after=5000)) == []
