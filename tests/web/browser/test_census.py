"""A short layout census of every game; the full one is a command (census.py)."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Browser

from tabletown.web.testing import Server
from tests.web.browser.census import FIVE, SIZES, out_of_sight, walk


def test_nothing_is_cut_covered_or_moved_on_a_phone_and_at_a_desk(browser: Browser, host: Server) -> None:
    assert list(walk(browser, host.url, FIVE[0], (SIZES[0], SIZES[4]), questions=4, every=3)) == []


def test_all_that_can_be_answered_is_seen_at_a_desk_without_scrolling(browser: Browser, host: Server) -> None:
    assert list(out_of_sight(browser, host.url, "broken-cities", range(7, 8), Counter(), 16)) == []  # it writes a law


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
