"""For all tests."""

import os
import sys

import pytest

# The tests start the program dozens of times: tests and program are compiled once, also where bytecode is switched off.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each process gets an equal share and then takes from the end of the others': the tests that need a browser stand
    first, other slow ones in the middle, and what is left to be shared out at the end is quick."""
    browser = [item for item in items if item.nodeid.startswith("tests/web/browser/")]
    slow = [item for item in items if item.nodeid.startswith(("tests/web/", "tests/conformance/"))]
    slow = [item for item in slow if not item.nodeid.startswith("tests/web/browser/")]
    quick = [item for item in items if not item.nodeid.startswith(("tests/web/", "tests/conformance/"))]
    filling = max(0, len(items) // 2 - len(browser))
    items[:] = browser + quick[:filling] + slow + quick[filling:]
