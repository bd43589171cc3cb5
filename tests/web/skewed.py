"""A server on a machine whose clock is wrong: `python skewed.py SECONDS`, and then what `tabletown.web` takes."""

import runpy
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from tabletown.web.testing import Server


class SkewedServer(Server):
    """`ahead`: seconds that its machine's clock is ahead."""

    def __init__(self, ahead: float, data: Path, games: Sequence[str] = (), options: Sequence[str] = ()) -> None:
        super().__init__(data, games, options)
        self.ahead = ahead
        self.started = {200, 503}

    def launch(self, command: list[str], stderr: IO[str] | None) -> subprocess.Popen[bytes]:
        place = command.index("tabletown.web")
        return super().launch([command[0], "-P", __file__, str(self.ahead), *command[place + 1 :]], stderr)


if __name__ == "__main__":
    ahead, true = float(sys.argv.pop(1)), time.time
    time.time = lambda: true() + ahead
    time.time_ns = lambda: int(time.time() * 1e9)
    runpy.run_module("tabletown.web", run_name="__main__", alter_sys=True)
