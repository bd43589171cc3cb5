"""`python -m tabletown.web …` is `tabletown serve --no-browser …`: one server, one set of switches."""

import sys

from tabletown.cli import main

if __name__ == "__main__":
    sys.argv[1:1] = ["serve", "--no-browser"]
    main()
