"""For all tests."""

import os
import sys

import pytest

# The tests start the program dozens of times: tests and program are compiled once, also where bytecode is switched off.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each process gets an equal share and then takes from the end of the others': the first begins with the tests that
    need a browser, the second with other slow ones, and what is left to be shared out at the end is quick."""
    browser = [item for item in items if item.nodeid.startswith("tests/web/browser/")]
    slow = [item for item in items if item.nodeid.startswith(("tests/web/test_", "tests/conformance/"))]
    quick = [item for item in items if not item.nodeid.startswith(("tests/web/", "tests/conformance/"))]
    share = len(items) // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    filling = max(0, share - len(browser))
    items[:] = browser + quick[:filling] + slow + quick[filling:]
