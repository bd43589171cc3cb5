"""For all tests."""

import os

# The tests start the program dozens of times: it is compiled once, also where bytecode is switched off.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
