"""For all tests."""

import os
import sys

# The tests start the program dozens of times: tests and program are compiled once, also where bytecode is switched off.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
